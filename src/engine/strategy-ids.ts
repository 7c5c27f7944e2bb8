import type { StrategyId } from './ports';

/** The strategies that this build can drive a run with, and the one that stands in for others. */
export const IMPLEMENTED: readonly StrategyId[] = [
  'flowdrop_runtime:synchronous',
  'flowdrop_runtime:synchronous_pipeline',
  'flowdrop_runtime:asynchronous',
  'flowdrop_stategraph:stategraph',
];
export const DEFAULT_STRATEGY: StrategyId = 'flowdrop_runtime:synchronous_pipeline';
