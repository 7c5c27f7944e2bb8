// The metadata of a node type as editors read it. Beside JSON Forms' own spelling of a collapsed group stands that of the
// FlowDrop editor, which knows no other.
import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';

const known = new WeakMap<JsonObject, JsonObject>();

/** The metadata with `collapsible` and `defaultOpen` on every group of its ui schema; the object itself without groups. */
export function servedMetadata(metadata: JsonObject): JsonObject {
  let served = known.get(metadata);
  if (served === undefined) {
    const uiSchema = own(metadata, 'uiSchema');
    served = isObject(uiSchema) ? { ...metadata, uiSchema: withFolding(uiSchema) } : metadata;
    known.set(metadata, served);
  }
  return served;
}

function withFolding(element: Json): Json {
  if (!isObject(element)) return element;
  const elements = own(element, 'elements');
  const inner: JsonObject = isArray(elements) ? { elements: elements.map(withFolding) } : {};
  if (own(element, 'type') !== 'Group') return { ...element, ...inner };
  const folded = own(own(element, 'options'), 'collapsed') === true;
  return { ...element, collapsible: true, defaultOpen: !folded, ...inner };
}
