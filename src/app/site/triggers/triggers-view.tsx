import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readState } from '../../../engine/triggers/state';
import { kindOf } from '../../../engine/triggers/types';
import { Button } from '../../../ui/button';
import { Switch } from '../../../ui/switch';
import { editorRoute, hrefOf } from '../../routes';
import { useTitle } from '../../use-title';
import shared from '../site.module.css';
import { TriggerDialog } from './trigger-dialog';
import styles from './triggers.module.css';
import { type TriggerItem, useTriggers, useTriggerVerbs } from './use-triggers';
import { useTriggerWords } from './words';

/** Every trigger: what it starts, when next, and whether it is on. `item`: id of a workflow whose triggers alone are listed. */
export function TriggersView({ item }: { readonly item: string | null }) {
  const t = useTranslations('triggers');
  useTitle(t('title'));
  const items = useTriggers(item ?? undefined);
  const verbs = useTriggerVerbs();
  const [editing, setEditing] = useState<string>();
  const edited = items?.find(({ row }) => row.id === editing)?.row;
  return (
    <>
      <div className={shared.head}>
        <div>
          <h2 className={shared.heading}>{t('title')}</h2>
          <p className={shared.text}>{t('text')}</p>
        </div>
      </div>
      {items?.length === 0 && (
        <section className={styles.empty}>
          <CalendarClock size={28} aria-hidden />
          <h3>{t('empty.title')}</h3>
          <p>{t('empty.text')}</p>
        </section>
      )}
      {items !== null && items.length > 0 && (
        <ul className={shared.rows} aria-label={t('list')}>
          {items.map((one) => (
            <Row key={one.row.id} item={one} verbs={verbs} onEdit={() => setEditing(one.row.id)} />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <TriggerDialog
          key={edited.id}
          row={edited}
          onClose={() => setEditing(undefined)}
          onStore={(config) => {
            setEditing(undefined);
            void verbs.change(edited.id, config);
          }}
        />
      )}
    </>
  );
}

function Row({
  item: { row, workflowName },
  verbs,
  onEdit,
}: {
  readonly item: TriggerItem;
  readonly verbs: ReturnType<typeof useTriggerVerbs>;
  readonly onEdit: () => void;
}) {
  const t = useTranslations('triggers');
  const words = useTriggerWords();
  const kind = kindOf(row.config.event_type);
  const schedule = kind === 'schedule' ? words.schedule(row.config.schedule) : undefined;
  const next = words.next(row);
  const { label } = row;
  return (
    <li className={`${shared.row} ${shared.wrapping}`}>
      <span className={shared.swatch}>
        <CalendarClock size={17} aria-hidden />
      </span>
      <div className={shared.names}>
        <div className={shared.name}>
          {label}{' '}
          <span className={shared.quiet}>
            {t.rich('of', {
              workflow: workflowName,
              link: (name) => <a href={hrefOf(editorRoute(row.workflow))}>{name}</a>,
            })}
          </span>
        </div>
        <div className={shared.detail}>
          {schedule ?? t(`kinds.${kind}`)} · {t('count', { count: readState(row.state).run_count })}
        </div>
        {next.text !== '' && (
          <div className={styles.next} data-wrong={next.wrong}>
            {next.text}
          </div>
        )}
      </div>
      <div className={styles.acts}>
        <Switch
          label={t('turn', { label })}
          checked={row.config.enabled}
          onChange={(enabled) => void verbs.change(row.id, { ...row.config, enabled })}
        />
        <Button size="small" aria-label={t('editOf', { label })} onClick={onEdit}>
          {t('edit')}
        </Button>
        <Button size="small" aria-label={t('runOf', { label })} onClick={() => void verbs.run(row)}>
          {t('run')}
        </Button>
      </div>
    </li>
  );
}
