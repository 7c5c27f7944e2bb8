export { useFindingText } from './finding-text';
export { ProblemsPanel } from './problems-panel';
export { SelectionPanel } from './selection-panel';
