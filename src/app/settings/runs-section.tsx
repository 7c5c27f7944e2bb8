import { useTranslations } from 'use-intl';
import type { StrategyId } from '../../engine/ports';
import { OFFERED, readStrategy, strategyKey } from '../../playground/strategy-words';
import { Field } from '../../ui/field';
import { Select } from '../../ui/inputs';
import styles from './settings-page.module.css';

/** What drives a run for which nothing was chosen. */
export function RunsSection({
  strategy,
  onChange,
}: {
  readonly strategy: StrategyId;
  readonly onChange: (strategy: StrategyId) => void;
}) {
  const t = useTranslations('strategies');
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('settingsTitle')}</h2>
      <p className={styles.help}>{t('settingsText')}</p>
      <Field label={t('settingsLabel')} help={t(`good.${strategyKey(strategy)}`)}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            describedBy={describedBy}
            className={styles.short}
            value={strategy}
            onChange={({ target }) => {
              const next = readStrategy(target.value);
              if (next !== undefined) onChange(next);
            }}
            options={OFFERED.map((value) => ({ value, label: t(`names.${strategyKey(value)}`) }))}
          />
        )}
      </Field>
    </section>
  );
}
