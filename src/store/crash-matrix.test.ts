import { crashConformance } from '../engine/testing/crash-conformance';
import { createRunStore } from './runs';
import { memoryDatabase } from './testing/memory-database';

// Every commit is tried over the store in memory; here it is that the durable store keeps what a takeover reads.
crashConformance(
  'flowdrop_runtime:synchronous_pipeline',
  'Dexie',
  async () => createRunStore(await memoryDatabase()),
  9,
);
