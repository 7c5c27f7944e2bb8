// STORE-2, STORE-4: what a create or an update sends, judged before anything of it is looked up.
import { isAddressable } from '../model/addressable';
import { isArray, isObject, type Json, own } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import { checkValue, codePoints } from '../model/schema-check';
import { describeViolation, pathText } from '../model/violation-text';
import { type Refusal, refuse } from './envelope';
import { WORKFLOW_BODY } from './schemas';

/** The keys that were sent; `undefined` is a key that was not, and never one that was sent empty. */
export type WorkflowBody = {
  readonly name: string;
  readonly id: string | undefined;
  readonly description: string | undefined;
  readonly nodes: readonly Json[] | undefined;
  readonly edges: readonly Json[] | undefined;
  readonly metadata: Json | undefined;
  readonly interface: Json | undefined;
};

const MAX_NAME = 255;

/** Reads a body; the name first, then the kinds of the other keys. Unknown keys are not looked at. */
export function readWorkflowBody(body: Json): Result<WorkflowBody, Refusal> {
  if (!isObject(body)) return fail(refuse('BODY_INVALID', 'A workflow is an object with a name.'));
  const name = own(body, 'name');
  if (name === undefined || name === '') return fail(refuse('NAME_REQUIRED'));
  if (typeof name !== 'string') return fail(refuse('NAME_INVALID'));
  if (codePoints(name) > MAX_NAME) return fail(refuse('NAME_TOO_LONG'));
  const violation = checkValue(body, WORKFLOW_BODY, 'run');
  if (violation !== undefined) {
    const locator = pathText(violation.path);
    const message = describeViolation(violation, 'The body');
    return fail(refuse('BODY_INVALID', message, [{ code: 'BODY_INVALID', message, locator }]));
  }
  const id = own(body, 'id');
  if (typeof id === 'string' && id !== '' && !isAddressable(id)) return fail(refuse('ID_INVALID'));
  const text = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);
  const list = (value: Json | undefined) => (isArray(value) ? value : undefined);
  return ok({
    name,
    id: text(id) || undefined,
    description: text(own(body, 'description')),
    nodes: list(own(body, 'nodes')),
    edges: list(own(body, 'edges')),
    metadata: own(body, 'metadata'),
    interface: own(body, 'interface'),
  });
}
