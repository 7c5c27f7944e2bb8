import { useEditor } from '../canvas/editor/editor-context';
import { encodeWorkflow } from '../model/api-form';
import type { LaunchRequest } from './ports';
import { useRuns } from './run-context';

/** Launches what is on the canvas, to go on with what is stored. False: refused, and the panel says why. */
export function useRepeat(): (how: Omit<LaunchRequest, 'document'>) => Promise<boolean> {
  const editor = useEditor();
  const runs = useRuns();
  return (how) => runs.launch({ ...how, document: encodeWorkflow(editor.store.getState().document) });
}
