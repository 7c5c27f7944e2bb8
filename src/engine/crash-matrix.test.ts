import { STRATEGIES } from './strategies';
import { crashConformance } from './testing/crash-conformance';
import { memoryStore } from './testing/memory-store';

// Direct execution keeps nothing to be taken over (ORC-7).
for (const { id } of STRATEGIES)
  if (id !== 'flowdrop_runtime:synchronous') crashConformance(id, 'memory', memoryStore);
