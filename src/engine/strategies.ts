// ORC-1 to ORC-3, ORC-5: which strategy drives a run, and what strategies say they can do.
import { fail, ok, type Result } from '../model/problem';
import type { RunWarning, StrategyId } from './ports';
import { DEFAULT_STRATEGY, IMPLEMENTED } from './strategy-ids';

export { DEFAULT_STRATEGY, IMPLEMENTED } from './strategy-ids';

export type Capability = 'synchronous_execution' | 'stateful';

export type StrategyDefinition = {
  readonly id: StrategyId;
  readonly label: string;
  readonly capabilities?: readonly Capability[];
  /** INT-10, INT-15: its runs can take up what a snapshot has done; without this it refuses any snapshot. */
  readonly seeds?: true;
};

/** ORC-1: the four strategies and what they declare. */
export const STRATEGIES: readonly StrategyDefinition[] = [
  { id: 'flowdrop_runtime:synchronous', label: 'Direct', capabilities: ['synchronous_execution'] },
  {
    id: 'flowdrop_runtime:synchronous_pipeline',
    label: 'Pipeline',
    capabilities: ['synchronous_execution'],
    seeds: true,
  },
  { id: 'flowdrop_runtime:asynchronous', label: 'Queued', capabilities: [], seeds: true },
  {
    id: 'flowdrop_stategraph:stategraph',
    label: 'State graph',
    capabilities: ['synchronous_execution', 'stateful'],
    seeds: true,
  },
];

type Declared = { readonly capabilities?: readonly Capability[] | undefined } | undefined;

/** ORC-5: read off the declaration alone; no declaration answers false. */
export function isStateful(strategy: Declared): boolean {
  return strategy?.capabilities?.includes('stateful') === true;
}

/** ORC-5: a strategy that declares itself stateful is not synchronous, whatever its mechanics. */
export function isSynchronous(strategy: Declared): boolean {
  return strategy?.capabilities?.includes('synchronous_execution') === true && !isStateful(strategy);
}

/** INT-15: read off the declaration, like the capabilities. */
export function seeds(strategy: { readonly seeds?: true } | undefined): boolean {
  return strategy?.seeds === true;
}

export function strategyById(id: string): StrategyDefinition | undefined {
  return STRATEGIES.find((strategy) => strategy.id === id);
}

export type StrategyRequest = {
  /** Asked for by the caller of this launch. */
  readonly requested?: string | undefined;
  /** Name of the event that fired, e.g. `entity.node.presave`. */
  readonly event?: string | undefined;
  /** Configured on the trigger. */
  readonly trigger?: string | undefined;
  /** Configured for the implementation. */
  readonly configured?: string | undefined;
  /** What can drive a run here. */
  readonly usable?: readonly StrategyId[] | undefined;
  /** ORC-3: stands in for an unknown request; null: nothing does. */
  readonly fallback?: StrategyId | null | undefined;
};

export type StrategyChoice = { readonly strategy: StrategyId; readonly warnings: readonly RunWarning[] };
export type StrategyRefusal = { readonly code: 'STRATEGY_UNAVAILABLE'; readonly message: string };

/**
 * ORC-2: pre-save events run direct; else what the caller asked for, what the trigger is configured with, what the
 * implementation is, else asynchronous; each only if it is usable. ORC-3: a request that names no usable strategy takes
 * the default and is recorded as a warning; without a default it fails.
 */
export function resolveStrategy(request: StrategyRequest): Result<StrategyChoice, StrategyRefusal> {
  const usable = request.usable ?? IMPLEMENTED;
  const fallback = request.fallback === undefined ? DEFAULT_STRATEGY : request.fallback;
  const find = (id: string): StrategyId | undefined => usable.find((candidate) => candidate === id);
  const standIn = (id: string, wanted: string): Result<StrategyChoice, StrategyRefusal> => {
    const stand = fallback === null ? undefined : find(fallback);
    if (stand === undefined) {
      return fail({
        code: 'STRATEGY_UNAVAILABLE',
        message: `The execution strategy "${id}" is not available, and no default is.`,
      });
    }
    return ok({
      strategy: stand,
      warnings: [
        {
          code: 'STRATEGY_FALLBACK',
          message: `The execution strategy "${id}" ${wanted} is not available; the run uses "${stand}".`,
        },
      ],
    });
  };

  if (request.event?.includes('.presave') === true) {
    const direct: StrategyId = 'flowdrop_runtime:synchronous';
    return find(direct) === undefined
      ? standIn(direct, 'of a pre-save event')
      : ok({ strategy: direct, warnings: [] });
  }
  if (request.requested !== undefined && request.requested !== '') {
    const found = find(request.requested);
    return found === undefined
      ? standIn(request.requested, 'that was asked for')
      : ok({ strategy: found, warnings: [] });
  }
  const passed: RunWarning[] = [];
  for (const id of [request.trigger, request.configured]) {
    if (id === undefined || id === '') continue;
    const found = find(id);
    if (found !== undefined) return ok({ strategy: found, warnings: passed });
    passed.push({
      code: 'STRATEGY_FALLBACK',
      message: `The configured execution strategy "${id}" is not available and was passed over.`,
    });
  }
  const last: StrategyId = 'flowdrop_runtime:asynchronous';
  if (find(last) !== undefined) return ok({ strategy: last, warnings: passed });
  const stand = standIn(last, 'at the end of the chain');
  return stand.ok ? ok({ ...stand.value, warnings: [...passed, ...stand.value.warnings] }) : stand;
}
