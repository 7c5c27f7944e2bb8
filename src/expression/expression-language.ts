// LANG-4, LANG-6, LANG-10: the engine `expression_language`.
import { Meter } from './bounds';
import { evaluateLanguage } from './language-evaluator';
import { type LanguageNode, parseLanguage } from './language-parser';
import { fault, messageOf, recentlyUsed, variablesOf } from './outcome';
import type { ExpressionEngine } from './types';

/** The engine `expression_language`: the Symfony expression language over JSON values. Parses an expression once. */
export function createExpressionLanguageEngine(): ExpressionEngine {
  const meter = new Meter();
  const parsed = recentlyUsed<LanguageNode>(200);
  const parse = (expression: string): LanguageNode => parsed.get(expression, () => parseLanguage(expression));
  return {
    id: 'expression_language',
    family: 'transformation',
    validate(expression) {
      if (expression === '') return { ok: true }; // LANG-3
      try {
        parse(expression);
        return { ok: true };
      } catch (thrown) {
        return { ok: false, message: messageOf(thrown) };
      }
    },
    evaluate(expression, context) {
      if (expression === '') return { ok: true, value: null };
      let node: LanguageNode;
      try {
        node = parse(expression);
      } catch (thrown) {
        return fault('compile', messageOf(thrown));
      }
      try {
        meter.reset();
        return { ok: true, value: evaluateLanguage(node, variablesOf(context), meter) };
      } catch (thrown) {
        if (meter.exceeded !== undefined) return { ok: false, fault: meter.exceeded };
        return fault('evaluate', messageOf(thrown));
      }
    },
  };
}
