import { queueConformance } from '../engine/testing/queue-conformance';
import { createRunStore } from './runs';
import { memoryDatabase } from './testing/memory-database';

queueConformance('Dexie', async () => createRunStore(await memoryDatabase()));
