import { afterAll } from 'vitest';
import { runStoreConformance } from '../../engine/testing/store-conformance';
import { temporary } from '../testing/processes';
import { memoryRuns, openRuns } from './run-store';

const directories = temporary();
afterAll(() => directories.remove());

runStoreConformance('a host in memory', () => memoryRuns().store);

runStoreConformance('a host with a directory', async () => {
  const opened = await openRuns(directories.make());
  if (!opened.ok) throw new Error(opened.error);
  return opened.value.store;
});
