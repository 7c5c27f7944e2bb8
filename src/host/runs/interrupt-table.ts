// Interrupts of a host's runs: in memory, every change in the journal before anybody sees it.
import { dueAt, type InterruptRow } from '../../engine/interrupts/row';
import type { InterruptStore } from '../../engine/ports';
import { isTerminal } from '../../model/status';
import type { RunOperation } from './run-operations';
import type { RunTables } from './run-tables';

/** @param queue does what concerns one run one after the other. */
export function createInterruptTable(
  tables: RunTables,
  queue: <T>(run: string, work: () => Promise<T>) => Promise<T>,
  write: (operations: readonly RunOperation[]) => Promise<void>,
): InterruptStore {
  const all = (): readonly InterruptRow[] =>
    [...tables.runs.values()].flatMap(({ interrupts }) => [...interrupts.values()]);
  const due = () =>
    all()
      .flatMap((row) => {
        const at = dueAt(row);
        return at === undefined ? [] : [{ at, row }];
      })
      .sort((a, b) => a.at - b.at);

  return {
    get: async (id) => tables.interrupt(id),
    async list({ run, job, status }) {
      const rows = run === undefined ? all() : [...(tables.runs.get(run)?.interrupts.values() ?? [])];
      return rows
        .filter(
          (row) => (job === undefined || row.job === job) && (status === undefined || row.status === status),
        )
        .sort((a, b) => a.created - b.created);
    },
    due: async (now, limit) =>
      due()
        .filter(({ at }) => at <= now)
        .map(({ row }) => row)
        .slice(0, limit),
    soonest: async () => due()[0]?.at,
    async update(id, change) {
      const known = tables.interrupt(id);
      if (known === undefined) return undefined;
      return queue(known.run, async () => {
        const before = tables.interrupt(id);
        const after = before === undefined ? undefined : change(before);
        if (before === undefined || after === undefined) return undefined;
        const entry = tables.runs.get(after.run);
        const job = entry?.jobs.get(after.job);
        const settled = before.status === 'pending' && after.status !== 'pending';
        // INT-3 (1): back to pending with the answer, unless the run has ended.
        const released = settled && job?.status === 'interrupted' && entry && !isTerminal(entry.row.status);
        await write([
          { kind: 'interrupt', interrupt: after },
          ...(released ? ([{ kind: 'job', job: { ...job, status: 'pending' } }] as const) : []),
        ]);
        return after;
      });
    },
  };
}
