import type { Json } from '../model/json';

/** The identifiers of the engines (LANG-2, DECISIONS). */
export const ENGINE_IDS = ['expression_language', 'twig', 'property_path', 'jsonpath'] as const;
export type EngineId = (typeof ENGINE_IDS)[number];

/** LANG-1: an extraction engine queries the context, a transformation engine binds it as variables. */
export type EngineFamily = 'extraction' | 'transformation';

export type ExpressionFault = {
  /** `unknown_engine`, `compile`, `evaluate`, `timeout`, `too_large`. */
  readonly kind: 'unknown_engine' | 'compile' | 'evaluate' | 'timeout' | 'too_large';
  readonly message: string;
};

export type ExpressionOutcome =
  | {
      readonly ok: true;
      readonly value: Json /** Number of matches, where the engine counts them. */;
      readonly matches?: number /** The value is the list of all matches, not a matched value (LANG-15, LANG-23). */;
      readonly many?: true;
    }
  | { readonly ok: false; readonly fault: ExpressionFault };

export type ExpressionVerdict = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** One language. Pure and synchronous once loaded. Never throws: every failure is an outcome. */
export type ExpressionEngine = {
  readonly id: EngineId;
  readonly family: EngineFamily;
  /** Syntax check (LANG-10 to LANG-13). An empty expression is valid (LANG-3). */
  validate(expression: string): ExpressionVerdict;
  evaluate(expression: string, context: Json): ExpressionOutcome;
};

/**
 * Where expressions run: in this thread (Node, tests), or in a worker that is ended when a bound is passed (page). Loads
 * an engine when it is first asked for. Never rejects.
 */
export type ExpressionHost = {
  validate(engine: string, expression: string): Promise<ExpressionVerdict>;
  evaluate(
    engine: string,
    expression: string,
    context: Json,
    bounds?: { readonly timeoutMs?: number; readonly maxLength?: number },
  ): Promise<ExpressionOutcome>;
};
