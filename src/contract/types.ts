/*
 * Entry points of this room:
 *   launch.ts   resolveLaunch(document, catalog, inputs: JsonObject | undefined, caller: 'external' | 'system'):
 *               Result<{ initialData: Record<nodeId, Record<port, Json>>; warnings: LaunchWarning[] }, LaunchRefusal> (MAN-10 to 16)
 *   outputs.ts  collectOutputs(document, results): { outputs: JsonObject; warnings } (MAN-17)
 *   fragments.ts contractFragment(...): structure of a bound port, used by the run form and later by the published contract (MAN-1, MAN-5)
 */
import type { Json } from '../model/json';

/** Input of a run, by node id, then by port name (DATA-6). */
export type InitialData = { readonly [nodeId: string]: { readonly [port: string]: Json } };

export type LaunchRefusal = {
  readonly code: 'INPUT_UNDECLARED' | 'INPUT_REQUIRED' | 'INPUT_INVALID';
  /** One message; ends by naming the inputs that the workflow accepts, or that it accepts none (MAN-15). */
  readonly message: string;
  readonly details: readonly { readonly name: string; readonly message: string }[];
};

export type LaunchWarning = { readonly entry: string; readonly message: string };
