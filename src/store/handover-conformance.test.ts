import { handoverConformance } from '../engine/testing/conformance-handover';
import { createRunStore } from './runs';
import { memoryDatabase } from './testing/memory-database';

handoverConformance('Dexie', async () => createRunStore(await memoryDatabase()));
