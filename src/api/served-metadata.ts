// The metadata of a node type as editors read it. Beside JSON Forms' own spelling of a collapsed group stands that of the
// FlowDrop editor, which knows no other.
import type { Catalog } from '../catalog/types';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../model/json';

const known = new WeakMap<JsonObject, JsonObject>();

/**
 * The metadata of a type of this catalog with a colour, that of its category where it has none of its own, and with
 * `collapsible` and `defaultOpen` on every group of its ui schema.
 */
export function servedMetadata(metadata: JsonObject, catalog: Catalog): JsonObject {
  let served = known.get(metadata);
  if (served === undefined) {
    const uiSchema = own(metadata, 'uiSchema');
    served = {
      ...withColor(metadata, catalog),
      ...(isObject(uiSchema) ? { uiSchema: withFolding(uiSchema) } : {}),
    };
    known.set(metadata, served);
  }
  return served;
}

function withColor(metadata: JsonObject, catalog: Catalog): JsonObject {
  if (Object.hasOwn(metadata, 'color')) return metadata;
  const category = ownString(metadata, 'category');
  const color = catalog.categories.find(({ id }) => id === category)?.color ?? '';
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([key, value]) =>
      key === 'icon' ? [[key, value] as const, ['color', color] as const] : [[key, value] as const],
    ),
  );
}

function withFolding(element: Json): Json {
  if (!isObject(element)) return element;
  const elements = own(element, 'elements');
  const inner: JsonObject = isArray(elements) ? { elements: elements.map(withFolding) } : {};
  if (own(element, 'type') !== 'Group') return { ...element, ...inner };
  const folded = own(own(element, 'options'), 'collapsed') === true;
  return { ...element, collapsible: true, defaultOpen: !folded, ...inner };
}
