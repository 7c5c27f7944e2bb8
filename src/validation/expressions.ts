// R11: every configured expression passes its engine's own check before a workflow is saved.
import type { BuiltType, Catalog, ExpressionSlot } from '../catalog/types';
import { isSentinel } from '../expression/sentinels';
import { ENGINE_IDS, type ExpressionHost, type ExpressionVerdict } from '../expression/types';
import { configOf, type WorkflowNode } from '../model/document';
import type { Finding } from '../model/finding';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../model/json';
import { readyType } from './node-type-view';
import { atNode } from './report';

/** One expression that an author wrote into a node's configuration. */
export type ConfiguredExpression = {
  readonly node: WorkflowNode;
  /** The configuration key that holds it. */
  readonly key: string;
  /** Where below that key: keys and positions from the outside in; empty where the value itself is the expression. */
  readonly path: readonly (string | number)[];
  readonly engine: string;
  readonly expression: string;
};

/**
 * The expressions of one node, in the order they are written. Empty ones are valid and left out, and so are a shaper's
 * reserved values (LANG-25) and whatever an unknown engine would read, which the engine's own `enum` reports (R6.e).
 */
export function expressionsOf(node: WorkflowNode, catalog: Catalog): readonly ConfiguredExpression[] {
  const built = readyType(node, catalog);
  const slots = built?.processor?.expressions;
  if (built === undefined || slots === undefined) return NONE;
  const config = configOf(node);
  return slots.flatMap((slot) => {
    const value = own(config, slot.key);
    const engine = engineOf(slot, config, built);
    // CFG-5: what the node type does not let an author configure is never read.
    if (value === undefined || engine === undefined || !built.gate(slot.key).configurable) return [];
    return written(slot, value).map((found) => ({ node, key: slot.key, engine, ...found }));
  });
}
const NONE: readonly ConfiguredExpression[] = Object.freeze([]);

function engineOf(slot: ExpressionSlot, config: JsonObject, built: BuiltType): string | undefined {
  const engine =
    'fixed' in slot.engine
      ? slot.engine.fixed
      : (own(config, slot.engine.config) ?? own(built.effectiveDefaults, slot.engine.config));
  return ENGINE_IDS.find((id) => id === engine);
}

type Written = { readonly path: readonly (string | number)[]; readonly expression: string };

function written(slot: ExpressionSlot, value: Json): readonly Written[] {
  switch (slot.form) {
    case 'text':
      return typeof value === 'string' && value !== '' ? [{ path: [], expression: value }] : [];
    case 'outputs':
      if (!isArray(value)) return [];
      return value.flatMap((entry, index) => {
        const expression = ownString(entry, 'value');
        return expression === undefined || expression === '' ? [] : [{ path: [index, 'value'], expression }];
      });
    case 'shape':
      return sources(value, []);
  }
}

/** A shaper's mapping: a source is a text, or an object whose `_source` is one and whose `_each` is a mapping again. */
function sources(mapping: Json, path: readonly (string | number)[]): readonly Written[] {
  if (typeof mapping === 'string') {
    return mapping === '' || isSentinel(mapping) ? [] : [{ path, expression: mapping }];
  }
  if (path.length > MAX_DEPTH) return [];
  if (isArray(mapping)) return mapping.flatMap((item, index) => sources(item, [...path, index]));
  if (!isObject(mapping)) return [];
  return Object.keys(mapping).flatMap((key) => sources(mapping[key] ?? null, [...path, key]));
}
/** Deeper than any document that a door lets in (STORE-1). */
const MAX_DEPTH = 200;

/**
 * Asks the engines about each expression; one `R11_EXPRESSION_INVALID` for each that fails, in the given order, at the
 * configuration key that holds it. A check that throws is a rejection. Verdicts are remembered by engine and expression
 * for as long as the host lives, so an edit asks about what it changed.
 */
export async function judgeExpressions(
  expressions: readonly ConfiguredExpression[],
  host: ExpressionHost,
): Promise<readonly Finding[]> {
  const verdicts = await Promise.all(
    expressions.map(({ engine, expression }) => verdictOf(engine, expression, host)),
  );
  return expressions.flatMap(({ node, key, path, engine, expression }, index) => {
    const verdict = verdicts[index];
    if (verdict === undefined || verdict.ok) return [];
    const params = { key, path: [...path], engine, expression, reason: verdict.message };
    return [atNode(node, 'R11_EXPRESSION_INVALID', 'R11', params, `config.${key}`)];
  });
}

const verdicts = new WeakMap<ExpressionHost, Map<string, Promise<ExpressionVerdict>>>();
const MAX_REMEMBERED = 5000;

function verdictOf(engine: string, expression: string, host: ExpressionHost): Promise<ExpressionVerdict> {
  const known = verdicts.get(host) ?? new Map<string, Promise<ExpressionVerdict>>();
  verdicts.set(host, known);
  const key = `${engine}:${expression}`;
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  if (known.size >= MAX_REMEMBERED) known.clear();
  const asked = Promise.resolve()
    .then(() => host.validate(engine, expression))
    .catch((cause: unknown) => {
      // A throw may have been the host's bad moment, so the next validation asks again.
      known.delete(key);
      return { ok: false as const, message: cause instanceof Error ? cause.message : String(cause) };
    });
  known.set(key, asked);
  return asked;
}
