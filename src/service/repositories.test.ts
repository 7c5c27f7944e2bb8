import {
  siteRepositoryConformance,
  snapshotRepositoryConformance,
  workflowRepositoryConformance,
} from '../api/testing/repository-conformance';
import { browserDatabase } from './testing/browser-database';

workflowRepositoryConformance('in this browser', async () => (await browserDatabase()).world.workflows);
siteRepositoryConformance('in this browser', async () => (await browserDatabase()).world.site);
snapshotRepositoryConformance('in this browser', async () => (await browserDatabase()).world.snapshots);
