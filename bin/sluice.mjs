#!/usr/bin/env node
// Reads TypeScript as it is: what the command judges by is what the editor judges by, and no build can be stale.
import { register } from 'tsx/esm/api';

register();
await import('../src/host/cli/main.ts');
