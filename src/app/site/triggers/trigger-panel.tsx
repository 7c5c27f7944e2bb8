import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { kindOf } from '../../../engine/triggers/types';
import { Button } from '../../../ui/button';
import { navigate, siteRoute } from '../../routes';
import { SiteMessages } from '../site-messages';
import { TriggerDialog } from './trigger-dialog';
import styles from './triggers.module.css';
import { useTriggers, useTriggerVerbs } from './use-triggers';
import { useTriggerWords } from './words';

/** What starts the workflow at a trigger node, in the panel of that node. */
export function TriggerPanel(props: { readonly workflow: string; readonly node: string }) {
  return (
    <SiteMessages>
      <Panel {...props} />
    </SiteMessages>
  );
}

function Panel({ workflow, node }: { readonly workflow: string; readonly node: string }) {
  const t = useTranslations('triggers');
  const items = useTriggers(workflow);
  const verbs = useTriggerVerbs();
  const words = useTriggerWords();
  const [open, setOpen] = useState(false);
  const row = items?.find((one) => one.row.node === node)?.row;
  if (items === null) return null;
  if (row === undefined) return <p className={styles.panel}>{t('panel.unstored')}</p>;
  const kind = kindOf(row.config.event_type);
  const next = words.next(row);
  return (
    <div className={styles.panel}>
      <strong>{(kind === 'schedule' && words.schedule(row.config.schedule)) || t(`kinds.${kind}`)}</strong>
      {next.text !== '' && (
        <span className={styles.next} data-wrong={next.wrong}>
          {next.text}
        </span>
      )}
      <div className={styles.acts}>
        <Button size="small" aria-label={t('editOf', { label: row.label })} onClick={() => setOpen(true)}>
          {t('edit')}
        </Button>
        <Button size="small" onClick={() => navigate(siteRoute('triggers', workflow))}>
          {t('panel.all')}
        </Button>
      </div>
      {open && (
        <TriggerDialog
          row={row}
          onClose={() => setOpen(false)}
          onStore={(config) => {
            setOpen(false);
            void verbs.change(row.id, config);
          }}
        />
      )}
    </div>
  );
}
