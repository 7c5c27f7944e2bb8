import { describe } from 'vitest';
import { describeContentStore } from './content-conformance';
import { createMemoryContent } from './memory-content';

describe('content in memory', () => describeContentStore(async () => createMemoryContent()));
