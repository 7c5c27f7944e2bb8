// How much one evaluation may do. Work is counted, not timed: the same expression stops at the same place on every machine,
// and a thread that nobody can end (Node, the command line) is as safe as a worker.
import type { ExpressionFault } from './types';

/** Steps of one evaluation: a node, a turn of a loop, an item that is looked at. About two seconds on a slow machine. */
const MAX_STEPS = 2_000_000;
/** Characters that one evaluation may write or build, all texts together. */
const MAX_CHARACTERS = 10_000_000;

export class BoundExceeded extends Error {
  override name = 'BoundExceeded';
}

/** Counts one evaluation. `exceeded` tells what to report, however the error was wrapped on its way. */
export class Meter {
  #steps = 0;
  #characters = 0;
  #exceeded: ExpressionFault | undefined;

  /** Begins a new count. */
  reset(): void {
    this.#steps = 0;
    this.#characters = 0;
    this.#exceeded = undefined;
  }

  get exceeded(): ExpressionFault | undefined {
    return this.#exceeded;
  }

  /** Counts work. Throws {@link BoundExceeded} beyond the bound, and at every further step. */
  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > MAX_STEPS)
      this.#exceed('timeout', `It needs more than ${MAX_STEPS} steps and was stopped.`);
  }

  /** Counts text before it is built. Throws {@link BoundExceeded} beyond the bound. */
  text(length: number): void {
    this.#characters += length;
    if (this.#characters > MAX_CHARACTERS)
      this.#exceed('too_large', `It builds more than ${MAX_CHARACTERS} characters of text and was stopped.`);
  }

  #exceed(kind: ExpressionFault['kind'], message: string): never {
    this.#exceeded ??= { kind, message };
    throw new BoundExceeded(this.#exceeded.message);
  }
}
