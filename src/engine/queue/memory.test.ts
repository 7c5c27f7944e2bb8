import { crewConformance } from '../testing/crew-conformance';
import { memoryStore } from '../testing/memory-store';
import { queueConformance } from '../testing/queue-conformance';

queueConformance('memory', memoryStore);

crewConformance('memory', memoryStore, 4);
