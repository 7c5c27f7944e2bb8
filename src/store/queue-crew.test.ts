import { crewConformance } from '../engine/testing/crew-conformance';
import { createRunStore } from './runs';
import { memoryDatabase } from './testing/memory-database';

crewConformance('Dexie', async () => createRunStore(await memoryDatabase()), 1);
