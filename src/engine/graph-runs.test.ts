import { memoryStore } from './testing/memory-store';
import { runRunConformance } from './testing/run-conformance';

runRunConformance('flowdrop_stategraph:stategraph', 'memory', memoryStore);
