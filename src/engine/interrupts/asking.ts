// Where a job in flight asks: its question becomes a row that the next commit writes, or is written at once (INT-20).
import type { Outcome } from '../events';
import { ask, Interrupt } from '../interrupt';
import type { Executed } from '../job';
import type { Ledger } from '../ledger';
import type { PlanNode } from '../plan';
import type { EngineWorld } from '../ports';
import type { EarlyInterrupts, Execute } from '../processors/types';
import { cutOffQuestion, decisionOf } from './cut-off';
import { cutOffFailure } from './cut-off-failure';
import { type AskedBy, type InterruptRequest, openInterrupt, readRequest } from './request';
import type { InterruptRow } from './row';

type Place = {
  readonly world: Pick<EngineWorld, 'store' | 'clock' | 'ids' | 'callbackUrl'>;
  readonly ledger: Ledger;
  readonly index: number;
};

function placed({ world, ledger, index }: Place): AskedBy | undefined {
  const job = ledger.job(index);
  if (job === undefined) return undefined;
  const { run } = ledger;
  return {
    id: world.ids.uuid(),
    run: run.id,
    workflow: run.workflow,
    node: job.node,
    job: job.id,
    session: null,
    initiator: null,
    now: world.clock.now(),
  };
}

/**
 * INT-1, INT-2: keeps what an interrupted job asks, and gives its outcome with the identity of what is kept. What was kept
 * already, early or by another run, is only referred to.
 */
export function keepQuestion(executed: Executed, place: Place): Outcome {
  const { cause, outcome } = executed;
  if (outcome.kind !== 'interrupted' || !(cause instanceof Interrupt)) return outcome;
  if (cause.identity === undefined) {
    const request = readRequest(cause.request);
    const by = request === undefined ? undefined : placed(place);
    // ERR-4: of what cannot be kept the run pauses all the same.
    if (request === undefined || by === undefined) return outcome;
    const row = openInterrupt(request, by);
    place.ledger.asks(row);
    cause.identity = { id: row.id, type: row.type };
  } else place.ledger.asks();
  return { kind: 'interrupted', ...cause.identity };
}

/** For nodes that can go on with an answer; `undefined` for all others. */
export function earlyInterrupts(execute: Execute | undefined, place: Place): EarlyInterrupts | undefined {
  if (execute?.resume === undefined) return undefined;
  const { world, ledger, index } = place;
  const { store } = world;
  return {
    async open(request: InterruptRequest) {
      const by = placed(place);
      const row = by === undefined ? undefined : openInterrupt(request, by);
      const commit = row === undefined ? undefined : await ledger.askEarly(index, row);
      if (row === undefined || commit === undefined) throw new Error('The job that asks is not there.');
      const written = await store.commit(commit);
      if (!written.ok) throw new Error(`The question could not be kept: the run is ${written.reason} here.`);
      const raised = ask(request);
      raised.identity = { id: row.id, type: row.type };
      return raised;
    },
    async withdraw({ identity }, reason) {
      const now = world.clock.now();
      const withdrawn = await store.interrupts.update(identity?.id ?? '', (row) =>
        row.status === 'pending'
          ? { ...row, status: 'cancelled', resolved: now, reason, taken: now }
          : undefined,
      );
      return withdrawn !== undefined;
    },
    callbackUrl: ({ identity }) => (identity === undefined ? undefined : world.callbackUrl?.(identity.id)),
  };
}

/** What a person has decided about a step that was cut off, as far as it keeps the step from executing. */
export function decidedOutcome(node: PlanNode, asked: InterruptRow | undefined): Executed | undefined {
  if (asked?.asker !== 'recovery') return undefined;
  const resolved = { parameters: {}, origins: {} };
  switch (decisionOf(asked)) {
    case 'rerun':
      return undefined;
    case 'fail':
      return { outcome: { kind: 'error', output: cutOffFailure(node.id) }, resolved };
    default:
      // It was withdrawn, and the run resumed: nobody has decided, so it is asked again.
      return {
        outcome: { kind: 'interrupted', id: '', type: '' },
        cause: ask(cutOffQuestion(node.label)),
        resolved,
      };
  }
}
