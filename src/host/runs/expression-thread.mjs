// A thread reads TypeScript only once it is told how; the process that starts it may be told otherwise.
import { register } from 'tsx/esm/api';

register();
await import('./expression-thread.ts');
