import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { useEditorState } from '../../canvas';
import { Button } from '../../ui/button';
import { downloadDocument } from '../export-workflow';
import { useFaultText } from '../fault-text';
import { editorRoute, navigate } from '../routes';
import { useServices } from '../services';
import { say } from '../toasts';
import styles from './editor-notices.module.css';
import type { OpenEditor } from './open-editor';
import { OutsideNotice } from './parts';

/** What keeps a workflow from being stored, said once, with the ways out. Gone as soon as a save works again. */
export function EditorNotices({
  open,
  onReload,
}: {
  readonly open: OpenEditor;
  readonly onReload: () => void;
}) {
  const save = useEditorState((state) => state.save);
  const readOnly = useEditorState((state) => state.readOnly);
  const outside = useStore(open.outside.store, (state) => state.outside);
  if (outside !== null) {
    return <OutsideNotice open={open} outside={outside} onReload={onReload} />;
  }
  if (save.state === 'conflict') return <Conflict open={open} onReload={onReload} />;
  if (save.state === 'failed') return <NotStored open={open} reason={save.reason} message={save.message} />;
  return readOnly ? <ReadOnly /> : null;
}

function Conflict({ open, onReload }: { readonly open: OpenEditor; readonly onReload: () => void }) {
  const t = useTranslations('app.conflict');
  const services = useServices();
  const faultText = useFaultText();
  const start = useTranslations('start');
  async function keep() {
    const { document } = open.editor.store.getState();
    const id = crypto.randomUUID();
    const copy = { ...document, id, name: t('copyName', { name: document.name }), contract: undefined };
    const made = await services.drafts.create(copy);
    if (made.ok) navigate(editorRoute(id));
    else say(start('failed', { message: faultText(made.error) }), { tone: 'danger' });
  }
  return (
    <div className={`${styles.notice} ${styles.warning}`} role="alert">
      <p>
        <strong>{t('title')}.</strong> {t('text')}
      </p>
      <div className={styles.actions}>
        <Button size="small" onClick={onReload}>
          {t('load')}
        </Button>
        <Button size="small" onClick={() => void keep()}>
          {t('keep')}
        </Button>
      </div>
    </div>
  );
}

function NotStored({
  open,
  reason,
  message,
}: {
  readonly open: OpenEditor;
  readonly reason: 'quota' | 'write';
  readonly message: string;
}) {
  const t = useTranslations('app.save');
  return (
    <div className={`${styles.notice} ${styles.danger}`} role="alert">
      <p>
        <strong>{reason === 'quota' ? t('quotaTitle') : t('writeTitle')}.</strong>{' '}
        {reason === 'quota' ? t('quotaText') : t('writeText', { message })}
      </p>
      <div className={styles.actions}>
        <Button size="small" onClick={() => downloadDocument(open.editor.store.getState().document)}>
          {t('download')}
        </Button>
      </div>
    </div>
  );
}

function ReadOnly() {
  const t = useTranslations('app.top');
  return <p className={`${styles.notice} ${styles.plain}`}>{t('readOnly')}</p>;
}
