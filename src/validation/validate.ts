import type { Catalog } from '../catalog/types';
import type { ExpressionHost } from '../expression/types';
import type { WorkflowDocument } from '../model/document';
import type { Finding } from '../model/finding';
import { expressionsOf, judgeExpressions } from './expressions';
import { createValidator } from './incremental';
import { inDocumentOrder } from './locate';

/**
 * All rules that need no expression engine, on the document as it stands: nothing is filled in, dropped or repaired
 * before it is judged (STORE-10). In document order: nodes, edges, exposure; at one place by rule number.
 */
export function validate(document: WorkflowDocument, catalog: Catalog): readonly Finding[] {
  return createValidator(catalog).judge(document);
}

/** Every rule, R11 included: what a save through a door and a launch wait for (STORE-5, VAL-LAUNCH). Never rejects. */
export async function validateFully(
  document: WorkflowDocument,
  catalog: Catalog,
  host: ExpressionHost,
): Promise<readonly Finding[]> {
  const expressions = document.nodes.flatMap((node) => expressionsOf(node, catalog));
  const invalid = await judgeExpressions(expressions, host);
  const findings = validate(document, catalog);
  return invalid.length === 0 ? findings : inDocumentOrder([...findings, ...invalid], document);
}

/** True where nothing blocks a save or a launch. */
export function isValid(findings: readonly Finding[]): boolean {
  return findings.every((finding) => finding.severity === 'warning');
}
