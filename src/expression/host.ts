// LANG-2, LANG-3: expressions in this thread (Node, tests, and inside the expressions' worker).
import type { Json } from '../model/json';
import { loadLinearEngine } from '../model/linear-engine';
import { fault, messageOf } from './outcome';
import {
  ENGINE_IDS,
  type EngineId,
  type ExpressionEngine,
  type ExpressionHost,
  type ExpressionOutcome,
} from './types';

/** A result longer than this is refused where the caller names no bound (characters of text, or of its JSON). */
export const DEFAULT_MAX_LENGTH = 1_000_000;

export type ExpressionHostOptions = {
  /** Longest result; default {@link DEFAULT_MAX_LENGTH}. */
  readonly maxLength?: number;
  /** Engines to use in place of the shipped ones, by id. */
  readonly engines?: { readonly [id in EngineId]?: () => Promise<ExpressionEngine> };
};

const SHIPPED: { readonly [id in EngineId]: () => Promise<ExpressionEngine> } = {
  expression_language: async () => (await import('./expression-language')).createExpressionLanguageEngine(),
  property_path: async () => (await import('./property-path')).createPropertyPathEngine(),
  jsonpath: async () => (await import('./jsonpath')).createJsonPathEngine(),
  twig: async () => (await import('./twig')).createTwigEngine(),
};

/** The engines whose expressions may hold patterns. */
const PATTERNED: readonly EngineId[] = ['expression_language', 'twig', 'jsonpath'];

export function isEngineId(id: string): id is EngineId {
  return ENGINE_IDS.some((known) => known === id);
}

/** LANG-2: the sentence for an engine that is not provided. */
export function unknownEngine(id: string): string {
  return `There is no expression engine "${id}"; there are ${ENGINE_IDS.join(', ')}.`;
}

/**
 * A host that evaluates in this thread and loads an engine when it is first asked for. Never rejects. It bounds the length
 * of a result; the engines count their work and stop by themselves (bounds.ts). Time itself can be bounded only from
 * another thread (`createWorkerExpressionHost`).
 */
export function createExpressionHost(options: ExpressionHostOptions = {}): ExpressionHost {
  const loading = new Map<EngineId, Promise<ExpressionEngine>>();
  const load = (id: EngineId): Promise<ExpressionEngine> => {
    const known = loading.get(id);
    if (known !== undefined) return known;
    const started = (options.engines?.[id] ?? SHIPPED[id])();
    loading.set(id, started);
    // A failed download is tried again at the next use.
    started.catch(() => loading.delete(id));
    return started;
  };
  return {
    async validate(engine, expression) {
      if (!isEngineId(engine)) return { ok: false, message: unknownEngine(engine) };
      if (expression === '') return { ok: true }; // LANG-3
      try {
        return (await load(engine)).validate(expression);
      } catch (thrown) {
        return { ok: false, message: `The engine "${engine}" could not be used: ${messageOf(thrown)}` };
      }
    },
    async evaluate(engine, expression, context, bounds) {
      // LANG-2: before any expression is evaluated.
      if (!isEngineId(engine)) return fault('unknown_engine', unknownEngine(engine));
      try {
        const loaded = await load(engine);
        // Patterns are matched by an engine of their own, which comes when an expression first has one.
        if (PATTERNED.includes(engine) && /match|search/.test(expression)) await loadLinearEngine();
        const outcome = loaded.evaluate(expression, context);
        return bounded(outcome, bounds?.maxLength ?? options.maxLength ?? DEFAULT_MAX_LENGTH);
      } catch (thrown) {
        return fault('evaluate', `The engine "${engine}" could not be used: ${messageOf(thrown)}`);
      }
    },
  };
}

function bounded(outcome: ExpressionOutcome, maxLength: number): ExpressionOutcome {
  if (!outcome.ok) return outcome;
  const length = lengthOf(outcome.value);
  return length > maxLength
    ? fault('too_large', `The result has ${length} characters; ${maxLength} are allowed.`)
    : outcome;
}

function lengthOf(value: Json): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}
