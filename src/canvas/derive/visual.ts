import type { BuiltType, VisualType } from '../../catalog/types';
import { configOf, type WorkflowNode } from '../../model/document';
import type { JsonObject } from '../../model/json';

const VISUAL_TYPES: readonly VisualType[] = [
  'default',
  'simple',
  'square',
  'tool',
  'gateway',
  'terminal',
  'note',
  'idea',
];

/** How a node is drawn (SCH-20): the instance's choice where its type offers it, else the type's; unknown ones as default. */
export function visualOf(node: WorkflowNode, built: BuiltType | undefined): VisualType {
  const chosen = configOf(node).nodeType;
  const offered = built?.nodeType.supported_visual_types ?? [];
  const name = typeof chosen === 'string' && offered.includes(chosen) ? chosen : built?.nodeType.visual_type;
  return VISUAL_TYPES.find((type) => type === name) ?? 'default';
}

/** What a configured parameter looks like on the card. */
export type Chip = {
  readonly key: string;
  /** What the form of the node calls it. */
  readonly label: string;
  readonly value: string;
};

const LONGEST_VALUE = 28;
/** Keys with a place of their own on the card or in the panel. */
const NOT_SHOWN = new Set([
  'instanceTitle',
  'instanceDescription',
  'instanceBadge',
  'nodeType',
  'ports',
  'branches',
  'dynamicInputs',
  'dynamicOutputs',
  'content',
  'noteType',
  'icon',
  'color',
]);

/** The parameters that were configured away from their defaults, as short texts. Secrets show that they are set, no more. */
export function chipsOf(node: WorkflowNode, built: BuiltType | undefined): readonly Chip[] {
  if (built === undefined) return [];
  const config = configOf(node);
  const known = chipMemo.get(config);
  if (known?.built === built) return known.chips;
  const chips = computeChips(config, built);
  chipMemo.set(config, { built, chips });
  return chips;
}
const chipMemo = new WeakMap<JsonObject, { readonly built: BuiltType; readonly chips: readonly Chip[] }>();

function computeChips(config: JsonObject, built: BuiltType): readonly Chip[] {
  const chips: Chip[] = [];
  const properties = built.configSchema.properties;
  for (const [key, value] of Object.entries(config)) {
    if (NOT_SHOWN.has(key) || value === null || value === '' || key.startsWith('__')) continue;
    if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, key)) continue;
    if (JSON.stringify(value) === JSON.stringify(built.configDefaults[key])) continue;
    const schema: unknown = Reflect.get(properties, key);
    const format: unknown =
      typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'format') : undefined;
    if (format === 'hidden') continue;
    const title: unknown =
      typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'title') : undefined;
    const label = typeof title === 'string' && title !== '' ? title : key;
    chips.push({ key, label, value: format === 'password' ? '•••' : shortValue(value) });
  }
  return chips;
}

function shortValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null) return `{${Object.keys(value).length}}`;
  const text = String(value).replaceAll(/\s+/g, ' ').trim();
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

/** Handles of React Flow: side and port. Wires that name no port end on the empty one. */
export function flowHandle(direction: 'input' | 'output', port: string | undefined): string {
  return `${direction === 'input' ? 'in' : 'out'}:${port ?? ''}`;
}

/** The port of a React Flow handle. */
export function portOfFlowHandle(handle: string | null | undefined): string {
  return (handle ?? '').replace(/^(?:in|out):/, '');
}
