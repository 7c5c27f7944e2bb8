import type { Json } from '../model/json';
import { type InterruptRequest, requestJson } from './interrupts/request';

/**
 * A node's request for something from outside the run: a person's answer, an external resolution. Not a failure: it never
 * becomes an error output and follows no error edge (ERR-4). Thrown by a processor, handed to the caller as it is.
 *
 * The engine keeps what it asks for (INT-2) where `interrupts/request.ts` can read it; of any other request the run pauses
 * without a question that could be answered.
 */
export class Interrupt extends Error {
  readonly request: Json;
  /** Attached on the way by whoever persists the request; the node does not know it. */
  identity: { readonly id: string; readonly type: string } | undefined;
  constructor(request: Json) {
    super('The run waits for an answer from outside.');
    this.name = 'Interrupt';
    this.request = request;
    this.identity = undefined;
  }
}

/** The interrupt that asks this question: `throw ask({ type: 'text', message: 'Why?' })`. */
export function ask(request: InterruptRequest): Interrupt {
  return new Interrupt(requestJson(request));
}
