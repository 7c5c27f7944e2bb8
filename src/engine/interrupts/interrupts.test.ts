import { describe } from 'vitest';
import { STRATEGIES } from '../strategies';
import { interruptConformance } from '../testing/conformance-interrupts';
import { memoryStore } from '../testing/memory-store';

describe.each(STRATEGIES.map(({ id }) => id))('%s in memory', (id) => {
  interruptConformance(id, memoryStore);
});
