// Evaluates what it is sent, one message an answer. Its owner ends it when an expression takes too long.
import { parentPort } from 'node:worker_threads';
import { createExpressionHost } from '../../expression/host';
import { answerQuestion, type ExpressionQuestion } from '../../worker/expression-messages';
import { installPatterns } from '../patterns';

installPatterns();
const host = createExpressionHost();
const port = parentPort;
port?.on('message', (question: ExpressionQuestion) => {
  void answerQuestion(host, question, (answer) => port.postMessage(answer));
});
