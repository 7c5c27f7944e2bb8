import { memoryStore } from './testing/memory-store';
import { runRunConformance } from './testing/run-conformance';

runRunConformance('flowdrop_runtime:synchronous', 'memory', memoryStore);
