// The expressions' worker: evaluates what it is sent, one message an answer. The page, or another worker, ends it when an
// expression takes too long.
import { createExpressionHost } from '../expression/host';
import { answerQuestion, type ExpressionAnswer, type ExpressionQuestion } from './expression-messages';

const host = createExpressionHost();
const post = (answer: ExpressionAnswer): void => self.postMessage(answer);

self.addEventListener('message', (event: MessageEvent<ExpressionQuestion>) => {
  void answerQuestion(host, event.data, post);
});
