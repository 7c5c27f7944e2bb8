// Launching: a new run of a stored workflow, and a new run of what a run was.
import { waitRefusal } from '../../contract/wait';
import type { LaunchFailure } from '../../engine/launch';
import { isObject, type Json, own, ownString } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { checkValue } from '../../model/schema-check';
import { describeViolation, pathText } from '../../model/violation-text';
import type { ApiCode } from '../codes';
import type { Door } from '../door';
import { type Detail, type Refusal, refusal, refuse, result } from '../envelope';
import { mayView, type RunCall, runDoor, viewedRunDoor } from '../run-access';
import { isAtRest, launchedResponse, restedResponse } from '../run-response';
import { LAUNCH_BODY, RUN_RESPONSE } from '../run-schemas';
import type { DoorLaunch } from '../run-service';
import { resultOf } from '../schemas';
import { documentOf } from '../stored-workflow';
import { mayViewSnapshot, payloadOf } from './snapshots';
import { absent, idOf, WORKFLOWS } from './workflows';

const LAUNCH_CODES: readonly ApiCode[] = [
  'INPUT_UNDECLARED',
  'INPUT_REQUIRED',
  'INPUT_INVALID',
  'STRATEGY_UNAVAILABLE',
  'WORKFLOW_INVALID',
  'COMPILATION_FAILED',
  'LOOPS_NOT_SUPPORTED',
  'TRIGGER_UNKNOWN',
  'CHECKPOINT_STORE_UNKNOWN',
  'CHECKPOINT_TERMINAL',
  'SNAPSHOT_INVALID',
  'SNAPSHOT_TERMINAL',
  'SNAPSHOT_WORKFLOW_MISMATCH',
  'SNAPSHOT_UNSUPPORTED',
  'WORKFLOW_CYCLE',
  'WORKFLOW_TOO_DEEP',
  'WORKFLOW_NODES_NOT_SUPPORTED',
  'CALLBACKS_UNAVAILABLE',
];

const execute = runDoor(
  {
    method: 'POST',
    path: `${WORKFLOWS}/:id/execute`,
    permission: 'execute workflows',
    summary: 'Launches a workflow; answers at once, or with `wait` when the run ends, pauses or asks',
    body: LAUNCH_BODY,
    bodyOptional: true,
    answers: { 200: resultOf(RUN_RESPONSE), 202: resultOf(RUN_RESPONSE) },
    refusals: [
      'BODY_INVALID',
      'WORKFLOW_NOT_FOUND',
      'WORKFLOW_ASYNCHRONOUS',
      'SNAPSHOT_NOT_FOUND',
      ...LAUNCH_CODES,
    ],
  },
  async (call) => {
    const { world, runs, principal } = call;
    const sent = readLaunch(call.body);
    if (!sent.ok) return refusal(sent.error);
    const record = await world.workflows.get(idOf(call));
    if (record === undefined) return absent(call);
    const document = documentOf(record);
    const { request } = sent.value;
    // MAN-19: a strategy that answers when it is over is waited for as well.
    const waits = sent.value.wait || runs.isSynchronous(request.strategy);
    const refused = waitRefusal(document, waits);
    if (refused !== undefined) return refusal(refuse('WORKFLOW_ASYNCHRONOUS', refused.message));
    const snapshot = await attached(call, sent.value.snapshot);
    if (!snapshot.ok) return refusal(snapshot.error);
    const seeded = snapshot.value === undefined ? request : { ...request, snapshot: snapshot.value };
    const launched = await runs.launch(await world.catalog(), document, seeded, principal);
    if (!launched.ok) return refusal(refusalOf(launched.error));
    const run = launched.value;
    if (!waits) return result(launchedResponse(run), 202);
    const rested = (await runs.rest(run.id)) ?? run;
    // The wait is over and the run is not: it is told as any other that goes on without its caller.
    return result(await restedResponse(runs, rested), isAtRest(rested) ? 200 : 202);
  },
);

/**
 * INT-10: a snapshot is sent, or named by the execution that it is of: the stored one, else that of the run as it stands.
 * SNAP-2: absence is answered before denial.
 */
async function attached(
  { world, runs, principal }: RunCall,
  snapshot: Json | undefined,
): Promise<Result<Json | undefined, Refusal>> {
  if (typeof snapshot !== 'string') return ok(snapshot);
  const record = await world.snapshots.get(snapshot);
  if (record !== undefined) {
    if (!mayViewSnapshot(principal, record)) return fail(refuse('ACCESS_DENIED'));
    const stored = payloadOf(record);
    return stored === undefined ? fail(refuse('SNAPSHOT_NOT_FOUND')) : ok(stored);
  }
  const run = await runs.rows.run(snapshot);
  if (run === undefined) return fail(refuse('SNAPSHOT_NOT_FOUND'));
  if (!mayView(principal, runs, run)) return fail(refuse('ACCESS_DENIED'));
  const made = await runs.snapshot(run.id);
  return made === undefined ? fail(refuse('SNAPSHOT_NOT_FOUND')) : ok(made);
}

const rerun = viewedRunDoor(
  {
    method: 'POST',
    path: '/api/flowdrop/pipeline/:id/rerun',
    permission: 'execute workflows',
    summary: 'Launches a new, independent run with the input of this one',
    body: { type: 'object' },
    bodyOptional: true,
    answers: { 202: resultOf(RUN_RESPONSE) },
    refusals: LAUNCH_CODES,
  },
  async ({ world, runs, run, principal }) => {
    // INT-11: of the workflow as it is stored now; as it was run where it is stored no more.
    const record = await world.workflows.get(run.workflow);
    const document = record === undefined ? undefined : documentOf(record);
    const launched = await runs.rerun(await world.catalog(), document, run, principal);
    if (!launched.ok) return refusal(refusalOf(launched.error));
    return result(launchedResponse(launched.value), 202);
  },
);

export const LAUNCH_DOORS: readonly Door[] = [execute, rerun];

type Launch = { readonly request: DoorLaunch; readonly wait: boolean; readonly snapshot: Json | undefined };

function readLaunch(body: Json): Result<Launch, Refusal> {
  if (!isObject(body)) return fail(refuse('BODY_INVALID', 'A launch is an object.'));
  const unknown = Object.keys(body).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    // MAN-12: neither inputs beside `inputs` nor node-keyed data are a way in.
    const message = `"${unknown}" is no key of a launch; there are: ${KEYS.join(', ')}. Declared inputs are sent in "inputs".`;
    return fail(refuse('BODY_INVALID', message, [{ code: 'BODY_INVALID', message, locator: unknown }]));
  }
  const violation = checkValue(body, LAUNCH_BODY, 'run');
  if (violation !== undefined) {
    const locator = pathText(violation.path);
    const message = describeViolation(violation, 'The body');
    return fail(refuse('BODY_INVALID', message, [{ code: 'BODY_INVALID', message, locator }]));
  }
  const inputs = own(body, 'inputs');
  const text = (key: string, as: 'strategy' | 'checkpoint' | 'thread') => {
    const value = ownString(body, key);
    return value === undefined || value === '' ? {} : { [as]: value };
  };
  return ok({
    request: {
      ...(isObject(inputs) ? { inputs } : {}),
      ...text('orchestrator', 'strategy'),
      ...text('checkpoint', 'checkpoint'),
      ...text('thread', 'thread'),
    },
    wait: own(body, 'wait') === true,
    snapshot: own(body, 'snapshot'),
  });
}

const KEYS = Object.keys(isObject(LAUNCH_BODY.properties) ? LAUNCH_BODY.properties : {});

/** The refusal of a launch in the envelope of the doors: each reason with its place. */
export function refusalOf({ code, message, details }: LaunchFailure): Refusal {
  const told = details.map((detail): Detail => {
    const said = ownString(detail, 'message') ?? message;
    return { code: ownString(detail, 'code') ?? code, message: said, locator: placeOf(detail) };
  });
  return refuse(code, message, told.length === 0 ? undefined : told);
}

function placeOf(detail: Json): string {
  if (typeof detail === 'string') return detail;
  const name = ownString(detail, 'name');
  const node = ownString(detail, 'node');
  return (
    ownString(detail, 'locator') ??
    (name === undefined ? (node === undefined ? '' : `node.${node}`) : `inputs.${name}`)
  );
}
