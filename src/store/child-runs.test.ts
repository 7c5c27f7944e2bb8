import { childConformance } from '../engine/testing/conformance-children';
import { createRunStore } from './runs';
import { memoryDatabase } from './testing/memory-database';

childConformance('Dexie', async () => createRunStore(await memoryDatabase()));
