import { describe } from 'vitest';
import type { RunStore, StrategyId } from '../ports';
import { deliveryConformance } from './conformance-delivery';
import { failureConformance } from './conformance-failures';
import { flowConformance } from './conformance-flow';
import { forEachConformance } from './conformance-foreach';
import { loopConformance } from './conformance-loops';
import { launcher } from './run-scenario';

/**
 * What every strategy does alike over every store: delivery, readiness, branches, failures, endings.
 *
 * @param makeStore a fresh, empty store a call.
 */
export function runRunConformance(
  strategy: StrategyId,
  storeName: string,
  makeStore: () => RunStore | Promise<RunStore>,
): void {
  describe(`runs under ${strategy} over ${storeName}`, () => {
    const launch = launcher(strategy, makeStore);
    deliveryConformance(launch);
    flowConformance(launch, strategy);
    failureConformance(launch);
    // ORC-7: direct execution refuses loops.
    if (strategy === 'flowdrop_runtime:synchronous') return;
    loopConformance(launch);
    forEachConformance(launch);
  });
}
