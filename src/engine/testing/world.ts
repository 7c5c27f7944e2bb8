import { PLAIN_FLAGS } from '../../catalog/build';
import { createCatalog } from '../../catalog/catalog';
import type {
  Catalog,
  NodeType,
  OutputGate,
  ParameterGate,
  Processor,
  ProcessorFlags,
} from '../../catalog/types';
import { withWorkflowTypes, workflowTypes } from '../../contract/workflow-types';
import type { ExpressionHost } from '../../expression/types';
import { decodeWorkflow } from '../../model/api-form';
import type { WorkflowDocument } from '../../model/document';
import type { Json, JsonObject } from '../../model/json';
import type { EngineWorld, RunEvent, RunStore } from '../ports';
import type { Execute } from '../processors/types';
import { seededIds } from '../simulation/seeded-ids';
import { type SimulatedClock, simulatedClock } from '../simulation/simulated-clock';
import { memoryStore } from './memory-store';
import { watchedStore } from './watched-store';

/** A node type for a test: its schemas, gates and flags beside what it does. */
export type TestType = {
  readonly id: string;
  /** By name: the schema and the gates; connectable and configurable unless it says otherwise. */
  readonly parameters?: { readonly [name: string]: { readonly schema?: JsonObject } & ParameterGate };
  readonly outputs?: { readonly [name: string]: { readonly schema?: JsonObject } & OutputGate };
  readonly flags?: Partial<ProcessorFlags>;
  readonly nodeType?: Partial<NodeType>;
  readonly execute?: Execute;
};

/** The shipped catalog with these node types and workflows in it, and the executors of the types by processor id. */
export function testCatalog(
  types: readonly TestType[],
  workflows: readonly WorkflowDocument[] = [],
): {
  readonly catalog: Catalog;
  readonly executors: ReadonlyMap<string, Execute>;
} {
  const processors = types.map(
    (type): Processor => ({
      id: `test:${type.id}`,
      parameters: { type: 'object', properties: mapValues(type.parameters, (entry) => entry.schema ?? {}) },
      outputs: { type: 'object', properties: mapValues(type.outputs, (entry) => entry.schema ?? {}) },
      flags: { ...PLAIN_FLAGS, ...type.flags },
    }),
  );
  const nodeTypes = types.map(
    (type): NodeType => ({
      id: type.id,
      label: type.id,
      description: '',
      category: 'processing',
      icon: 'mdi:cog',
      color: undefined,
      plugin_version: '1.0.0',
      enabled: true,
      tags: [],
      executor_plugin: `test:${type.id}`,
      visual_type: 'default',
      supported_visual_types: ['default'],
      unified_input_exposed: false,
      unified_output_exposed: false,
      tool_exposed: false,
      confirmation: {},
      // The hidden reserved ports are shown, so that tests can wire them without instance overrides.
      reserved_port_exposure: { error: true, tool: true, loop_back: true },
      config_edit: undefined,
      extra: {},
      parameters: mapValues(type.parameters, ({ schema: _, ...gate }) => ({
        connectable: true,
        configurable: true,
        required: false,
        ...gate,
      })),
      outputs: mapValues(type.outputs, ({ schema: _, ...gate }) => ({ exposed: true, ...gate })),
      ...type.nodeType,
    }),
  );
  const executors = new Map(
    types.map((type) => [`test:${type.id}`, type.execute ?? (() => ({ outputs: {} }))]),
  );
  const plain = createCatalog({ nodeTypes }, processors);
  if (workflows.length === 0) return { catalog: plain, executors };
  const derived = workflowTypes(workflows, plain);
  const records = withWorkflowTypes({ nodeTypes }, derived);
  return { catalog: createCatalog(records, [...processors, ...derived.processors]), executors };
}

function mapValues<T, U>(
  map: { readonly [key: string]: T } | undefined,
  change: (value: T) => U,
): { [key: string]: U } {
  return Object.fromEntries(Object.entries(map ?? {}).map(([key, value]) => [key, change(value)]));
}

/** An edge as a test writes it: `a.out>b.in`, or `a>b` for one whose handles name no port. */
export type Wiring = string | { readonly wire: string; readonly id?: string; readonly data?: JsonObject };

export type TestNode = {
  readonly type: string;
  readonly config?: JsonObject;
  readonly label?: string;
  readonly metadata?: JsonObject;
};

/** A workflow of these nodes (by id: a type, or more) and wires. */
export function testWorkflow(
  nodes: { readonly [id: string]: string | TestNode },
  wires: readonly Wiring[] = [],
  rest: JsonObject = {},
): WorkflowDocument {
  const decoded = decodeWorkflow({
    id: 'wf',
    name: 'Test',
    nodes: Object.entries(nodes).map(([id, node]): JsonObject => {
      const {
        type,
        config = {},
        label = id,
        metadata = {},
      } = typeof node === 'string' ? { type: node } : node;
      return {
        id,
        type: 'universalNode',
        position: { x: 0, y: 0 },
        data: { label, config, metadata: { node_type_id: type, ...metadata } },
      };
    }),
    edges: wires.map((wire, index) => edgeOf(wire, index)),
    ...rest,
  });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
  return decoded.value.document;
}

function edgeOf(wiring: Wiring, index: number): JsonObject {
  const { wire, id = `e${index}`, data } = typeof wiring === 'string' ? { wire: wiring } : wiring;
  const [from = '', to = ''] = wire.split('>');
  const [source = '', out] = from.split('.');
  const [target = '', into] = to.split('.');
  return {
    id,
    source,
    target,
    ...(out === undefined ? {} : { sourceHandle: `${source}-output-${out}` }),
    ...(into === undefined ? {} : { targetHandle: `${target}-input-${into}` }),
    ...(data === undefined ? {} : { data }),
  };
}

const refuse = () => Promise.reject(new Error('No test dials out.'));

/** No expression is ever wrong, and none is evaluated. */
const noExpressions: ExpressionHost = {
  validate: async () => ({ ok: true }),
  evaluate: async () => ({
    ok: false,
    fault: { kind: 'unknown_engine', message: 'There are no engines in this world.' },
  }),
};

export type TestWorld = EngineWorld & {
  readonly clock: SimulatedClock;
  readonly events: readonly RunEvent[];
};

/** A small world: a store, a clock that stands still, counted ids, and the events that were announced. */
export function testWorld(store: RunStore = memoryStore()): TestWorld {
  const events: RunEvent[] = [];
  return {
    store: watchedStore(store),
    clock: simulatedClock(),
    ids: seededIds(),
    announce: (event) => events.push(event),
    events,
    expressions: noExpressions,
    network: { request: refuse },
    models: { complete: refuse },
  };
}

/** A processor that answers with its parameters. */
export const echo: Execute = (parameters) => ({ outputs: parameters });

/** A processor that answers with `outputs`. */
export function always(outputs: { readonly [port: string]: Json }): Execute {
  return () => ({ outputs });
}
