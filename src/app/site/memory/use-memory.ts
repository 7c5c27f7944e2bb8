import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MemoryRow } from '../../../engine/memory/store';
import { createMemoryStore, sameMemory } from '../../../store';
import { useServices } from '../../services';
import { say } from '../../toasts';

/** Least time between two readings while workflows write; milliseconds. */
const GAP_MS = 300;

/** All that is remembered, read again when it changes here, in another tab or in a run; null until it is read. */
export function useMemory(): readonly MemoryRow[] | null {
  const { db, onChange } = useServices();
  const [rows, setRows] = useState<readonly MemoryRow[] | null>(null);
  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const store = createMemoryStore(db);
    const read = () => {
      timer = undefined;
      store.list().then(
        (found) => {
          const now = Date.now();
          if (!ended) setRows(found.filter(({ expires }) => expires === null || expires > now));
        },
        (cause: unknown) => console.error(cause),
      );
    };
    read();
    const stop = onChange((kind) => {
      if (kind === 'memory') timer ??= setTimeout(read, GAP_MS);
    });
    return () => {
      ended = true;
      clearTimeout(timer);
      stop();
    };
  }, [db, onChange]);
  return rows;
}

/** What is done with what is remembered. Each is said, and can be taken back as long as no workflow has changed it since. */
export function useMemoryVerbs() {
  const t = useTranslations('memory.said');
  const undo = useTranslations('app')('undoIt');
  const { db, announce } = useServices();
  const store = useMemo(() => createMemoryStore(db, announce), [db, announce]);

  const put = useCallback(
    /** True where what was stored is what was expected, so that it was changed. */
    async (row: MemoryRow, expected: MemoryRow | undefined, next: MemoryRow | null): Promise<boolean> => {
      let changed = false;
      await store.update(row.scope, row.key, (stored) => {
        changed = sameMemory(stored, expected);
        return changed ? next : undefined;
      });
      return changed;
    },
    [store],
  );

  return useMemo(() => {
    const told = async (work: () => Promise<void>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (cause) {
        say(t('failed', { message: cause instanceof Error ? cause.message : String(cause) }), {
          tone: 'danger',
        });
        return false;
      }
    };
    return {
      /** Forgets what is as it was seen; what a workflow has written since stays. */
      forget: (rows: readonly MemoryRow[]) =>
        told(async () => {
          const gone: MemoryRow[] = [];
          for (const row of rows) if (await put(row, row, null)) gone.push(row);
          const [only] = gone;
          const done =
            gone.length === 1 && only !== undefined
              ? t('forgotten', { name: only.key })
              : t('forgottenMany', { count: gone.length });
          const takeBack = async () => {
            let whole = true;
            for (const row of gone) whole = (await put(row, undefined, row)) && whole;
            if (whole) say(t('undone'));
            else say(t('notUndone'), { tone: 'danger' });
          };
          say(done, { action: { label: undo, run: () => void told(takeBack) } });
        }),
      /** Writes over whatever is stored. */
      save: (next: MemoryRow) =>
        told(async () => {
          let before: MemoryRow | undefined;
          await store.update(next.scope, next.key, (stored) => {
            before = stored;
            return next;
          });
          const takeBack = async () => {
            if (await put(next, next, before ?? null)) say(t('undone'));
            else say(t('notUndone'), { tone: 'danger' });
          };
          say(t('saved', { name: next.key }), { action: { label: undo, run: () => void told(takeBack) } });
        }),
    };
  }, [store, put, t, undo]);
}
