import { afterAll } from 'vitest';
import { queueConformance } from '../../engine/testing/queue-conformance';
import { temporary } from '../testing/processes';
import { type HostRunStore, memoryRuns, openRuns } from './run-store';

const directories = temporary();
const open: HostRunStore[] = [];
afterAll(async () => {
  await Promise.all(open.map((runs) => runs.close()));
  directories.remove();
});

async function opened(directory: string, options: Parameters<typeof openRuns>[1] = {}) {
  const runs = await openRuns(directory, options);
  if (!runs.ok) throw new Error(runs.error);
  open.push(runs.value);
  return runs.value;
}

queueConformance('a host in memory', () => memoryRuns().store);

queueConformance('a host with a directory', async () => (await opened(directories.make())).store);
