import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { useFaultText } from '../fault-text';
import { editorRoute, navigate, START } from '../routes';
import { useServices } from '../services';
import { say } from '../toasts';
import styles from './editor-notices.module.css';
import type { OpenEditor } from './open-editor';
import type { After, Outside } from './outside';

/** Says what happened to the workflow outside of the editor, with the ways on. */
export function OutsideNotice({
  open,
  outside,
  onReload,
}: {
  readonly open: OpenEditor;
  readonly outside: Outside;
  readonly onReload: () => void;
}) {
  const t = useTranslations('doors');
  const app = useTranslations('app');
  const services = useServices();
  const faultText = useFaultText();
  const [busy, setBusy] = useState(false);
  const kind = outside.kind === 'overtaken' ? 'changed' : outside.kind;
  const { document } = open.editor.store.getState();

  function go(after: After) {
    if (after === 'reload') onReload();
    if (after !== 'leave') return;
    navigate(START);
    if (kind === 'deleted') {
      say(t('deleted.done', { name: document.name }), {
        action: { label: app('undoIt'), run: () => void services.drafts.restore(document.id) },
      });
    }
  }

  /** One answer at a time; one that could not be carried out is told, and the notice stays. */
  async function answer<T>(
    work: () => Promise<
      | { readonly ok: true; readonly value: T }
      | { readonly ok: false; readonly error: Parameters<typeof faultText>[0] }
    >,
    then: (value: T) => void,
  ) {
    setBusy(true);
    const done = await work();
    setBusy(false);
    if (done.ok) then(done.value);
    else say(t('failed', { message: faultText(done.error) }), { tone: 'danger' });
  }

  const take = () => void answer(open.outside.take, go);
  const keep = () => void answer(open.outside.keep, go);
  const copy = () => {
    const id = crypto.randomUUID();
    const name = app('conflict.copyName', { name: document.name });
    void answer(
      () => open.outside.copy(id, name),
      () => navigate(editorRoute(id)),
    );
  };

  return (
    <div className={`${styles.notice} ${styles.warning}`} role="alert">
      <p>
        <strong>{t(`${kind}.title`)}.</strong> {t(`${kind}.text`)}
      </p>
      <div className={styles.actions}>
        {kind === 'removed' ? (
          <>
            <Button size="small" disabled={busy} onClick={keep}>
              {t('removed.restore')}
            </Button>
            <Button size="small" disabled={busy} onClick={take}>
              {t('removed.leave')}
            </Button>
          </>
        ) : (
          <>
            <Button size="small" disabled={busy} onClick={take}>
              {t(`${kind}.take`)}
            </Button>
            <Button size="small" disabled={busy} onClick={keep}>
              {t(`${kind}.keep`)}
            </Button>
            <Button size="small" disabled={busy} onClick={copy}>
              {t(`${kind}.copy`)}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
