import { describe } from 'vitest';
import { STRATEGIES } from '../../engine/strategies';
import { interruptConformance } from '../../engine/testing/conformance-interrupts';
import { memoryRuns } from './run-store';

describe.each(STRATEGIES.map(({ id }) => id))('%s on a host', (id) => {
  interruptConformance(id, () => memoryRuns().store);
});
