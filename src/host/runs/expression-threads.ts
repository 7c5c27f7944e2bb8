// LANG-2, R11: expressions of runs in a thread of their own, so that one that takes too long stops nobody else.
import { Worker } from 'node:worker_threads';
import { createWorkerExpressionHost, type ExpressionWorker } from '../../worker/expression-host';

/** An expression host in a thread, which is made at the first expression and does not keep the process alive. */
export function createThreadedExpressions(): ReturnType<typeof createWorkerExpressionHost> {
  return createWorkerExpressionHost(spawn);
}

function spawn(): ExpressionWorker {
  const thread = new Worker(new URL('./expression-thread.mjs', import.meta.url), { execArgv: [] });
  thread.unref();
  const worker: ExpressionWorker = {
    postMessage: (question) => thread.postMessage(question),
    terminate: () => void thread.terminate(),
    onmessage: null,
    onerror: null,
  };
  thread.on('message', (data) => worker.onmessage?.(new MessageEvent('message', { data })));
  thread.on('error', (cause) => worker.onerror?.(new ThreadFailure(cause)));
  return worker;
}

/** An ErrorEvent, which Node does not have. */
class ThreadFailure extends Event implements ErrorEvent {
  readonly error: unknown;
  readonly message: string;
  readonly filename = '';
  readonly lineno = 0;
  readonly colno = 0;
  constructor(cause: unknown) {
    super('error');
    this.error = cause;
    this.message = cause instanceof Error ? cause.message : String(cause);
  }
}
