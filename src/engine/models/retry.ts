// Another attempt where it is safe: nothing of the answer has arrived, and the fault is a passing one.
import type { Clock, ModelGateway } from '../ports';
import { ModelFailure } from './model-failure';

/** Attempts after the first. */
const RETRIES = 2;
/** Milliseconds before the second attempt; each further one waits twice as long. */
const FIRST_WAIT = 500;
/** A server that asks for a longer pause is not waited for: the person is told instead. */
const LONGEST_WAIT = 30_000;

/**
 * Asks again after a passing fault (429, 5xx, the network), as long as no text was handed on: a second answer must not be
 * glued to the beginning of the first. Waits as `Retry-After` says.
 *
 * @param clock absent: there is one attempt.
 */
export function retrying(model: ModelGateway, clock: Pick<Clock, 'sleep'> | undefined): ModelGateway {
  if (clock === undefined) return model;
  return {
    async complete(request, signal) {
      let heard = false;
      const { onText } = request;
      const watched =
        onText === undefined
          ? request
          : {
              ...request,
              onText: (delta: string) => {
                heard = true;
                onText(delta);
              },
            };
      for (let attempt = 0; ; attempt++) {
        try {
          return await model.complete(watched, signal);
        } catch (thrown) {
          if (signal.aborted || heard || attempt === RETRIES) throw thrown;
          if (!(thrown instanceof ModelFailure) || !thrown.retryable) throw thrown;
          const wait = thrown.retryAfterMs ?? FIRST_WAIT * 2 ** attempt;
          if (wait > LONGEST_WAIT) throw thrown;
          await clock.sleep(wait, signal);
        }
      }
    },
  };
}
