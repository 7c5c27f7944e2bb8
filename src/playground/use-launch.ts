import { useEditor } from '../canvas/editor/editor-context';
import type { StrategyId } from '../engine/ports';
import { encodeWorkflow } from '../model/api-form';
import { useRuns } from './run-context';
import { readInputs, runForm } from './run-form';

/** The configured default of the page (data-model: strategy in the page). */
const STRATEGY: StrategyId = 'flowdrop_runtime:synchronous_pipeline';

/** `form`: inputs are asked for first. `refused`: the engine started nothing; the store says why. */
export type LaunchOutcome = 'started' | 'form' | 'refused';

/**
 * Runs what is on the canvas with what the form holds. From the form itself everything that can be read is launched;
 * from elsewhere (`hasty`) the form is opened first where a required input is missing, or where an entry node waits for
 * a value and none was ever given.
 */
export function useLaunch(): (hasty: boolean) => Promise<LaunchOutcome> {
  const editor = useEditor();
  const runs = useRuns();
  return async (hasty) => {
    const { document, catalog } = editor.store.getState();
    const form = runForm(document, catalog);
    const entered = runs.store.getState().entered ?? {};
    const untouched = Object.values(entered).every((text) => text === '');
    const waiting = form.nodes.some(({ fields }) => fields.length > 0);
    const read = readInputs(form, entered);
    if (!read.ok || (hasty && untouched && waiting)) {
      runs.setFaults(read.ok ? {} : read.faults);
      runs.show('form');
      return 'form';
    }
    runs.setFaults({});
    const request = {
      document: encodeWorkflow(document),
      inputs: read.inputs,
      initialData: read.initialData,
      strategy: STRATEGY,
    };
    return (await runs.launch(request)) ? 'started' : 'refused';
  };
}
