// Turns the effects of a step into what the next commit writes and what is announced after it.
import type { JsonObject } from '../model/json';
import type { Effect } from './events';
import type { InterruptRow } from './interrupts/row';
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
  /** Absent where it is held back (ORC-7). */
  readonly commit: StepCommit | undefined;
  readonly logged: boolean;
  readonly jobIds: readonly string[];
  readonly nodes: readonly NodeLifecycle[];
  /** Questions that are asked with it. */
  readonly asked: readonly InterruptRow[];
  readonly started: boolean;
  readonly execute: Extract<Effect, { kind: 'execute' }> | undefined;
  readonly wait: Extract<Effect, { kind: 'wait' }> | undefined;
  readonly end: Extract<Effect, { kind: 'end' }> | undefined;
};

type Open<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The rows of one driven run (of each node, its newest job), kept current so that a commit holds only what changed. A row
 * is copied when it is first changed after a commit, and changed in place until the next one.
 */
export class Ledger {
  #run: RunRow;
  readonly #rows: JobRow[];
  readonly #world: Pick<EngineWorld, 'clock' | 'ids'>;
  readonly #values: ValueWriter;
  /** By job id: what the next commit writes. */
  readonly #changed = new Map<string, Open<JobRow>>();
  /** Ids of the jobs that changed in this step. */
  readonly #touched = new Set<string>();
  /** Values that are being hashed. */
  #pending: Promise<void>[] = [];
  readonly #holds: boolean;
  /** The run's row since the last commit. */
  #ownRun: Open<RunRow> | undefined;
  #entering: boolean;
  #serial: number;
  readonly #warned: Set<string>;
  #asked: InterruptRow[] = [];
  #logs: LogRow[] = [];
  #logSeq: number;
  /** Sequence of the last log line of the step before. */
  #told: number;

  /** @param holds ORC-7: nothing is written until the run has ended or waits; then all of it at once. */
  constructor(
    run: RunRow,
    rows: readonly JobRow[],
    world: Pick<EngineWorld, 'clock' | 'ids'>,
    hash: Hasher,
    logSeq: number,
    holds = false,
  ) {
    this.#run = run;
    this.#rows = [...rows];
    this.#serial = rows.reduce((most, row) => Math.max(most, row.serial ?? row.priority), -1);
    this.#world = world;
    this.#values = valueWriter(hash);
    this.#warned = new Set(run.warnings.map(warningKey));
    this.#logSeq = logSeq;
    this.#told = logSeq;
    this.#holds = holds;
    this.#entering = run.status === 'paused';
  }

  get run(): RunRow {
    return this.#run;
  }

  /** INT-1: the next commit writes this interrupt; absent: one that is stored already is waited for. */
  asks(row?: InterruptRow): void {
    if (row !== undefined) this.#asked.push(row);
    if (this.#run.asked === undefined) this.#run = { ...this.#run, asked: true };
  }

  /** INT-20: what writes an interrupt of the job in flight at once, before its step has ended. */
  async askEarly(index: number, row: InterruptRow): Promise<StepCommit | undefined> {
    const job = this.#open(index);
    if (job === undefined) return undefined;
    job.interrupt = row.id;
    this.asks(row);
    await Promise.all(this.#pending.splice(0));
    return this.#commit(undefined);
  }

  /** Ids of the interrupts that jobs wait for. */
  get open(): readonly string[] {
    return this.#rows.flatMap(({ status, interrupt }) =>
      status === 'interrupted' && interrupt !== undefined ? [interrupt] : [],
    );
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
  setInputs(index: number, resolved: Resolved): void {
    const row = this.#open(index);
    if (row === undefined) return;
    const { parameters, origins } = recordedInputs(resolved);
    row.origins = origins;
    this.#store(parameters, (inputs) => {
      row.inputs = inputs;
    });
  }

  /** Declared outputs, for the run's row. */
  async setOutputs(outputs: JsonObject): Promise<void> {
    const stored = await this.#values.write(outputs);
    this.#run = { ...this.#run, outputs: stored };
  }

  /** The row of a node's newest job, to be changed. */
  #open(index: number): Open<JobRow> | undefined {
    const row = this.#rows[index];
    if (row === undefined) return undefined;
    this.#touched.add(row.id);
    return this.#changed.get(row.id) ?? this.#put(index, { ...row });
  }

  #put(index: number, row: Open<JobRow>): Open<JobRow> {
    this.#rows[index] = row;
    this.#changed.set(row.id, row);
    this.#touched.add(row.id);
    return row;
  }

  /** Small values are stored at once, large ones before the next commit. */
  #store(values: JsonObject, put: (stored: StoredValues) => void): void {
    const written = this.#values.write(values);
    if (!(written instanceof Promise)) {
      put(written);
      return;
    }
    const storing = written.then(put);
    this.#pending.push(storing);
    // It is awaited before the commit, which tells of a failure.
    storing.catch(() => undefined);
  }

  #nextSerial(): number {
    this.#serial += 1;
    return this.#serial;
  }

  /** Applies the effects of a step. A promise only where something has to be hashed. */
  write(
    state: RunState,
    effects: readonly Effect[],
    answered: string | undefined,
  ): Written | Promise<Written> {
    const nodes: NodeLifecycle[] = [];
    let started = false;
    let execute: Written['execute'];
    let wait: Written['wait'];
    let end: Written['end'];
    for (const effect of effects) {
      switch (effect.kind) {
        case 'persist': {
          const row = this.#open(effect.index);
          if (row === undefined) break;
          const { change } = effect;
          const before = row.outputs;
          Object.assign(row, change);
          row.outputs = before;
          // SG-17: a job that joins a later round has its stamp made again.
          if (change.rounds !== undefined) row.serial = this.#nextSerial();
          if (change.outputs !== undefined)
            this.#store(change.outputs, (outputs) => {
              row.outputs = outputs;
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
    const jobIds = [...this.#touched];
    this.#touched.clear();
    const logged = this.#logSeq > this.#told;
    this.#told = this.#logSeq;
    // How many events will follow, which the run's `seq` counts.
    const announcements =
      (started ? 1 : 0) +
      (jobIds.length > 0 || nodes.length > 0 ? 1 : 0) +
      (logged ? 1 : 0) +
      (wait === undefined ? 0 : 1) +
      (end === undefined ? 0 : end.status === 'cancelled' ? 2 : 1);
    const now = this.#world.clock.now();
    // A commit takes the row along; what holds back commits goes on with its own.
    const own = this.#ownRun === this.#run ? this.#ownRun : undefined;
    const run: Open<RunRow> = own ?? { ...this.#run };
    if (this.#holds) this.#ownRun = run;
    run.status = state.status;
    run.pauseReason = state.pauseReason;
    run.error = state.error;
    run.passes = state.passes;
    if (started) run.started ??= now;
    run.ended = end === undefined ? null : now;
    if (end !== undefined) run.skipped = end.skipped;
    // ORC-10: a spent budget raises a pause signal of the system; the one who resumes answers it.
    run.signal = wait?.reason
      ? { id: `${SYSTEM_PAUSE}${this.#world.ids.uuid()}`, type: 'pause', reason: wait.reason }
      : null;
    run.seq += announcements;
    if (run.wakeAt !== undefined || wait?.wakeAt !== undefined) run.wakeAt = wait?.wakeAt;
    this.#run = run;
    const asked = this.#asked;
    const stepped = { logged, jobIds, nodes, asked, started, execute, wait, end };
    // ORC-7: whoever takes over a run that was gone on with must not do again what it has done since.
    const entering = this.#entering;
    this.#entering = false;
    if (this.#holds && !entering && end === undefined && wait === undefined)
      return { commit: undefined, ...stepped };
    if (this.#pending.length === 0) return { commit: this.#commit(answered), ...stepped };
    const pending = this.#pending;
    this.#pending = [];
    return Promise.all(pending).then(() => ({ commit: this.#commit(answered), ...stepped }));
  }

  /** All that has changed since the last commit. */
  #commit(answered: string | undefined): StepCommit {
    this.#ownRun = undefined;
    const jobs = [...this.#changed.values()];
    this.#changed.clear();
    const logs = this.#logs;
    this.#logs = [];
    const asked = this.#asked;
    if (asked.length > 0) this.#asked = [];
    return {
      run: this.#run,
      jobs,
      values: this.#values.take(),
      logs,
      ...(answered === undefined ? {} : { answered }),
      ...(asked.length === 0 ? {} : { interrupts: asked }),
    };
  }
}

function warningKey({ code, node, edge, message }: RunWarning): string {
  return node === undefined && edge === undefined
    ? `${code} ${message}`
    : `${code} ${node ?? ''} ${edge ?? ''}`;
}
