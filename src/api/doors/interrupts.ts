// Interrupts: what a caller may answer, answers of people, and the callback of machines (INT-19, INT-22, RT-GATE-13).
import { interruptEntry } from '../../engine/documents/interrupt-entry';
import { type InterruptRow, isForPeople } from '../../engine/interrupts/row';
import { isObject, own } from '../../model/json';
import { INTERRUPT_STATUSES, INTERRUPT_TYPES } from '../../model/status';
import type { Door } from '../door';
import { permits } from '../door';
import { type Answer, page, refusal, refuse, result } from '../envelope';
import { isStatus } from '../persisted-runs';
import type { Principal } from '../principal';
import { readPaging, readText } from '../query';
import { denied, mayView, type RunCall, runDoor, viewedRunDoor } from '../run-access';
import { INTERRUPT } from '../run-schemas';
import { pageOf, resultOf } from '../schemas';
import { PAGING } from './parameters';

const BASE = '/api/flowdrop/interrupts';
const ONE = `${BASE}/:id`;
const LONGEST_REASON = 1000;

/** `value` is any value; whether it is there is judged by the handler, for the codes that the rules print. */
const ANSWER_BODY = { type: 'object', properties: { value: { description: 'The answer.' } } };
const CANCEL_BODY = {
  type: 'object',
  properties: { reason: { type: 'string', maxLength: LONGEST_REASON, description: 'For people.' } },
};

const FILTERS = [
  {
    name: 'status',
    description: 'Only interrupts that stand so; the open ones where it is absent.',
    schema: { type: 'string', enum: [...INTERRUPT_STATUSES] },
  },
  {
    name: 'type',
    description: 'Only interrupts of this type.',
    schema: { type: 'string', enum: [...INTERRUPT_TYPES] },
  },
];

/** RT-GATE-13: the inbox is its owner's. A gate's question without owner is everybody's who may resolve. */
function isInInbox(principal: Principal, row: InterruptRow): boolean {
  // INT-20: what waits for a machine is no question to a person.
  if (!isForPeople(row)) return false;
  if (row.initiator === null) return row.asker === 'gate';
  return principal.id !== '' && row.initiator === principal.id;
}

const list = runDoor(
  {
    method: 'GET',
    path: BASE,
    permission: 'resolve interrupts',
    summary: 'Lists the questions that the caller may answer, the oldest first',
    query: [...FILTERS, ...PAGING],
    answers: { 200: pageOf(INTERRUPT) },
    refusals: ['SEARCH_INVALID'],
  },
  async ({ runs, query, principal }) => {
    const [status, type] = [readText(query, 'status'), readText(query, 'type')];
    if (!status.ok) return refusal(status.error);
    if (!type.ok) return refusal(type.error);
    const wanted = status.value ?? 'pending';
    if (!isStatus(wanted, INTERRUPT_STATUSES))
      return refusal(refuse('SEARCH_INVALID', `"status" is one of: ${INTERRUPT_STATUSES.join(', ')}.`));
    if (type.value !== undefined && !isStatus(type.value, INTERRUPT_TYPES))
      return refusal(refuse('SEARCH_INVALID', `"type" is one of: ${INTERRUPT_TYPES.join(', ')}.`));
    const rows = (await runs.rows.interrupts.list({ status: wanted })).filter(
      (row) => (type.value === undefined || row.type === type.value) && isInInbox(principal, row),
    );
    const paging = readPaging(query);
    const shown = rows.slice(paging.offset, paging.offset + paging.limit);
    return page(shown.map(interruptEntry), { total: rows.length, ...paging });
  },
);

const ofRun = viewedRunDoor(
  {
    method: 'GET',
    path: '/api/flowdrop/pipeline/:id/interrupts',
    permission: 'view own runs',
    orPermission: 'view any runs',
    summary: 'Lists the interrupts of a run, the oldest first',
    query: [{ ...FILTERS[0], name: 'status', description: 'Only interrupts that stand so.' }, ...PAGING].map(
      (parameter) => ({ schema: { type: 'string' }, ...parameter }),
    ),
    answers: { 200: pageOf(INTERRUPT) },
    refusals: ['SEARCH_INVALID'],
  },
  async ({ runs, run, query }) => {
    const status = readText(query, 'status');
    if (!status.ok) return refusal(status.error);
    if (status.value !== undefined && !isStatus(status.value, INTERRUPT_STATUSES))
      return refusal(refuse('SEARCH_INVALID', `"status" is one of: ${INTERRUPT_STATUSES.join(', ')}.`));
    const rows = (await runs.rows.interrupts.list({ run: run.id })).filter(
      (row) => status.value === undefined || row.status === status.value,
    );
    const paging = readPaging(query);
    const shown = rows.slice(paging.offset, paging.offset + paging.limit);
    return page(shown.map(interruptEntry), { total: rows.length, ...paging });
  },
);

const read = runDoor(
  {
    method: 'GET',
    path: ONE,
    permission: 'resolve interrupts',
    orPermission: 'view own runs',
    summary: 'Reads an interrupt',
    answers: { 200: resultOf(INTERRUPT) },
    refusals: ['INTERRUPT_NOT_FOUND'],
  },
  async (call) => {
    const row = await call.runs.rows.interrupts.get(call.params.id ?? '');
    if (row === undefined) return absent(call);
    if (!(await isVisible(call, row))) return denied();
    return result(interruptEntry(row));
  },
);

/** Whoever may answer it, and whoever may view the run that asks. */
async function isVisible({ runs, principal }: RunCall, row: InterruptRow): Promise<boolean> {
  if (permits(principal, 'resolve interrupts') && isForPeople(row)) return true;
  const run = await runs.rows.run(row.run);
  return run !== undefined && mayView(principal, runs, run);
}

const RESOLVE_CODES = [
  'BODY_INVALID',
  'VALUE_REQUIRED',
  'INTERRUPT_NOT_FOUND',
  'INTERRUPT_TYPE_MISMATCH',
  'INTERRUPT_NOT_PENDING',
  'INTERRUPT_EXPIRED',
] as const;

const answer = runDoor(
  {
    method: 'POST',
    path: ONE,
    permission: 'resolve interrupts',
    summary: 'Answers a question as a person; the run then goes on',
    body: ANSWER_BODY,
    bodyOptional: true,
    answers: { 200: resultOf(INTERRUPT) },
    refusals: [...RESOLVE_CODES, 'VALUE_INVALID'],
  },
  async (call) => resolve(call, 'person'),
);

// INT-19: only what no browser sends by itself opens it: a bearer token.
const callback = runDoor(
  {
    method: 'POST',
    path: `${ONE}/callback`,
    permission: 'resolve interrupts by callback',
    summary: 'Answers, as another system, the wait that it was called with',
    body: ANSWER_BODY,
    bodyOptional: true,
    answers: { 200: resultOf(INTERRUPT) },
    refusals: [...RESOLVE_CODES, 'VALUE_INVALID'],
  },
  async (call) => resolve(call, 'callback'),
);

async function resolve(call: RunCall, via: 'person' | 'callback'): Promise<Answer> {
  const { body, world, runs, principal, params } = call;
  if (!isObject(body)) return refusal(refuse('BODY_INVALID', 'An answer is an object with a "value".'));
  const resolved = await runs.answer(await world.catalog(), params.id ?? '', {
    value: own(body, 'value'),
    by: principal.id === '' ? null : principal.id,
    via,
  });
  return resolved.ok
    ? result(interruptEntry(resolved.value))
    : refusal(refuse(resolved.error.code, resolved.error.message));
}

const cancel = runDoor(
  {
    method: 'POST',
    path: `${ONE}/cancel`,
    permission: 'resolve interrupts',
    summary: 'Withdraws a question; its run stays paused',
    body: CANCEL_BODY,
    bodyOptional: true,
    answers: { 200: resultOf(INTERRUPT) },
    refusals: [
      'BODY_INVALID',
      'INTERRUPT_NOT_FOUND',
      'INTERRUPT_TYPE_MISMATCH',
      'INTERRUPT_NOT_PENDING',
      'INTERRUPT_EXPIRED',
    ],
  },
  async ({ body, world, runs, principal, params }) => {
    const reason = own(body, 'reason') ?? '';
    if (typeof reason !== 'string' || reason.length > LONGEST_REASON)
      return refusal(refuse('BODY_INVALID', `"reason" is a text of at most ${LONGEST_REASON} characters.`));
    const withdrawn = await runs.withdraw(await world.catalog(), params.id ?? '', {
      by: principal.id === '' ? null : principal.id,
      reason,
    });
    return withdrawn.ok
      ? result(interruptEntry(withdrawn.value))
      : refusal(refuse(withdrawn.error.code, withdrawn.error.message));
  },
);

function absent({ params }: RunCall): Answer {
  return refusal(refuse('INTERRUPT_NOT_FOUND', `There is no interrupt ${params.id ?? ''}.`));
}

export const INTERRUPT_DOORS: readonly Door[] = [list, ofRun, read, answer, callback, cancel];
