// The body of a response that is handed on while it arrives.
import { NodeFailure } from '../processors/types';

/** Fires where nothing has arrived for a while. */
export class IdleTimer {
  readonly #abort = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  constructor(ms: number) {
    this.#ms = ms;
    this.touch();
  }
  get signal(): AbortSignal {
    return this.#abort.signal;
  }
  touch(): void {
    this.stop();
    this.#timer = setTimeout(
      () => this.#abort.abort(new DOMException('Nothing arrives.', 'TimeoutError')),
      this.#ms,
    );
  }
  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Hands a body on, up to a number of bytes. What goes wrong on the way is what `failureOf` makes of it. */
export function limitedBody(
  source: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  longest: number,
  idle: IdleTimer,
  failureOf: (thrown: unknown) => unknown,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source?.getReader();
  let length = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const read = await reader?.read();
        if (read === undefined || read.done) {
          idle.stop();
          controller.close();
          return;
        }
        idle.touch();
        length += read.value.byteLength;
        if (length > longest)
          throw new NodeFailure(`The response is longer than ${longest} bytes.`, {
            code: 'response_too_large',
          });
        controller.enqueue(read.value);
      } catch (thrown) {
        idle.stop();
        controller.error(failureOf(thrown));
        await reader?.cancel().catch(() => undefined);
      }
    },
    async cancel() {
      idle.stop();
      await reader?.cancel().catch(() => undefined);
    },
  });
}
