import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { editorRoute, hrefOf } from '../../routes';
import styles from './lanes.module.css';
import type { ImpactState } from './use-impact';

type Known = Extract<ImpactState, { state: 'known' }>;

/** What storing would do to the workflows, before it is done. */
export function ImpactNote({ impact }: { readonly impact: ImpactState }) {
  const t = useTranslations('lanes.impact');
  if (impact.state === 'none') return null;
  return (
    <div role="status" aria-label={t('label')} className={styles.impact}>
      {impact.state === 'looking' ? t('looking') : <ImpactLines impact={impact} />}
    </div>
  );
}

const MOST_WIRES = 4;

export function ImpactLines({ impact }: { readonly impact: Known }) {
  const t = useTranslations('lanes.impact');
  const hurt = impact.workflows.filter(({ lost }) => lost.length > 0);
  const wires = hurt.reduce((sum, { lost }) => sum + lost.length, 0);
  const mended = impact.workflows.reduce((sum, one) => sum + one.mended, 0);
  const troubled = impact.workflows.filter(({ problems }) => problems > 0);
  const problems = troubled.reduce((sum, one) => sum + one.problems, 0);
  return (
    <div className={styles.impactLines}>
      {wires === 0 && problems === 0 && (
        <p className={styles.good}>
          <CircleCheck size={14} aria-hidden /> {mended > 0 ? t('mended', { wires: mended }) : t('nothing')}
        </p>
      )}
      {wires > 0 && (
        <p className={styles.warned}>
          <TriangleAlert size={14} aria-hidden /> {t('lost', { wires, workflows: hurt.length })} {t('keeps')}
        </p>
      )}
      {problems > 0 && (
        <p className={styles.warned}>
          <TriangleAlert size={14} aria-hidden />{' '}
          {t('problems', { count: problems, workflows: troubled.length })}
        </p>
      )}
      {wires > 0 && mended > 0 && <p>{t('mended', { wires: mended })}</p>}
      <ul className={styles.workflows}>
        {[...new Set([...hurt, ...troubled])].map(({ id, name, lost }) => (
          <li key={id}>
            <a href={hrefOf(editorRoute(id))}>{name}</a>
            {lost.length > 0 && (
              <ul>
                {lost.slice(0, MOST_WIRES).map((wire) => (
                  <li key={wire.key}>{t('wire', wire)}</li>
                ))}
                {lost.length > MOST_WIRES && <li>{t('more', { count: lost.length - MOST_WIRES })}</li>}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {impact.unread > 0 && <p>{t('unread', { count: impact.unread })}</p>}
    </div>
  );
}
