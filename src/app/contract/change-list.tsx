import { useTranslations } from 'use-intl';
import { type ContractChange, changesOf } from '../../contract/changes';
import type { ContractSchemas } from '../../contract/types';
import { Badge } from '../../ui/badge';
import styles from './contract.module.css';

const TONES = { major: 'danger', minor: 'accent', patch: 'neutral' } as const;

/** What lies between two contracts, heaviest first, each with what it means for callers. */
export function ChangeList({
  before,
  after,
}: {
  readonly before: ContractSchemas;
  readonly after: ContractSchemas;
}) {
  const t = useTranslations('contract');
  const changes = changesOf(before, after);
  if (changes.length === 0) return <p className={styles.quiet}>{t('wordsOnly')}</p>;
  const weight = (change: ContractChange) => ['major', 'minor', 'patch'].indexOf(change.bump);
  return (
    <ul className={styles.changes}>
      {changes
        .toSorted((a, b) => weight(a) - weight(b))
        .map((change) => (
          <li key={`${change.side}:${change.name}:${change.kind}`} className={styles.change}>
            <Badge tone={TONES[change.bump]}>{t(`bump.${change.bump}`)}</Badge>
            <span>{t(`change.${change.kind}`, { name: change.name, side: change.side })}</span>
          </li>
        ))}
    </ul>
  );
}
