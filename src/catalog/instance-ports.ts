import { branchName } from '../model/branches';
import { anchorOf, configOf, type WorkflowNode } from '../model/document';
import { type JsonObject, ownString } from '../model/json';
import { isReservedPort } from './build';
import { unifiedKeys } from './derived-schemas';
import { readDynamicPorts } from './dynamic-ports';
import { isExposed } from './exposure';
import { configuredList, configuredValue } from './gates';
import { CONTROL_LANES, CONTROL_SINK_LANE, declaredLane, laneOfType, SINK_LANE } from './lanes';
import { unifiedOutputText } from './ports';
import type { BuiltType, Catalog, InstancePort, Port, PortConfig } from './types';

export type InstancePorts = {
  readonly inputs: readonly InstancePort[];
  readonly outputs: readonly InstancePort[];
};
/** The port names that edges of the document name at a node, by side; repetitions do not matter. */
export type WiredPorts = { readonly inputs: readonly string[]; readonly outputs: readonly string[] };

type Direction = InstancePort['direction'];
type Entry = InstancePorts & { readonly names: { readonly [side in Direction]: ReadonlySet<string> } };

/**
 * The ports of one node in display order, ties as declared: those of its type, its dynamic ports, a gateway's branches,
 * and last a ghost for every wired name that is none of them (so that no edge hangs in the air). Hidden ports are in the
 * list with `exposed: false`. Memoised by node type and configuration: moving or renaming a node computes nothing, and
 * equal questions get the identical answer.
 */
export function instancePorts(catalog: Catalog, node: WorkflowNode, wiredPorts?: WiredPorts): InstancePorts {
  const anchor = anchorOf(node);
  const built = anchor === undefined ? undefined : catalog.built(anchor);
  const entry = built === undefined ? NO_TYPE : entryOf(built, configOf(node), catalog.portConfig);
  return wiredPorts === undefined ? entry : withGhosts(entry, wiredPorts);
}

const NO_TYPE: Entry = {
  inputs: [],
  outputs: [],
  names: { input: new Set<string>(), output: new Set<string>() },
};

// Keyed by the identity of the configuration: documents are immutable, so an edit that leaves it alone keeps it.
const entries = new WeakMap<BuiltType, WeakMap<JsonObject, Entry>>();
function entryOf(built: BuiltType, config: JsonObject, portConfig: PortConfig): Entry {
  let ofType = entries.get(built);
  if (ofType === undefined) {
    ofType = new WeakMap();
    entries.set(built, ofType);
  }
  let entry = ofType.get(config);
  if (entry === undefined) {
    entry = computeEntry(built, config, portConfig);
    ofType.set(config, entry);
  }
  return entry;
}

const GHOST_ORDER = 1000;
const MAX_REMEMBERED = 64;
const ghosts = new WeakMap<Entry, Map<string, InstancePorts>>();
function withGhosts(entry: Entry, wired: WiredPorts): InstancePorts {
  const inputs = missing(wired.inputs, entry.names.input);
  const outputs = missing(wired.outputs, entry.names.output);
  if (inputs.length === 0 && outputs.length === 0) return entry;
  let remembered = ghosts.get(entry);
  if (remembered === undefined) {
    remembered = new Map();
    ghosts.set(entry, remembered);
  }
  const key = JSON.stringify([inputs, outputs]);
  let ports = remembered.get(key);
  if (ports === undefined) {
    ports = {
      inputs: [...entry.inputs, ...inputs.map((name) => ghostPort(name, 'input'))],
      outputs: [...entry.outputs, ...outputs.map((name) => ghostPort(name, 'output'))],
    };
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(key, ports);
  }
  return ports;
}

// Sorted, so that the order of the edges does not move ports about.
function missing(wired: readonly string[], known: ReadonlySet<string>): readonly string[] {
  const unknown = wired.filter((name) => !known.has(name));
  return unknown.length === 0 ? unknown : [...new Set(unknown)].sort();
}

function ghostPort(name: string, direction: Direction): InstancePort {
  return {
    id: name,
    name,
    direction,
    lane: SINK_LANE,
    required: false,
    description: '',
    origin: 'ghost',
    exposed: true,
    order: GHOST_ORDER,
  };
}

function computeEntry(built: BuiltType, config: JsonObject, portConfig: PortConfig): Entry {
  const dynamic = readDynamicPorts(built, config);
  const lane = (dataType: string) => dynamicLane(dataType, portConfig);
  const inputs = side(built, config, 'input', dynamicSide(dynamic.inputs, 'input', lane));
  const outputs = side(built, config, 'output', [
    ...dynamicSide(dynamic.outputs, 'output', lane),
    ...branchNames(built, config).map(branchPort),
  ]);
  return { inputs, outputs, names: { input: idsOf(inputs), output: idsOf(outputs) } };
}

function side(
  built: BuiltType,
  config: JsonObject,
  direction: Direction,
  added: readonly InstancePort[],
): readonly InstancePort[] {
  const served = direction === 'input' ? built.inputs : built.outputs;
  const own = served.map((port) => typePort(built, config, direction, port));
  const taken = new Set<string>(own.map(({ id }) => id));
  const fresh = added.filter(({ id }) => {
    if (taken.has(id)) return false;
    taken.add(id);
    return true;
  });
  return [...own, ...fresh].sort((a, b) => a.order - b.order);
}

function typePort(built: BuiltType, config: JsonObject, direction: Direction, port: Port): InstancePort {
  const injected = isReservedPort(built, direction, port.id);
  const unified = injected && (port.id === 'input' || port.id === 'output');
  return {
    id: port.id,
    name: port.name,
    direction,
    lane: port.dataType,
    required: port.required,
    description: unified && direction === 'output' ? unifiedText(built, config) : port.description,
    origin: unified ? 'unified' : injected ? 'reserved' : 'declared',
    exposed: isExposed(built, config, direction, port.id),
    order: port.displayOrder ?? 0,
  };
}

// SCH-18: an output that this instance hides is not listed either.
function unifiedText(built: BuiltType, config: JsonObject): string {
  return unifiedOutputText(
    unifiedKeys(built.outputSchema).filter((key) => isExposed(built, config, 'output', key)),
  );
}

function dynamicSide(
  ports: ReturnType<typeof readDynamicPorts>['inputs'],
  direction: Direction,
  lane: (dataType: string) => string,
): readonly InstancePort[] {
  return ports.map((port) => ({
    id: port.name,
    name: port.label,
    direction,
    lane: lane(port.dataType),
    required: port.required,
    description: port.description,
    origin: 'dynamic',
    exposed: true, // DYN-6
    order: 0,
  }));
}

/** DYN-2: a lane that is offered is worn; a type word has its lane; anything else is the sink, and no fault. */
function dynamicLane(dataType: string, portConfig: PortConfig): string {
  const declared = declaredLane(dataType, portConfig);
  if (CONTROL_LANES.includes(declared ?? dataType)) return SINK_LANE;
  return declared ?? laneOfType({ type: dataType });
}

/**
 * The branch names of an instance, in order, as written. BR-4: entries without a name are discarded. A `default_branch`
 * that names no configured branch is a branch of its own; names compare trimmed and without regard to case (BR-1). A type
 * that may be drawn as a gateway has branches only while it is.
 */
export function branchNames(built: BuiltType, config: JsonObject): readonly string[] {
  if (!built.gate('branches').configurable || !isDrawnWithBranches(built, config)) return [];
  const names = new Set<string>();
  for (const branch of configuredList(built, config, 'branches')) {
    const name = ownString(branch, 'name');
    if (name !== undefined && name.trim() !== '') names.add(name);
  }
  if (built.gate('default_branch').configurable) {
    const fallback = configuredValue(built, config, 'default_branch');
    if (typeof fallback === 'string' && fallback.trim() !== '') {
      const known = [...names].some((name) => branchName(name) === branchName(fallback));
      if (!known) names.add(fallback);
    }
  }
  return [...names];
}

function isDrawnWithBranches(built: BuiltType, config: JsonObject): boolean {
  const supported = built.nodeType.supported_visual_types;
  if (!supported.includes('gateway')) return true;
  const chosen = ownString(config, 'nodeType');
  return (
    (chosen !== undefined && supported.includes(chosen) ? chosen : built.nodeType.visual_type) === 'gateway'
  );
}

function branchPort(name: string): InstancePort {
  return {
    id: name,
    name,
    direction: 'output',
    lane: CONTROL_SINK_LANE,
    required: false,
    description: '',
    origin: 'branch',
    exposed: true,
    order: 0,
  };
}

function idsOf(ports: readonly InstancePort[]): ReadonlySet<string> {
  return new Set(ports.map(({ id }) => id));
}
