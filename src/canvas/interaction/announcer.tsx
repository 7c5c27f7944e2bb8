import { useCanvasUiState } from '../editor/editor-context';
import { useSaidText } from './texts';

/** Says what happened, for those who do not see it. */
export function Announcer() {
  const text = useSaidText();
  const said = useCanvasUiState((state) => state.said);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {/* A new element for each message, so that the same words are said again. */}
      <span key={said?.seq ?? 0}>{said === null ? '' : text(said.what)}</span>
    </div>
  );
}
