// LANG-2, R11: expressions in a worker of their own, which is ended when an expression takes too long.
import { DEFAULT_MAX_LENGTH, isEngineId, unknownEngine } from '../expression/host';
import type { ExpressionHost, ExpressionOutcome, ExpressionVerdict } from '../expression/types';
import type { ExpressionAnswer, ExpressionQuestion } from './expression-messages';

/** What is used of a worker. */
export type ExpressionWorker = {
  postMessage(question: ExpressionQuestion): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<ExpressionAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

export type WorkerHostOptions = {
  /** Milliseconds that one expression may take, its engine's loading apart; default 2000. */
  readonly timeoutMs?: number;
  /** Milliseconds that an engine's loading may take; default 30000. */
  readonly loadTimeoutMs?: number;
  /** Longest result in characters; default 1,000,000. */
  readonly maxLength?: number;
};

type Settled =
  | { readonly kind: 'verdict'; readonly verdict: ExpressionVerdict }
  | { readonly kind: 'outcome'; readonly outcome: ExpressionOutcome }
  | { readonly kind: 'failed'; readonly reason: 'timeout' | 'lost'; readonly message: string };

type Waiting = {
  readonly question: ExpressionQuestion;
  readonly timeoutMs: number;
  readonly settle: (settled: Settled) => void;
};
type Running = Waiting & { readonly worker: ExpressionWorker; timer: ReturnType<typeof setTimeout> };

/** A question without its number. */
type Asked = ExpressionQuestion extends infer Q
  ? Q extends ExpressionQuestion
    ? Omit<Q, 'id'>
    : never
  : never;

/**
 * A host in front of a worker. Asks one question at a time, so that an overrun is the fault of the expression that runs and
 * of no other: that worker is ended, a new one takes the rest of the queue. The worker is made at the first question; an
 * unknown engine and an empty expression never reach it (LANG-2, LANG-3). Never rejects.
 */
export function createWorkerExpressionHost(
  spawn: () => ExpressionWorker,
  options: WorkerHostOptions = {},
): ExpressionHost & {
  /** Ends the worker. Open questions fail; the next question makes a new one. */ close(): void;
} {
  const queue: Waiting[] = [];
  let worker: ExpressionWorker | undefined;
  let running: Running | undefined;
  let last = 0;

  function ask(question: Asked, timeoutMs: number): Promise<Settled> {
    return new Promise((settle) => {
      last += 1;
      queue.push({ question: { ...question, id: last }, timeoutMs, settle });
      advance();
    });
  }

  function advance(): void {
    if (running !== undefined) return;
    const next = queue.shift();
    if (next === undefined) return;
    try {
      const target = worker ?? open();
      const timer = setTimeout(
        () => overrun('The expression engine did not load'),
        options.loadTimeoutMs ?? 30_000,
      );
      running = { ...next, worker: target, timer };
      target.postMessage(next.question);
    } catch (thrown) {
      abandon('lost', thrown instanceof Error ? thrown.message : String(thrown), next);
    }
  }

  function open(): ExpressionWorker {
    const opened = spawn();
    opened.onmessage = (event) => {
      if (worker === opened) receive(event.data);
    };
    opened.onerror = (event) => {
      if (worker === opened) abandon('lost', event.message || 'The worker failed.', running);
    };
    worker = opened;
    return opened;
  }

  function receive(answer: ExpressionAnswer): void {
    const current = running;
    if (current === undefined || current.question.id !== answer.id) return;
    clearTimeout(current.timer);
    if (answer.kind === 'begun') {
      const sentence = `The expression took longer than ${current.timeoutMs} ms`;
      current.timer = setTimeout(() => overrun(sentence), current.timeoutMs);
      return;
    }
    running = undefined;
    current.settle(answer);
    advance();
  }

  function overrun(sentence: string): void {
    abandon('timeout', `${sentence} and was ended.`, running);
  }

  /** Ends the worker, fails one question, and goes on with the next in a new worker. */
  function abandon(reason: 'timeout' | 'lost', message: string, failed: Waiting | undefined): void {
    if (running !== undefined) clearTimeout(running.timer);
    worker?.terminate();
    worker = undefined;
    running = undefined;
    failed?.settle({ kind: 'failed', reason, message });
    advance();
  }

  return {
    async validate(engine, expression) {
      if (!isEngineId(engine)) return { ok: false, message: unknownEngine(engine) };
      if (expression === '') return { ok: true };
      const settled = await ask({ ask: 'validate', engine, expression }, options.timeoutMs ?? 2000);
      if (settled.kind === 'verdict') return settled.verdict;
      return {
        ok: false,
        message: settled.kind === 'failed' ? settled.message : 'The worker gave no verdict.',
      };
    },
    async evaluate(engine, expression, context, bounds) {
      if (!isEngineId(engine))
        return { ok: false, fault: { kind: 'unknown_engine', message: unknownEngine(engine) } };
      const maxLength = bounds?.maxLength ?? options.maxLength ?? DEFAULT_MAX_LENGTH;
      const timeoutMs = bounds?.timeoutMs ?? options.timeoutMs ?? 2000;
      const settled = await ask({ ask: 'evaluate', engine, expression, context, maxLength }, timeoutMs);
      if (settled.kind === 'outcome') return settled.outcome;
      if (settled.kind === 'failed' && settled.reason === 'timeout')
        return { ok: false, fault: { kind: 'timeout', message: settled.message } };
      const message = settled.kind === 'failed' ? settled.message : 'The worker gave no outcome.';
      return { ok: false, fault: { kind: 'evaluate', message } };
    },
    close() {
      const open = [...(running === undefined ? [] : [running]), ...queue.splice(0)];
      if (running !== undefined) clearTimeout(running.timer);
      worker?.terminate();
      worker = undefined;
      running = undefined;
      for (const { settle } of open)
        settle({ kind: 'failed', reason: 'lost', message: 'The expressions were closed.' });
    },
  };
}
