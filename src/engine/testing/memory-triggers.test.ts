import { describe } from 'vitest';
import { createMemoryTriggers } from './memory-triggers';
import { describeTriggerStore } from './triggers-conformance';

describe('triggers in memory', () =>
  describeTriggerStore(async () => {
    const { store, storeWorkflow, removeWorkflow } = createMemoryTriggers();
    return {
      store,
      storeWorkflow: async (id, nodes) => storeWorkflow(id, nodes),
      removeWorkflow: async (id) => removeWorkflow(id),
    };
  }));
