import { useEditor } from '../canvas/editor/editor-context';
import { encodeWorkflow } from '../model/api-form';
import { useRuns } from './run-context';
import { answered, hasUnasked, readInputs, refusedFields, runForm } from './run-form';

/** The attribute by which the form is found. */
export const RUN_FORM = 'data-run-form';

/** `form`: inputs are asked for first. `refused`: the engine started nothing; the store says why. */
export type LaunchOutcome = 'started' | 'form' | 'refused';

/**
 * Runs what is on the canvas with what the form holds. From the form itself everything that can be read is launched;
 * from elsewhere (`hasty`) the form is opened first where a required input is missing, or where it would ask for something
 * that the person has not seen yet.
 */
export function useLaunch(): (hasty: boolean) => Promise<LaunchOutcome> {
  const editor = useEditor();
  const runs = useRuns();
  return async (hasty) => {
    const { document, catalog } = editor.store.getState();
    const form = runForm(document, catalog);
    const entered = runs.store.getState().entered ?? {};
    const read = readInputs(form, entered);
    if (!read.ok || (hasty && hasUnasked(form, entered))) {
      runs.setFaults(read.ok ? {} : read.faults);
      runs.show('form');
      return 'form';
    }
    runs.setFaults({});
    if (!hasty) runs.enter(answered(form, entered));
    const request = {
      document: encodeWorkflow(document),
      inputs: read.inputs,
      initialData: read.initialData,
      ...runs.store.getState().choices,
    };
    if (await runs.launch(request)) return 'started';
    const { refusal } = runs.store.getState();
    const faults = refusal === null ? {} : refusedFields(form, refusal);
    if (Object.keys(faults).length === 0) return 'refused';
    // What is wrong with an input is said at its field.
    runs.setFaults(faults);
    runs.show('form');
    return 'form';
  };
}
