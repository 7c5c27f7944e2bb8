// Turns the effects of a step into what the next commit writes and what is announced after it.
import type { JsonObject } from '../model/json';
import type { Effect } from './events';
import { recordedInputs } from './job';
import type { Resolved } from './parameters/resolve';
import type {
  EngineWorld,
  JobRow,
  Logger,
  LogRow,
  NodeLifecycle,
  RunRow,
  RunWarning,
  StepCommit,
  StoredValues,
} from './ports';
import { nextJobRow } from './rows';
import { toJson } from './serializable';
import { SYSTEM_PAUSE } from './signals';
import type { RunState } from './state';
import type { Hasher, ValueWriter } from './values';
import { valueWriter } from './values';

/** A written-out step: the commit, and what to tell and do once it stands. */
export type Written = {
  readonly commit: StepCommit;
  readonly jobIds: readonly string[];
  readonly nodes: readonly NodeLifecycle[];
  readonly started: boolean;
  readonly execute: Extract<Effect, { kind: 'execute' }> | undefined;
  readonly wait: Extract<Effect, { kind: 'wait' }> | undefined;
  readonly end: Extract<Effect, { kind: 'end' }> | undefined;
};

/** The rows of one driven run (of each node, its newest job), kept current so that a commit holds only what changed. */
export class Ledger {
  #run: RunRow;
  readonly #rows: JobRow[];
  readonly #world: Pick<EngineWorld, 'clock' | 'ids'>;
  readonly #values: ValueWriter;
  /** By job id: what the next commit writes. */
  readonly #changed = new Map<string, JobRow>();
  #serial: number;
  readonly #warned: Set<string>;
  #logs: LogRow[] = [];
  #logSeq: number;

  constructor(
    run: RunRow,
    rows: readonly JobRow[],
    world: Pick<EngineWorld, 'clock' | 'ids'>,
    hash: Hasher,
    logSeq: number,
  ) {
    this.#run = run;
    this.#rows = [...rows];
    this.#serial = rows.reduce((most, row) => Math.max(most, row.serial ?? row.priority), -1);
    this.#world = world;
    this.#values = valueWriter(hash);
    this.#warned = new Set(run.warnings.map(warningKey));
    this.#logSeq = logSeq;
  }

  get run(): RunRow {
    return this.#run;
  }

  /** Of each node, its newest job. */
  get jobs(): readonly JobRow[] {
    return this.#rows;
  }

  /** Sequence of the last log line. */
  get logSeq(): number {
    return this.#logSeq;
  }

  /** The newest job of the node at this place of the plan. */
  job(index: number): JobRow | undefined {
    return this.#rows[index];
  }

  /** Adds a line to the run's log. */
  log(level: LogRow['level'], message: string, node?: string, data?: unknown): void {
    const told = data === undefined ? undefined : toJson(data);
    this.#logSeq += 1;
    this.#logs.push({
      v: 1,
      run: this.#run.id,
      seq: this.#logSeq,
      at: this.#world.clock.now(),
      level,
      message,
      ...(node === undefined ? {} : { node }),
      ...(told?.ok === true ? { data: told.value } : {}),
    });
  }

  /** The logger that a processor is given. */
  loggerFor(node: string): Logger {
    return (level, message, data) => this.log(level, message, node, data);
  }

  /** Records a warning once a kind, node and edge: a loop would repeat it without end. */
  warn(warning: RunWarning): void {
    const key = warningKey(warning);
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    this.#run = { ...this.#run, warnings: [...this.#run.warnings, warning] };
  }

  /** What a job was given, for its row. */
  async setInputs(index: number, resolved: Resolved): Promise<void> {
    const row = this.#rows[index];
    if (row === undefined) return;
    const { parameters, origins } = recordedInputs(resolved);
    const written = this.#values.write(parameters);
    const inputs = written instanceof Promise ? await written : written;
    this.#put(index, { ...row, inputs, origins });
  }

  /** Declared outputs, for the run's row. */
  async setOutputs(outputs: JsonObject): Promise<void> {
    const stored = await this.#values.write(outputs);
    this.#run = { ...this.#run, outputs: stored };
  }

  #put(index: number, row: JobRow): void {
    this.#rows[index] = row;
    this.#changed.set(row.id, row);
  }

  #nextSerial(): number {
    this.#serial += 1;
    return this.#serial;
  }

  /** Applies the effects of a step. `announcements`: how many events will follow, which the run's `seq` counts. */
  async write(state: RunState, effects: readonly Effect[], answered: string | undefined): Promise<Written> {
    const nodes: NodeLifecycle[] = [];
    let started = false;
    let execute: Written['execute'];
    let wait: Written['wait'];
    let end: Written['end'];
    for (const effect of effects) {
      switch (effect.kind) {
        case 'persist': {
          const row = this.#rows[effect.index];
          if (row === undefined) break;
          const { outputs, ...change } = effect.change;
          const written = outputs === undefined ? undefined : this.#values.write(outputs);
          const stored: StoredValues | undefined = written instanceof Promise ? await written : written;
          this.#put(effect.index, {
            ...row,
            ...change,
            // SG-17: a job that joins a later round has its stamp made again.
            ...(change.rounds === undefined ? {} : { serial: this.#nextSerial() }),
            ...(stored === undefined ? {} : { outputs: stored }),
          });
          break;
        }
        case 'job': {
          const row = this.#rows[effect.index];
          if (row === undefined) break;
          const { occurrence, rounds } = effect;
          const made = { occurrence, rounds, serial: this.#nextSerial() };
          this.#put(effect.index, nextJobRow(row, made, this.#world.ids, this.#world.clock.now()));
          break;
        }
        case 'warn':
          this.warn(effect.warning);
          this.log('warning', effect.warning.message, effect.warning.node);
          break;
        case 'announce':
          nodes.push(...effect.nodes);
          break;
        case 'log':
          this.log(
            effect.level,
            effect.message,
            effect.node,
            effect.edge === undefined ? undefined : { edge: effect.edge },
          );
          break;
        case 'execute':
          execute = effect;
          break;
        case 'started':
          started = true;
          break;
        case 'wait':
          wait = effect;
          break;
        case 'end':
          end = effect;
          break;
      }
    }
    const now = this.#world.clock.now();
    const jobs = [...this.#changed.values()];
    this.#changed.clear();
    const logs = this.#logs;
    this.#logs = [];
    const announcements =
      (started ? 1 : 0) +
      (jobs.length > 0 || nodes.length > 0 ? 1 : 0) +
      (logs.length > 0 ? 1 : 0) +
      (wait === undefined ? 0 : 1) +
      (end === undefined ? 0 : end.status === 'cancelled' ? 2 : 1);
    this.#run = {
      ...this.#run,
      status: state.status,
      pauseReason: state.pauseReason,
      error: state.error,
      passes: state.passes,
      started: this.#run.started ?? (started ? now : null),
      ended: end === undefined ? null : now,
      skipped: end === undefined ? this.#run.skipped : end.skipped,
      // ORC-10: a spent budget raises a pause signal of the system; the one who resumes answers it.
      signal: wait?.reason ? { id: `${SYSTEM_PAUSE}${this.#world.ids.uuid()}`, type: 'pause', reason: wait.reason } : null,
      seq: this.#run.seq + announcements,
      ...(this.#run.wakeAt === undefined && wait?.wakeAt === undefined ? {} : { wakeAt: wait?.wakeAt }),
    };
    const commit: StepCommit = {
      run: this.#run,
      jobs,
      values: this.#values.take(),
      logs,
      ...(answered === undefined ? {} : { answered }),
    };
    return { commit, jobIds: jobs.map((job) => job.id), nodes, started, execute, wait, end };
  }
}

function warningKey({ code, node, edge, message }: RunWarning): string {
  return node === undefined && edge === undefined
    ? `${code} ${message}`
    : `${code} ${node ?? ''} ${edge ?? ''}`;
}
