import { queueConformance } from '../engine/testing/queue-conformance';
import { createRunStore } from './runs';
import { memoryDatabase } from './testing/memory-database';

const makeStore = async () => createRunStore(await memoryDatabase());

queueConformance('Dexie', makeStore);
