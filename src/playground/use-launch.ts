import { useEditor } from '../canvas/editor/editor-context';
import { encodeWorkflow } from '../model/api-form';
import { useRuns } from './run-context';
import { readInputs, runForm } from './run-form';

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
    };
    return (await runs.launch(request)) ? 'started' : 'refused';
  };
}
