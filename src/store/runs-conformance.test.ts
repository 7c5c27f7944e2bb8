import { runStoreConformance } from '../engine/testing/store-conformance';
import { createRunStore } from './runs';
import { memoryDatabase } from './testing/memory-database';

runStoreConformance('Dexie', async () => createRunStore(await memoryDatabase()));
