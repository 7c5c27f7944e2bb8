import { handoverConformance } from '../../engine/testing/conformance-handover';
import { memoryRuns } from './run-store';

handoverConformance('a host', () => memoryRuns().store);
