import { memoryStore } from '../testing/memory-store';
import { queueConformance } from '../testing/queue-conformance';

queueConformance('memory', memoryStore);
