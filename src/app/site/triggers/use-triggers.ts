import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TriggerConfig, TriggerRow } from '../../../engine/triggers/types';
import { createTriggerStore } from '../../../store';
import { editorRoute, navigate } from '../../routes';
import { useServices } from '../../services';
import { say } from '../../toasts';

export type TriggerItem = { readonly row: TriggerRow; readonly workflowName: string };

/** The triggers of stored workflows, read again when anything of them changes; null until they are read. */
export function useTriggers(workflow?: string): readonly TriggerItem[] | null {
  const { db, workflows, onChange } = useServices();
  const [items, setItems] = useState<readonly TriggerItem[] | null>(null);
  useEffect(() => {
    let ended = false;
    const read = async () => {
      const [rows, stored] = await Promise.all([createTriggerStore(db).list(workflow), workflows.list()]);
      const names = new Map((stored.ok ? stored.value : []).map(({ id, name }) => [id, name]));
      if (!ended)
        setItems(rows.map((row) => ({ row, workflowName: names.get(row.workflow) || row.workflow })));
    };
    const again = () => void read().catch((cause: unknown) => console.error(cause));
    again();
    const stop = onChange((kind) => {
      if (kind === 'triggers' || kind === 'workflow' || kind === 'drafts') again();
    });
    return () => {
      ended = true;
      stop();
    };
  }, [db, workflows, onChange, workflow]);
  return items;
}

/** What a person does with a trigger. */
export function useTriggerVerbs() {
  const t = useTranslations('triggers');
  const undo = useTranslations('app')('undoIt');
  const { db, announce, engine } = useServices();
  const store = useMemo(() => createTriggerStore(db, announce), [db, announce]);
  const put = useCallback(
    async (id: string, config: TriggerConfig): Promise<TriggerConfig | undefined> => {
      let before: TriggerConfig | undefined;
      await store.update(id, (row) => {
        before = row.config;
        return { ...row, config, changed: Date.now() };
      });
      engine.triggers.changed();
      return before;
    },
    [store, engine],
  );
  /** Does what may be refused; what went wrong is said. */
  const told = useCallback(
    (work: () => Promise<void>, wrong: 'notStored' | 'notStarted') =>
      work().catch((cause: unknown) =>
        say(t(wrong, { message: cause instanceof Error ? cause.message : String(cause) }), {
          tone: 'danger',
        }),
      ),
    [t],
  );
  return {
    /** Stores a configuration, says so, and offers to take it back. */
    change: useCallback(
      (id: string, config: TriggerConfig) =>
        told(async () => {
          const before = await put(id, config);
          if (before === undefined) return;
          const takeBack = async () => void (await put(id, before));
          say(t('saved'), { action: { label: undo, run: () => void told(takeBack, 'notStored') } });
        }, 'notStored'),
      [put, told, t, undo],
    ),
    run: useCallback(
      ({ id, workflow }: TriggerRow) =>
        told(async () => {
          const fired = await engine.triggers.fire(id);
          if (!fired.success) say(t('notStarted', { message: fired.error }), { tone: 'danger' });
          else
            say(t('started'), {
              action: {
                label: t('show'),
                run: () => navigate(editorRoute(workflow, fired.data.execution_id)),
              },
            });
        }, 'notStarted'),
      [engine, told, t],
    ),
  };
}
