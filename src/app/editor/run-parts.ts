// The views of runs, which load as one.
export { LogPanel } from '../../playground/log-panel';
export { NodeDataPanel } from '../../playground/node-data-panel';
export { RunPanel } from '../../playground/run-panel';
export { RunsList } from '../../playground/runs-list';
