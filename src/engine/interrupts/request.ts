// What a processor asks with, and what of it becomes the row.
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../../model/json';
import type { InterruptType } from '../../model/status';
import type { InterruptAsker, InterruptRow } from './row';

/** Types that a node can ask with; the others are signals to a run. */
export const OUTWARD_TYPES = ['confirmation', 'choice', 'text', 'form', 'review', 'external_call'] as const;
export type OutwardType = (typeof OUTWARD_TYPES)[number];

/**
 * A question. `context` by type (all optional, published as they are):
 *
 * - confirmation: `confirm_label`, `cancel_label`
 * - choice: `multiple`, `min_selections`, `max_selections`; the choices are in `options`
 * - text: `placeholder`, `multiline`, `min_length`, `max_length`
 * - form: nothing; the form is `schema`
 * - review: `changes` (`{field, label, original, proposed}`), `accept_all_label`, `reject_all_label`, `submit_label`
 * - of a gate: `gate: true`; of a step that was cut off: `recovery: true`
 */
export type InterruptRequest = {
  readonly type: OutwardType;
  readonly message: string;
  readonly schema?: JsonObject;
  readonly options?: readonly Json[];
  readonly context?: JsonObject;
  readonly defaultValue?: Json;
  /** Milliseconds since the epoch; absent or not positive: it never expires (INT-23). */
  readonly expires?: number;
  /** Default `node`. */
  readonly asker?: InterruptAsker;
  /** RT-GATE-3. */
  readonly about?: string;
};

/** Reads what was asked with; `undefined` where it is no question that can be kept: the run then pauses without one (ERR-4). */
export function readRequest(value: Json): InterruptRequest | undefined {
  const type = OUTWARD_TYPES.find((known) => known === ownString(value, 'type'));
  if (type === undefined) return undefined;
  const [schema, options, context] = [own(value, 'schema'), own(value, 'options'), own(value, 'context')];
  const [expires, defaultValue] = [own(value, 'expires'), own(value, 'defaultValue')];
  const about = ownString(value, 'about');
  const asker = ownString(value, 'asker');
  return {
    type,
    message: ownString(value, 'message') ?? '',
    ...(isObject(schema) ? { schema } : {}),
    ...(isArray(options) ? { options } : {}),
    ...(isObject(context) ? { context } : {}),
    ...(defaultValue === undefined ? {} : { defaultValue }),
    ...(typeof expires === 'number' ? { expires } : {}),
    ...(about === undefined ? {} : { about }),
    ...(asker === 'gate' || asker === 'recovery' ? { asker } : {}),
  };
}

/** The request as the JSON that an interrupt carries. */
export function requestJson(request: InterruptRequest): JsonObject {
  const { options, ...rest } = request;
  return { ...rest, ...(options === undefined ? {} : { options: [...options] }) };
}

/** What of a row the place of its question gives. */
export type AskedBy = {
  readonly id: string;
  readonly run: string;
  readonly workflow: string;
  readonly node: string;
  readonly job: string;
  readonly session: string | null;
  readonly initiator: string | null;
  readonly now: number;
};

/** The row of a question that is asked now. */
export function openInterrupt(request: InterruptRequest, by: AskedBy): InterruptRow {
  const type: InterruptType = request.type;
  const { now, ...place } = by;
  return {
    v: 1,
    ...place,
    type,
    status: 'pending',
    direction: 'outward',
    asker: request.asker ?? 'node',
    message: request.message === '' ? null : request.message,
    schema: request.schema ?? null,
    options: request.options === undefined ? null : [...request.options],
    context: request.context ?? null,
    defaultValue: request.defaultValue ?? null,
    response: null,
    created: now,
    expires: request.expires ?? null,
    scheduled: null,
    resolved: null,
    resolvedBy: null,
    reason: null,
    targetRun: null,
    linked: null,
    taken: null,
    ...(request.about === undefined ? {} : { about: request.about }),
  };
}
