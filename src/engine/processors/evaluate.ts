// LANG-2, LANG-22, LANG-29: an author's expression in a node. An expression error fails the node; a clean empty result does not.
import type { ExpressionOutcome } from '../../expression/types';
import { ENGINE_IDS } from '../../expression/types';
import type { Json } from '../../model/json';
import { NodeFailure, type ProcessorContext } from './types';

export type Evaluated = Extract<ExpressionOutcome, { ok: true }>;

/**
 * Evaluates, or fails the node. `what` names the place for people, e.g. `The output "total"`; the failure names it, the
 * engine and the expression. The path engines never raise (LANG-8, LANG-9), so what does not compile for them is found by
 * validating first.
 */
export async function evaluateOrFail(
  context: ProcessorContext,
  engine: string,
  expression: string,
  data: Json,
  what: string,
): Promise<Evaluated> {
  const failure = (kind: string, message: string): NodeFailure =>
    new NodeFailure(`${what} failed: engine "${engine}", expression "${shortened(expression)}": ${message}`, {
      code: 'expression_error',
      details: { engine, expression, kind },
      cause: new Error(message),
    });
  if (!ENGINE_IDS.some((id) => id === engine))
    throw failure('unknown_engine', `There is no such engine; there are ${ENGINE_IDS.join(', ')}.`);
  if (engine === 'jsonpath' || engine === 'property_path') {
    const verdict = await context.expressions.validate(engine, expression);
    if (!verdict.ok) throw failure('compile', verdict.message);
  }
  const outcome = await context.expressions.evaluate(engine, expression, data);
  if (!outcome.ok) throw failure(outcome.fault.kind, outcome.fault.message);
  return outcome;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
