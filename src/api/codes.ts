// API-8: every `error_code` that a door can answer, with its status and its one published sentence. Codes are never
// renumbered, renamed or reused; sentences may be reworded.
import { CODES as FINDINGS } from '../validation/codes';

type Entry = { readonly status: number; readonly sentence: string };

const code = (status: number, sentence: string): Entry => ({ status, sentence });

export const API_CODES = {
  INTERNAL_ERROR: code(500, 'An unexpected error occurred.'),
  STORE_UNAVAILABLE: code(503, 'The store could not keep the change, so nothing of it is stored; try again.'),
  ACCESS_DENIED: code(403, 'Access denied'),
  AUTHENTICATION_REQUIRED: code(401, 'Authentication is required; send a bearer token that is known here.'),
  ORIGIN_NOT_ALLOWED: code(
    403,
    'Pages of this origin may not call; add the origin to those that are allowed.',
  ),
  NOT_FOUND: code(404, 'There is no such door; /openapi.json lists all of them.'),
  METHOD_NOT_ALLOWED: code(
    405,
    'This door does not take this method; the Allow header names those that it does.',
  ),
  REQUEST_MALFORMED: code(400, 'This is no HTTP request that can be read.'),
  REQUEST_TIMEOUT: code(408, 'The request did not arrive in time; send it without long breaks.'),
  EXPECTATION_FAILED: code(417, 'Nothing but 100-continue can be expected.'),
  HEADERS_TOO_LARGE: code(431, 'The headers of the request are larger than 16 KiB; send less.'),
  BODY_MISSING: code(400, 'The request has no body; send a JSON object.'),
  BODY_UNREADABLE: code(400, 'The body could not be read to its end; send it again.'),
  BODY_ENCODING_UNSUPPORTED: code(
    400,
    'The content encoding of the body is not known; use gzip, deflate or none.',
  ),
  BODY_TOO_LARGE: code(400, 'The body is larger than 8 MiB; send less.'),
  BODY_TOO_DEEP: code(400, 'The body is nested 64 levels deep or more; 63 are accepted.'),
  BODY_NOT_JSON: code(400, 'The body is not well-formed JSON in UTF-8.'),
  BODY_SCALAR: code(400, 'The body is a single value; send an object or a list.'),
  BODY_NUMBER_RANGE: code(400, 'The body has a number that cannot be kept; send numbers below 1.8e308.'),
  BODY_INVALID: code(400, 'A key of the body has a value of the wrong kind; the details name it.'),
  NAME_REQUIRED: code(400, 'A workflow needs a name.'),
  NAME_INVALID: code(400, 'The name of a workflow is a text.'),
  NAME_TOO_LONG: code(400, 'The name of a workflow has at most 255 characters.'),
  ID_INVALID: code(400, 'An id is a text of 1 to 255 characters that can stand in an address.'),
  ID_MISMATCH: code(
    400,
    'The id in the body is another one than that in the address; an id cannot be changed.',
  ),
  INTERFACE_ENTRY_INVALID: code(400, 'An entry of the interface has a wrong shape; the details name it.'),
  SEARCH_INVALID: code(400, 'A search or filter parameter is one single value.'),
  WORKFLOW_NOT_FOUND: code(404, 'The workflow does not exist.'),
  WORKFLOW_ID_TAKEN: code(
    409,
    'A workflow with this id exists already; choose another id or update that one.',
  ),
  WORKFLOW_INVALID: code(422, 'Workflow validation failed'),
  BUNDLE_INVALID: code(422, 'The bundle has a wrong structure; the details name it.'),
  BUNDLE_FORMAT_UNSUPPORTED: code(422, 'The format of the bundle is not supported.'),
  BUNDLE_PUBLISHER_UNTRUSTED: code(
    403,
    'The publisher of the bundle is not trusted, and the import is not confirmed by somebody who may.',
  ),
  BUNDLE_PROCESSOR_MISSING: code(422, 'The bundle needs a processor that is not available here.'),
  BUNDLE_NODE_TYPE_INVALID: code(422, 'A node type of the bundle cannot be made.'),
  BUNDLE_FLOW_ID_INVALID: code(
    422,
    'The id of the flow has other characters than a-z, 0-9 and _, or more than 64.',
  ),
  NODE_TYPE_NOT_FOUND: code(404, 'The node type does not exist.'),
  NODE_TYPE_ID_TAKEN: code(
    409,
    'A node type with this id exists already; choose another id or update that one.',
  ),
  NODE_TYPE_INVALID: code(422, 'The node type cannot be read; the details name what is wrong.'),
  NODE_TYPE_SHIPPED: code(
    409,
    'The node type ships with the program and cannot be deleted; disable it instead.',
  ),
  NODE_TYPE_SCHEMA_UNAVAILABLE: code(
    422,
    'The schema of the processor cannot be read, so the stored parameters are kept and nothing is saved.',
  ),
  RUNS_UNAVAILABLE: code(501, 'Workflows are stored here and not run; launch them where they are run.'),
  TRIGGERS_UNAVAILABLE: code(501, 'No triggers are kept here; ask where workflows are run.'),
  TRIGGER_NOT_FOUND: code(404, 'The trigger does not exist.'),
  TRIGGER_ID_TAKEN: code(409, 'The node has a trigger already; update that one.'),
  TRIGGER_INVALID: code(422, 'The trigger cannot be stored as it was sent; the details name what is wrong.'),
  TRIGGER_DISABLED: code(409, 'The trigger is off; turn it on to invoke it.'),
  TRIGGER_NOT_EXTERNAL: code(
    409,
    'The trigger is not one for external orchestration; its event type is another.',
  ),
  TRIGGER_SKIPPED: code(
    409,
    'A run of the workflow is under way, and the trigger starts no other beside it.',
  ),
  TRIGGER_REFUSED: code(422, 'The run could not be launched; the details name why.'),
  PIPELINE_NOT_FOUND: code(404, 'The run does not exist.'),
  JOB_NOT_FOUND: code(404, 'Job not found'),
  PIPELINE_TERMINAL: code(409, 'The run has ended; it can be neither signalled nor resumed.'),
  INWARD_SIGNAL_ALREADY_PENDING: code(409, 'A signal is pending for the run already.'),
  NO_ACTIVE_PAUSE: code(409, 'The run has no pause that could be resumed.'),
  RUN_NOT_RESTORABLE: code(
    409,
    'The run cannot be continued: its workflow or its values are not what they were; run it again.',
  ),
  INPUT_UNDECLARED: code(400, 'The workflow declares no input of this name.'),
  INPUT_REQUIRED: code(400, 'A required input is missing.'),
  INPUT_INVALID: code(400, 'An input has a value of another type, or one that is not listed.'),
  STRATEGY_UNAVAILABLE: code(422, 'The execution strategy is not available, and no default is.'),
  COMPILATION_FAILED: code(422, 'The workflow cannot be compiled; the details name the stage.'),
  LOOPS_NOT_SUPPORTED: code(
    422,
    'Direct execution does not iterate, and the workflow has loops; choose another strategy.',
  ),
  TRIGGER_UNKNOWN: code(422, 'The workflow has no trigger of this id.'),
  CHECKPOINT_STORE_UNKNOWN: code(422, 'There is no such store of checkpoints.'),
  CHECKPOINT_TERMINAL: code(409, 'The checkpoint is of a run that has ended, and is not resumed.'),
  INTERRUPT_NOT_FOUND: code(404, 'The interrupt does not exist.'),
  INTERRUPT_TYPE_MISMATCH: code(
    409,
    'The interrupt is of a type that is not answered here: questions are for people, outbound calls for their callback.',
  ),
  INTERRUPT_NOT_PENDING: code(409, 'The interrupt has been answered or withdrawn already.'),
  INTERRUPT_EXPIRED: code(409, 'The time to answer the interrupt is over.'),
  VALUE_REQUIRED: code(400, 'An answer has a "value".'),
  VALUE_INVALID: code(400, 'The value is no answer to this question.'),
  CALLBACKS_UNAVAILABLE: code(
    422,
    'The workflow waits for another system to call back, which needs a host that it can reach.',
  ),
  SNAPSHOT_NOT_FOUND: code(404, 'Snapshot not found'),
  SNAPSHOT_INVALID: code(422, 'The snapshot cannot be read; the details name what is wrong.'),
  SNAPSHOT_TERMINAL: code(409, 'The snapshot is of a run that has ended, and is not resumed.'),
  SNAPSHOT_WORKFLOW_MISMATCH: code(422, 'The snapshot is of another workflow.'),
  SNAPSHOT_UNSUPPORTED: code(
    422,
    'The snapshot cannot be taken up, so nothing was started; launch without it, or with another strategy.',
  ),
  WORKFLOW_CYCLE: code(
    422,
    'The workflow would run itself, directly or through others; the details name them.',
  ),
  WORKFLOW_TOO_DEEP: code(422, 'Workflows are nested too deep; the details name them, outermost first.'),
  WORKFLOW_NODES_NOT_SUPPORTED: code(422, 'Workflows cannot be run as steps of other workflows here.'),
  WORKFLOW_ASYNCHRONOUS: code(
    409,
    'The workflow is declared asynchronous; launch it without waiting, and read its run.',
  ),
  LANE_OVERLAY_INVALID: code(422, 'The lane overlay has a wrong structure; the details name it.'),
} as const satisfies { readonly [code: string]: Entry };

export type ApiCode = keyof typeof API_CODES;

/** Every published code with its sentence: those of refusals, and those that entries of `details` carry. */
export const PUBLISHED_CODES: { readonly [code: string]: string } = Object.fromEntries([
  ...Object.entries(API_CODES).map(([name, { sentence }]) => [name, sentence] as const),
  ...Object.entries(FINDINGS).map(([name, { sentence }]) => [name, sentence] as const),
]);
