// Between the owner of the expressions' worker and the worker.
import type { ExpressionHost, ExpressionOutcome, ExpressionVerdict } from '../expression/types';
import type { Json } from '../model/json';

export type ExpressionQuestion =
  | { readonly id: number; readonly ask: 'validate'; readonly engine: string; readonly expression: string }
  | {
      readonly id: number;
      readonly ask: 'evaluate';
      readonly engine: string;
      readonly expression: string;
      readonly context: Json;
      readonly maxLength: number;
    };

export type ExpressionAnswer =
  /** The engine is loaded and the evaluation begins: from here on time counts. */
  | { readonly id: number; readonly kind: 'begun' }
  | { readonly id: number; readonly kind: 'verdict'; readonly verdict: ExpressionVerdict }
  | { readonly id: number; readonly kind: 'outcome'; readonly outcome: ExpressionOutcome };

/**
 * Answers one question with two messages: `begun` once the engine is there (its download is not the expression's time),
 * then the verdict or the outcome. Never rejects.
 */
export async function answerQuestion(
  host: ExpressionHost,
  question: ExpressionQuestion,
  post: (answer: ExpressionAnswer) => void,
): Promise<void> {
  const { id, engine, expression } = question;
  await host.validate(engine, '1');
  post({ id, kind: 'begun' });
  if (question.ask === 'validate') {
    post({ id, kind: 'verdict', verdict: await host.validate(engine, expression) });
    return;
  }
  const outcome = await host.evaluate(engine, expression, question.context, {
    maxLength: question.maxLength,
  });
  post({ id, kind: 'outcome', outcome });
}
