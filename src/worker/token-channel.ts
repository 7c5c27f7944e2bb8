// From models to the page: what is new of an answer, a few times a second, however fast the model is.
import type { Clock, TokenEvent, TokenSink } from '../engine/ports';

/** Milliseconds for which pieces of one answer are put together. */
const TOGETHER = 40;

export type TokenChannel = TokenSink & {
  listen(listener: (event: TokenEvent) => unknown): void;
};

/** Pieces of one call arrive whole and in order. A listener that is gone cannot break a run. */
export function createTokenChannel(clock: Pick<Clock, 'sleep'>): TokenChannel {
  const listeners = new Set<(event: TokenEvent) => unknown>();
  const waiting = new Map<string, TokenEvent>();

  function send(): void {
    const events = [...waiting.values()];
    waiting.clear();
    for (const event of events) for (const listener of [...listeners]) void tell(listener, event);
  }

  return {
    get listened() {
      return listeners.size > 0;
    },
    listen(listener) {
      listeners.add(listener);
    },
    hear(event) {
      const before = waiting.get(event.call);
      waiting.set(event.call, before === undefined ? event : { ...event, text: before.text + event.text });
      if (waiting.size === 1 && before === undefined) void clock.sleep(TOGETHER).then(send, send);
    },
  };
}

async function tell(listener: (event: TokenEvent) => unknown, event: TokenEvent): Promise<void> {
  try {
    await listener(event);
  } catch {
    // The answer is persisted when it is whole; a reader that was not told finds it there.
  }
}
