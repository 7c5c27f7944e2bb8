import { later } from '../../ui/later';
import { useCanvasUiState } from '../editor/editor-context';

/** The lists, which load once the canvas stands. */
export const LaterList = later(async () => (await import('./canvas-lists')).CanvasList);

/** The list that is open over the canvas, if any. */
export function OpenCanvasList() {
  const list = useCanvasUiState((state) => state.list);
  return list === null ? null : <LaterList list={list} />;
}
