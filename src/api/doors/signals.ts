// INT-16: cancel, pause and resume, at both paths that the rules print.
import type { SignalAnswer, SignalRefusal } from '../../engine/engine';
import { own } from '../../model/json';
import type { Result } from '../../model/problem';
import type { Door } from '../door';
import { refusal, refuse, result } from '../envelope';
import { absentRun, denied, hasBlanketAuthority, owns, type RunCall, runDoor } from '../run-access';
import { SIGNAL_ANSWER, SIGNAL_BODY } from '../run-schemas';
import { resultOf } from '../schemas';

type Signal = 'cancel' | 'pause' | 'resume';

const BASES = ['/flowdrop/api/pipelines', '/api/flowdrop/pipelines'];
const LONGEST_REASON = 1000;

const SUMMARIES: { readonly [signal in Signal]: string } = {
  cancel: 'Cancels a run: it ends when the job in flight has ended',
  pause: 'Pauses a run when the job in flight has ended',
  resume: 'Goes on with a run that is paused',
};

function door(base: string, signal: Signal): Door {
  return runDoor(
    {
      method: 'POST',
      path: `${base}/:id/${signal}`,
      permission: 'control runs',
      summary: SUMMARIES[signal],
      body: SIGNAL_BODY,
      bodyOptional: true,
      answers: { [signal === 'resume' ? 200 : 202]: resultOf(SIGNAL_ANSWER) },
      refusals: [
        'BODY_INVALID',
        'PIPELINE_NOT_FOUND',
        'PIPELINE_TERMINAL',
        'INWARD_SIGNAL_ALREADY_PENDING',
        'NO_ACTIVE_PAUSE',
        'RUN_NOT_RESTORABLE',
      ],
    },
    async (call) => {
      const { runs, principal, params } = call;
      const id = params.id ?? '';
      const run = await runs.rows.run(id);
      const blanket = hasBlanketAuthority(principal);
      // Whoever may not see every run is told the same of one that is not there and of one that is not theirs.
      if (run === undefined) return blanket ? absentRun(id) : denied();
      if (!blanket && !owns(principal, runs, run)) return denied();
      const reason = own(call.body, 'reason') ?? '';
      if (typeof reason !== 'string' || reason.length > LONGEST_REASON)
        return refusal(refuse('BODY_INVALID', `"reason" is a text of at most ${LONGEST_REASON} characters.`));
      const answer = await raise(signal, call, id, reason === '' ? `Asked for by ${principal.name}` : reason);
      if (!answer.ok) return refusal(refuse(answer.error.code, answer.error.message));
      const { status, signalId } = answer.value;
      const now = await runs.rows.run(id);
      return result(
        { pipeline_id: id, signal_id: signalId, signal, status: now?.status ?? run.status },
        status,
      );
    },
  );
}

async function raise(
  signal: Signal,
  { world, runs }: RunCall,
  id: string,
  reason: string,
): Promise<Result<SignalAnswer, SignalRefusal>> {
  const catalog = await world.catalog();
  switch (signal) {
    case 'cancel':
      return runs.cancel(catalog, id, reason);
    case 'pause':
      return runs.pause(catalog, id, reason);
    case 'resume':
      return runs.resume(catalog, id);
  }
}

export const SIGNAL_DOORS: readonly Door[] = BASES.flatMap((base) =>
  (['cancel', 'pause', 'resume'] as const).map((signal) => door(base, signal)),
);
