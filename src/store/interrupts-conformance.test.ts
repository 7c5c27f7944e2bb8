import { describe } from 'vitest';
import { STRATEGIES } from '../engine/strategies';
import { interruptConformance } from '../engine/testing/conformance-interrupts';
import { createRunStore } from './runs';
import { memoryDatabase } from './testing/memory-database';

describe.each(STRATEGIES.map(({ id }) => id))('%s over Dexie', (id) => {
  interruptConformance(id, async () => createRunStore(await memoryDatabase()));
});
