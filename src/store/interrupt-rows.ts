// The rows of interrupts, and their one decoder.
import { dueAt, INTERRUPT_ASKERS, type InterruptRow } from '../engine/interrupts/row';
import type { Result } from '../model/problem';
import { INTERRUPT_DIRECTIONS, INTERRUPT_STATUSES, INTERRUPT_TYPES } from '../model/status';
import {
  json,
  jsonObject,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Reader,
  rowDecoder,
  string,
} from './decode';

/** `due`: when a sweep has to look at it, for the index; a row that none has to look at lacks it. */
export type StoredInterrupt = InterruptRow & { readonly due?: number };

const v1: Reader<1> = () => 1;

const decodeStored: (row: unknown) => Result<StoredInterrupt> = rowDecoder(
  'interrupt',
  1,
  object({
    v: v1,
    id: string,
    type: oneOf(INTERRUPT_TYPES),
    status: oneOf(INTERRUPT_STATUSES),
    direction: oneOf(INTERRUPT_DIRECTIONS),
    asker: oneOf(INTERRUPT_ASKERS),
    message: nullable(string),
    run: string,
    workflow: string,
    node: string,
    job: string,
    session: nullable(string),
    schema: nullable(jsonObject),
    options: json,
    context: nullable(jsonObject),
    defaultValue: json,
    response: json,
    created: number,
    expires: nullable(number),
    scheduled: nullable(number),
    resolved: nullable(number),
    resolvedBy: nullable(string),
    initiator: nullable(string),
    reason: nullable(string),
    targetRun: nullable(string),
    linked: nullable(string),
    taken: nullable(number),
    about: optional(string),
    due: optional(number),
  } satisfies { readonly [K in keyof Required<StoredInterrupt>]: Reader<StoredInterrupt[K]> }),
);

export function decodeInterrupt(row: unknown): Result<InterruptRow> {
  const decoded = decodeStored(row);
  if (!decoded.ok) return decoded;
  const { due: _due, ...interrupt } = decoded.value;
  return { ok: true, value: interrupt };
}

export function storedInterrupt(row: InterruptRow): StoredInterrupt {
  const due = dueAt(row);
  return due === undefined ? row : { ...row, due };
}

/** The row of version 3 of the database, of one that was written before it; one that cannot be read goes. */
export function withDue(row: unknown): StoredInterrupt | undefined {
  const decoded = decodeInterrupt(row);
  return decoded.ok ? storedInterrupt(decoded.value) : undefined;
}
