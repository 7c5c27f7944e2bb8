// ERR-1, ERR-2, ERR-7: the failure of a node as a value.
import type { Json, JsonObject } from '../model/json';
import type { ErrorEnvelope } from './ports';

/** What a node-level failure tells. */
export type Failure = {
  readonly message: string;
  readonly code: string;
  readonly retryable: boolean;
  readonly details?: Json | undefined;
};

/** The error-status output of a node. ERR-2: `error_retryable` is there with `true`, or not at all. */
export type ErrorOutput = {
  readonly message: string;
  readonly code: string;
  readonly details?: Json;
  readonly error_retryable?: true;
};

export function errorOutput({ message, code, retryable, details }: Failure): ErrorOutput {
  return {
    message,
    code,
    ...(details === undefined ? {} : { details }),
    ...(retryable ? { error_retryable: true } : {}),
  };
}

/** ERR-2: only the literal `true` counts. */
export function isRetryable(output: { readonly error_retryable?: unknown }): boolean {
  return output.error_retryable === true;
}

/** ERR-11: a maximum of N allows N attempts after the first. */
export function mayRetry(
  output: { readonly error_retryable?: unknown },
  attempts: number,
  maxRetries: number,
): boolean {
  return isRetryable(output) && attempts <= maxRetries;
}

/** ERR-7: what an error edge carries. `details` only where the failure had some. */
export function envelopeOf(node: string, output: ErrorOutput): ErrorEnvelope {
  return {
    message: output.message,
    code: output.code,
    node_id: node,
    retryable: isRetryable(output),
    ...(output.details === undefined ? {} : { details: output.details }),
  };
}

/** ERR-7: the outputs of a node whose failure was routed, in place of all it would have produced. */
export function routedOutputs(envelope: ErrorEnvelope): JsonObject {
  const { message, code, node_id, retryable, details } = envelope;
  return { error: { message, code, node_id, retryable, ...(details === undefined ? {} : { details }) } };
}
