import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { StrategyId } from '../engine/ports';
import { Field } from '../ui/field';
import { Select, TextInput } from '../ui/inputs';
import styles from './run-choices.module.css';
import { useRunState, useRuns } from './run-context';
import { OFFERED, readStrategy, STATE_GRAPH, strategyKey } from './strategy-words';

/** How the next run is driven: folded, for the usual way is right nearly always. */
export function RunChoicesView() {
  const t = useTranslations('strategies');
  const runs = useRuns();
  const choices = useRunState((state) => state.choices);
  const usual = useUsual();
  // What was chosen is in sight; who goes back to the usual way goes on choosing.
  const [open, setOpen] = useState(choices.strategy !== undefined);
  if (usual === null) return null;
  const strategy = choices.strategy ?? usual;
  const nameOf = (id: StrategyId) => t(`names.${strategyKey(id)}`);
  return (
    <details
      className={styles.choices}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('chosen', { name: nameOf(strategy) })}</summary>
      <div className={styles.fields}>
        <Field label={t('title')} help={t(`good.${strategyKey(strategy)}`)}>
          {({ id, describedBy }) => (
            <Select
              id={id}
              describedBy={describedBy}
              value={choices.strategy ?? ''}
              onChange={(event) => runs.choose({ ...choices, strategy: readStrategy(event.target.value) })}
              options={[
                { value: '', label: t('usual', { name: nameOf(usual) }) },
                ...OFFERED.map((value) => ({ value, label: nameOf(value) })),
              ]}
            />
          )}
        </Field>
        {strategy === STATE_GRAPH && (
          <>
            <Field label={t('thread')} help={t('threadHelp')}>
              {({ id, describedBy }) => (
                <TextInput
                  id={id}
                  describedBy={describedBy}
                  value={choices.thread ?? ''}
                  onChange={({ target }) =>
                    runs.choose({ ...choices, thread: target.value === '' ? undefined : target.value })
                  }
                />
              )}
            </Field>
            <Field label={t('store')}>
              {({ id }) => (
                <Select
                  id={id}
                  value={choices.checkpoints ?? 'durable'}
                  onChange={({ target }) =>
                    runs.choose({ ...choices, checkpoints: target.value === 'memory' ? 'memory' : undefined })
                  }
                  options={[
                    { value: 'durable', label: t('stores.durable') },
                    { value: 'memory', label: t('stores.memory') },
                  ]}
                />
              )}
            </Field>
          </>
        )}
      </div>
    </details>
  );
}

/** What drives a run for which nothing was chosen; null until it was read, or where it cannot be. */
function useUsual(): StrategyId | null {
  const { source } = useRuns();
  const [usual, setUsual] = useState<StrategyId | null>(null);
  useEffect(() => {
    let ended = false;
    source
      .states?.()
      .then((states) => states.usual())
      .then(
        (found) => {
          if (!ended) setUsual(found);
        },
        () => undefined,
      );
    return () => {
      ended = true;
    };
  }, [source]);
  return usual;
}
