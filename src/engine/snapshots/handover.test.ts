import { handoverConformance } from '../testing/conformance-handover';
import { memoryStore } from '../testing/memory-store';

handoverConformance('memory', memoryStore);
