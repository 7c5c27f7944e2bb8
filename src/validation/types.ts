/*
 * Entry points of this room:
 *   validate.ts     validate(document, catalog): readonly Finding[]        all synchronous rules, in document order
 *   incremental.ts  createValidator(catalog): Validator                    re-judges only what an edit can have changed
 *   expressions.ts  expressionsOf(node, catalog): readonly ConfiguredExpression[]; judgeExpressions(...) with an ExpressionHost (R11)
 *   locate.ts       locatorOf(finding, document): string
 *   schema-check is in src/model/schema-check.ts (shared with parameter resolution)
 *   codes.ts        one published English sentence a code, and the severity (API-8)
 */
import type { WorkflowDocument } from '../model/document';
import type { Finding } from '../model/finding';

export type Validator = {
  /**
   * Findings of `document`, in document order. Compares with the last document it saw by identity (nodes and edges are
   * immutable), and re-judges only nodes, edges and entries that can have changed.
   */
  judge(document: WorkflowDocument): readonly Finding[];
};
