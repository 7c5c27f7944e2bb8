import type { StrategyId } from '../engine/ports';

const KEYS = {
  'flowdrop_runtime:synchronous': 'flowdrop_runtime__synchronous',
  'flowdrop_runtime:synchronous_pipeline': 'flowdrop_runtime__synchronous_pipeline',
  'flowdrop_runtime:asynchronous': 'flowdrop_runtime__asynchronous',
  'flowdrop_stategraph:stategraph': 'flowdrop_stategraph__stategraph',
} as const satisfies { readonly [S in StrategyId]: string };

/** The key of a strategy's texts. */
export function strategyKey<S extends StrategyId>(strategy: S): (typeof KEYS)[S] {
  return KEYS[strategy];
}

export const STATE_GRAPH: StrategyId = 'flowdrop_stategraph:stategraph';

/** The strategies as they are offered: the usual one first. */
export const OFFERED: readonly StrategyId[] = [
  'flowdrop_runtime:synchronous_pipeline',
  STATE_GRAPH,
  'flowdrop_runtime:asynchronous',
  'flowdrop_runtime:synchronous',
];

/** What a select or a row of buttons gave; `undefined`: no strategy. */
export function readStrategy(text: string): StrategyId | undefined {
  return OFFERED.find((one) => one === text);
}
