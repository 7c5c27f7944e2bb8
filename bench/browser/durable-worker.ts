/*
 * In a worker: runs of a chain under the state graph with durable checkpoints, in the product's own database and store; and
 * beside each, the very rows that it wrote, written again by a bare Dexie database with the same tables and indexes, one
 * transaction a node and nothing else in it. By turns.
 */
import type { Table } from 'dexie';
import type { RunStore, StepCommit } from '../../src/engine/ports';
import { openDatabase, type SluiceDatabase } from '../../src/store/database';
import { createRunStore } from '../../src/store/runs';
import { chain } from '../engine/shapes';
import { runnerOf, STRATEGIES } from '../engine/sluice';

export type Asked = { readonly nodes: number; readonly rounds: number; readonly warmUp: number };
export type Measured = {
  /** Milliseconds a round. */
  readonly ours: readonly number[];
  readonly bare: readonly number[];
  /** Characters of JSON a node that both wrote. */
  readonly written: number;
  readonly commits: number;
};

/** What one commit left in the tables. */
type Rows = { readonly table: string; readonly rows: readonly unknown[] }[];

async function opened(name: string): Promise<SluiceDatabase> {
  const found = await openDatabase({ name });
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}

/** The store, with the ids of the rows that each commit writes noted on the side. */
function noted(store: RunStore, commits: StepCommit[]): RunStore {
  return {
    ...store,
    commit(commit) {
      commits.push(commit);
      return store.commit(commit);
    },
  };
}

/** The rows as they lie in the database, for each commit. A row that was written twice is taken as it was last. */
async function rowsOf(db: SluiceDatabase, commits: readonly StepCommit[]): Promise<Rows[]> {
  const read = async (table: Table, keys: readonly unknown[]) =>
    keys.length === 0 ? [] : [{ table: table.name, rows: (await table.bulkGet([...keys])).filter(Boolean) }];
  const all: Rows[] = [];
  for (const { run, jobs, values, logs, checkpoints } of commits) {
    all.push([
      ...(await read(db.runs, [run.id])),
      ...(await read(
        db.jobs,
        jobs.map(({ id }) => id),
      )),
      ...(await read(
        db.values,
        values.map(({ hash }) => hash),
      )),
      ...(await read(
        db.logs,
        logs.map(({ seq }) => [run.id, seq]),
      )),
      ...(await read(
        db.checkpoints,
        (checkpoints ?? []).map(({ seq }) => [run.id, seq]),
      )),
    ]);
  }
  return all;
}

async function writeBare(db: SluiceDatabase, commits: readonly Rows[]): Promise<void> {
  for (const commit of commits) {
    const names = commit.map(({ table }) => table);
    await db.transaction('rw', names, async () => {
      await Promise.all(commit.map(({ table, rows }) => db.table(table).bulkPut([...rows])));
    });
  }
}

async function measure({ nodes, rounds, warmUp }: Asked): Promise<Measured> {
  const run = runnerOf(chain(nodes), STRATEGIES.graph, 'durable');
  const stamp = Date.now();
  const product = await opened(`ours-${stamp}`);
  const bare = await opened(`bare-${stamp}`);
  const ours: number[] = [];
  const theirs: number[] = [];
  let written = 0;
  let count = 0;
  const clear = async () => {
    for (const db of [product, bare]) for (const table of db.tables) await table.clear();
  };
  let rows: Rows[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const timed = async (into: number[], work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      if (round >= warmUp) into.push(performance.now() - start);
    };
    const commits: StepCommit[] = [];
    const run1 = () => timed(ours, () => run(noted(createRunStore(product), commits)));
    const bare1 = () => timed(theirs, () => writeBare(bare, rows));
    await clear();
    // The first round finds out what is written; later ones take turns at going first.
    if (round > 0 && round % 2 === 1) await bare1();
    await run1();
    if (round === 0) {
      rows = await rowsOf(product, commits);
      written = JSON.stringify(rows).length / nodes;
      count = commits.length;
    }
    if (round === 0 || round % 2 === 0) await bare1();
  }
  product.close();
  bare.close();
  return { ours, bare: theirs, written, commits: count };
}

addEventListener('message', async ({ data }: MessageEvent<Asked>) => {
  postMessage(await measure(data));
});
