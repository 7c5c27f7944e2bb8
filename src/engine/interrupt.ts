import type { Json } from '../model/json';

/**
 * A node's request for something from outside the run: a person's answer, an external resolution. Not a failure: it never
 * becomes an error output and follows no error edge (ERR-4). Thrown by a processor, handed to the caller as it is.
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
