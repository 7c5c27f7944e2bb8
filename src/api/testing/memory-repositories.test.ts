import { memorySite, memorySnapshots, memoryWorkflows } from './memory-repositories';
import {
  siteRepositoryConformance,
  snapshotRepositoryConformance,
  workflowRepositoryConformance,
} from './repository-conformance';

workflowRepositoryConformance('in memory', memoryWorkflows);
siteRepositoryConformance('in memory', () => memorySite());
snapshotRepositoryConformance('in memory', memorySnapshots);
