// STORE-5, VAL-LAUNCH: the one judgement of a workflow that saves, imports and the validate door share.
import type { Catalog } from '../catalog/types';
import type { WorkflowDocument } from '../model/document';
import type { Finding, Severity } from '../model/finding';
import { locatorOf } from '../validation/locate';
import { textOf } from '../validation/text';
import { isValid, validateFully } from '../validation/validate';
import { type Detail, type Refusal, refuse } from './envelope';
import type { ApiWorld } from './types';

/**
 * Every finding of a workflow. `reduced` is what would be stored and is what is judged; `submitted` is what was sent, has
 * the same internal keys, and gives the positions.
 */
export type Judgement = {
  readonly findings: readonly Finding[];
  details(severity: Severity): readonly Detail[];
};

export async function judgeWorkflow(
  world: Pick<ApiWorld, 'expressions'>,
  catalog: Catalog,
  reduced: WorkflowDocument,
  submitted: WorkflowDocument = reduced,
): Promise<Judgement> {
  const findings = await validateFully(reduced, catalog, world.expressions);
  return {
    findings,
    details: (severity) =>
      findings
        .filter((finding) => finding.severity === severity)
        .map((finding) => ({
          code: finding.code,
          message: textOf(finding),
          locator: locatorOf(finding, submitted),
        })),
  };
}

/** STORE-5: the refusal with every error and no warning; `undefined` where nothing blocks. */
export function invalidity(judgement: Judgement): Refusal | undefined {
  return isValid(judgement.findings)
    ? undefined
    : refuse('WORKFLOW_INVALID', undefined, judgement.details('error'));
}
