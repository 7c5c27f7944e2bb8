import { useTranslations } from 'use-intl';
import type { OpenFault } from '../store';
import { Button } from '../ui/button';
import type { OpenEditor } from './editor/open-editor';
import { downloadDocument } from './export-workflow';
import { NoticePage } from './notice-page';

/** Says why nothing can be read or stored, what to do, and offers the workflow that was open. */
export function StoragePage({
  fault,
  editor,
}: {
  readonly fault: OpenFault;
  /** The workflow that was on the screen when the storage went away. */
  readonly editor: OpenEditor | null;
}) {
  const t = useTranslations('app.storage');
  const { code, message } = fault;
  const named = code === 'newer' || code === 'blocked' || code === 'deleted';
  return (
    <NoticePage
      title={t(named ? `titles.${code}` : 'title')}
      text={t(`texts.${code}`, { message })}
      {...(editor === null ? {} : { detail: t('onScreen') })}
    >
      {code !== 'blocked' && (
        <Button variant="primary" onClick={() => window.location.reload()}>
          {named ? t('reload') : t('retry')}
        </Button>
      )}
      {editor !== null && (
        <Button onClick={() => downloadDocument(editor.editor.store.getState().document)}>
          {t('download')}
        </Button>
      )}
    </NoticePage>
  );
}
