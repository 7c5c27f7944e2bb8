import { CloudUpload } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useEditorState } from '../../canvas';
import { Button } from '../../ui/button';
import { Tooltip } from '../../ui/tooltip';
import styles from './publish-button.module.css';
import { useLiveHere } from './use-live';
import { usePublishing } from './use-publishing';

/** Opens the dialog, and says where the workflow is live and whether it has changed here since. */
export function PublishButton({ onClick }: { readonly onClick: () => void }) {
  const t = useTranslations('publish');
  const id = useEditorState((state) => state.document.id);
  const live = useLiveHere(usePublishing(id));
  const texts = live.map(({ server, same }) =>
    t(same === null ? 'live.unknown' : same ? 'live.same' : 'live.changed', { server: server.name }),
  );
  const changed = live.some(({ same }) => same === false);
  const [first] = texts;
  return (
    <>
      {first !== undefined && (
        <span className={styles.live} data-changed={changed} title={texts.join('\n')}>
          {texts.length === 1 ? first : t('live.short', { count: texts.length })}
        </span>
      )}
      <Tooltip text={first === undefined ? t('buttonHint') : texts.join(' · ')}>
        <Button icon={<CloudUpload size={15} aria-hidden />} onClick={onClick}>
          <span className={styles.text}>{t('button')}</span>
          {first !== undefined && (
            <span className={styles.dot} data-changed={changed}>
              <span className="visually-hidden">{texts.join(', ')}</span>
            </span>
          )}
        </Button>
      </Tooltip>
    </>
  );
}
