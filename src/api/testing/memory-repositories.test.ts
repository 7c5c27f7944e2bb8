import { memorySite, memoryWorkflows } from './memory-repositories';
import { siteRepositoryConformance, workflowRepositoryConformance } from './repository-conformance';

workflowRepositoryConformance('in memory', memoryWorkflows);
siteRepositoryConformance('in memory', () => memorySite());
