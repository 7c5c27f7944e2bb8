import { memoryStore } from './memory-store';
import { runStoreConformance } from './store-conformance';

runStoreConformance('in memory', memoryStore);
