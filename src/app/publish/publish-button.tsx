import { CloudUpload } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useEditorState } from '../../canvas';
import { Button } from '../../ui/button';
import { Tooltip } from '../../ui/tooltip';
import styles from './publish-button.module.css';
import { useLiveHere } from './use-live';
import { usePublishing } from './use-publishing';

/** Where the workflow is live, and whether it has changed here since; nothing where it is nowhere. */
function useLiveWords(): { readonly texts: readonly string[]; readonly changed: boolean } {
  const t = useTranslations('publish.live');
  const id = useEditorState((state) => state.document.id);
  const live = useLiveHere(usePublishing(id));
  return {
    texts: live.map(({ server, same }) =>
      t(same === null ? 'unknown' : same ? 'same' : 'changed', { server: server.name }),
    ),
    changed: live.some(({ same }) => same === false),
  };
}

/** Says where the workflow is live, beside how it is saved. Where the bar is narrow the button alone says it. */
export function LiveMark() {
  const t = useTranslations('publish.live');
  const { texts, changed } = useLiveWords();
  const [first] = texts;
  if (first === undefined) return null;
  return (
    <span className={styles.live} data-changed={changed} title={texts.join('\n')}>
      {texts.length === 1 ? first : t('short', { count: texts.length })}
    </span>
  );
}

/** Opens the dialog that sends the workflow to a server. */
export function PublishButton({ onClick }: { readonly onClick: () => void }) {
  const t = useTranslations('publish');
  const { texts, changed } = useLiveWords();
  const live = texts.length > 0;
  return (
    <Tooltip text={live ? texts.join(' · ') : t('buttonHint')}>
      <Button icon={<CloudUpload size={15} aria-hidden />} onClick={onClick}>
        <span className={styles.text}>{t('button')}</span>
        {live && (
          <span className={styles.dot} data-changed={changed}>
            <span className="visually-hidden">{texts.join(', ')}</span>
          </span>
        )}
      </Button>
    </Tooltip>
  );
}
