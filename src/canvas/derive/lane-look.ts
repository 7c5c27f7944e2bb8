import { CONTROL_SINK_LANE, laneById, SINK_LANE, TOOL_LANE } from '../../catalog/lanes';
import { decidingType } from '../../catalog/schema-words';
import type { PortConfig } from '../../catalog/types';
import { laneVariable } from '../../ui/lane-colours';

/** The colour of a lane as the editor's page declares it; a lane that nobody declared has that of the sink (SCH-36). */
export function laneColour(lane: string): string {
  return `var(${laneVariable(lane)}, var(${laneVariable(SINK_LANE)}))`;
}

/** What the mark of a lane looks like. Lanes differ by it, not by colour alone. */
export type LaneMark =
  | 'anything'
  | 'control'
  | 'tool'
  | 'error'
  | 'messages'
  | 'text'
  | 'number'
  | 'boolean'
  | 'list'
  | 'structure';

/** Lanes whose mark says more than the type of their values. */
const OWN_MARKS: { readonly [lane: string]: LaneMark } = {
  [CONTROL_SINK_LANE]: 'control',
  [TOOL_LANE]: 'tool',
  [SINK_LANE]: 'anything',
  error: 'error',
  messages: 'messages',
};
/** By the name of a bare lane, or by the type that a shape's schema declares. */
const MARKS_OF_TYPES: { readonly [type: string]: LaneMark } = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'list',
};

/** The mark of a lane: its own, or that of its values' type, so that a site's lane is drawn as what it carries. */
export function laneMark(id: string, portConfig: PortConfig): LaneMark {
  if (Object.hasOwn(OWN_MARKS, id)) return OWN_MARKS[id] ?? 'anything';
  const lane = laneById(id, portConfig);
  if (lane === undefined || lane.category === 'special') return 'anything';
  const type = lane.schema === undefined ? id : decidingType(lane.schema);
  return typeof type === 'string' && Object.hasOwn(MARKS_OF_TYPES, type)
    ? (MARKS_OF_TYPES[type] ?? 'structure')
    : 'structure';
}
