import { describe } from 'vitest';
import { describeMemoryStore } from './memory-conformance';
import { createMemoryMemory } from './memory-memory';

describe('memory in memory', () => describeMemoryStore(async () => createMemoryMemory()));
