import { afterAll } from 'vitest';
import { crewConformance } from '../../engine/testing/crew-conformance';
import { temporary } from '../testing/processes';
import { type HostRunStore, openRuns } from './run-store';

const directories = temporary();
const open: HostRunStore[] = [];
afterAll(async () => {
  await Promise.all(open.map((runs) => runs.close()));
  directories.remove();
});

crewConformance(
  'a host with a directory',
  async () => {
    const runs = await openRuns(directories.make());
    if (!runs.ok) throw new Error(runs.error);
    open.push(runs.value);
    return runs.value.store;
  },
  1,
);
