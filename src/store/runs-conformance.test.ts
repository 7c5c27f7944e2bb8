import { STRATEGIES } from '../engine/strategies';
import { runRunConformance } from '../engine/testing/run-conformance';
import { runStoreConformance } from '../engine/testing/store-conformance';
import { createRunStore } from './runs';
import { memoryDatabase } from './testing/memory-database';

runStoreConformance('Dexie', async () => createRunStore(await memoryDatabase()));

// ORC-1: every strategy over the durable store too.
for (const { id } of STRATEGIES)
  runRunConformance(id, 'Dexie', async () => createRunStore(await memoryDatabase()));
