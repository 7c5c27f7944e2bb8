import type { Json, JsonObject } from '../model/json';

/** A JSON Schema (an object; keywords beyond those that a rule names are kept and not read). */
export type Schema = JsonObject;

/** What a processor is, apart from its schemas. Everything defaults to false but `executable`, which defaults to true. */
export type ProcessorFlags = {
  readonly start: boolean;
  readonly terminal: boolean;
  readonly executable: boolean;
  readonly toolConsumer: boolean;
  readonly toolForwarder: boolean;
  readonly stateAware: boolean;
  readonly resumable: boolean;
  readonly sideEffects: boolean;
  readonly loopHead: boolean;
};

/** SCH-1: a processor declares exactly two schemas, and nothing visual. Its `execute` lives in the engine, by this id. */
export type Processor = {
  /** `module:plugin`. */
  readonly id: string;
  /** Object schema; `properties` are the parameters in display order. SCH-33: a missing `properties` map is a failure. */
  readonly parameters: Schema;
  /** Object schema; `properties` are the outputs. A property with `x-control: true` is a control output and no port. */
  readonly outputs: Schema;
  readonly flags: ProcessorFlags;
  /** Parameters and list keys that hold expressions (R11), e.g. `template`. Engine: fixed, or read from config key `engine`. */
  readonly expressions?: readonly ExpressionSlot[];
};

export type ExpressionSlot = {
  readonly key: string;
  /** `text`: the value is an expression. `outputs`: `value` of each entry of the list. `shape`: a shaper mapping (R11). */
  readonly form: 'text' | 'outputs' | 'shape';
  readonly engine: { readonly fixed: string } | { readonly config: string };
};

export type ParameterGate = {
  readonly connectable?: boolean;
  readonly configurable?: boolean;
  readonly required?: boolean;
  readonly exposed_by_default?: boolean;
  readonly default?: Json;
};
export type OutputGate = { readonly exposed?: boolean; readonly exposed_by_default?: boolean };

export type VisualType = 'default' | 'simple' | 'square' | 'tool' | 'gateway' | 'terminal' | 'note' | 'idea';

/** The stored record of a node type: snake_case, as sites export it. `extra`: every other key, verbatim. */
export type NodeType = {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly category: string;
  readonly icon: string;
  readonly color: string | undefined;
  readonly plugin_version: string;
  readonly enabled: boolean;
  readonly parameters: { readonly [name: string]: ParameterGate };
  readonly outputs: { readonly [name: string]: OutputGate };
  readonly tags: readonly string[];
  readonly executor_plugin: string;
  readonly visual_type: string;
  readonly supported_visual_types: readonly string[];
  readonly unified_input_exposed: boolean;
  readonly unified_output_exposed: boolean;
  readonly tool_exposed: boolean;
  readonly confirmation: JsonObject;
  /** SCH-16: keys `input, output, trigger_input, trigger_output, tool, error, loop_back`; only diverging ones stored. */
  readonly reserved_port_exposure: { readonly [port: string]: boolean };
  readonly config_edit: JsonObject | undefined;
  /** MAN-9: the workflow that this type stands for. Such a type is derived and never stored, exported or edited. */
  readonly workflow?: string;
  readonly extra: JsonObject;
};

export type Category = {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly color: string;
  readonly enabled: boolean;
  readonly extra: JsonObject;
};

/** SCH-27: the served form of a port; `defaultValue`, `exposedByDefault`, `displayOrder` only where they diverge. */
export type Port = {
  readonly id: string;
  readonly name: string;
  readonly type: 'input' | 'output';
  readonly dataType: string;
  readonly required: boolean;
  readonly description: string;
  readonly defaultValue?: Json;
  readonly exposedByDefault?: false;
  readonly displayOrder?: number;
};

/** A node type that builds, with all that is derived from it. Computed once a catalog revision; never per node. */
export type BuiltType = {
  readonly nodeType: NodeType;
  /** `undefined`: the executor is not provided here (R1). Derived parts are then built from the stored gates alone. */
  readonly processor: Processor | undefined;
  readonly flags: ProcessorFlags;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly inputSchema: Schema;
  /** The declared outputs that the node type does not hide outright (SCH-7). */
  readonly outputSchema: Schema;
  readonly configSchema: Schema;
  readonly uiSchema: Schema | null;
  readonly configDefaults: JsonObject;
  /** Effective default of every declared parameter, null included (CFG-3). */
  readonly effectiveDefaults: JsonObject;
  /** Gate of a parameter with every default filled (CFG-1, CFG-2). */
  gate(parameter: string): Required<Omit<ParameterGate, 'default'>>;
  /** Served metadata (camelCase), as `/api/flowdrop/nodes` prints it. */
  readonly metadata: JsonObject;
};

export type Lane = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly color: string;
  readonly category: string;
  readonly enabled: boolean;
  /** Other names under which a port may declare the lane; absent where there are none. */
  readonly aliases?: readonly string[];
  readonly schema?: Schema;
};
export type CompatibilityRule = { readonly from: string; readonly to: string };
/** The served port configuration (SCH-41). */
export type PortConfig = {
  readonly version: string;
  readonly defaultDataType: string;
  readonly dataTypes: readonly Lane[];
  readonly compatibilityRules: readonly CompatibilityRule[];
};

/** A port of one node on the canvas: declared, dynamic, a branch, or a ghost that only an edge names. */
export type InstancePort = {
  readonly id: string;
  readonly name: string;
  readonly direction: 'input' | 'output';
  readonly lane: string;
  readonly required: boolean;
  readonly description: string;
  readonly origin: 'declared' | 'reserved' | 'unified' | 'dynamic' | 'branch' | 'ghost';
  readonly exposed: boolean;
  readonly order: number;
};

/** Everything that can be asked of node types. Immutable: a change of the site's records makes a new catalog. */
export type Catalog = {
  readonly revision: number;
  readonly nodeTypes: readonly NodeType[];
  readonly categories: readonly Category[];
  readonly processors: readonly Processor[];
  readonly portConfig: PortConfig;
  nodeType(id: string): NodeType | undefined;
  processor(id: string): Processor | undefined;
  /** `undefined`: no such node type, or it does not build (SCH-24: recorded in `faults`). Memoised. */
  built(id: string): BuiltType | undefined;
  readonly faults: readonly { readonly nodeType: string; readonly message: string }[];
  /** SCH-39, SCH-43: may an output of lane `from` be wired into an input of lane `to`? Authoring only (SCH-38). */
  compatible(from: string, to: string): boolean;
};

/** What a site adds to the shipped catalog. */
export type SiteRecords = {
  readonly nodeTypes?: readonly NodeType[];
  readonly categories?: readonly Category[];
  /** Stored lane overlay (SCH-10.a), already checked (SCH-45). */
  readonly laneOverlay?: JsonObject;
  /** Site-declared shapes (SCH-42). */
  readonly shapes?: readonly JsonObject[];
};

/*
 * Entry points of this room (one file each):
 *   catalog.ts            createCatalog(site?, processors?): Catalog. The site's records stand over the shipped ones, the
 *                         given processors are added to them. servedCatalog(catalog): what an editor is served (SCH-26)
 *   build.ts              buildType(nodeType, processor, portConfig): Result<BuiltType, string> (SCH-2 to 23, 27, 32);
 *                         declaredPort(built, direction, port), declaredParameters(built), declaredResults(built)
 *   gates.ts              isInternal, configuredValue(built, config, parameter), configuredList; effective defaults (CFG-3)
 *   lanes.ts              the shipped vocabulary (SCH-36), laneOf(schema, portConfig), isDeclarable, pickableLanes,
 *                         takesAnyValue (SCH-40)
 *   lane-composition.ts   composePortConfig(sources) (SCH-10.a, 41, 44, 46), checkLaneOverlay(value) (SCH-45),
 *                         explainRules(sources): each rule with what makes it so
 *   lane-overlay.ts       checkShape(value), tidyOverlay, mergeOverlay, overlayOfServed: overlays as records
 *   schema-words.ts       declarationProblems(processor) (SCH-1, SCH-34, SCH-37)
 *   exposure.ts           isExposed(built, config, direction, port) (EXPO-1 to 3), stripOutputs(built, config, result)
 *                         (EXPO-11 to 14), acceptsRuntimeValue (EXPO-10), fillableParameters (EXPO-15)
 *   exposure-overrides.ts withOverride(config, direction, port, exposed): the one writer of `config.ports` (EXPO-1, EXPO-4)
 *   dynamic-ports.ts      readDynamicPorts(built, config) (DYN-1 to 7), dynamicPortFaults(built, config) (DYN-3), reserved
 *                         names, dynamicNameFault(name)
 *   instance-ports.ts     instancePorts(catalog, node, wiredPorts?) in display order, memoised; branchNames(built, config)
 *   ui-schema.ts          openGroups(configSchema, config) (SCH-23)
 *   governance.ts         governanceOf(nodeType) (RT-GATE-7)
 *   enrich.ts             enrichNode(node, catalog) (SCH-24, SCH-25, SCH-29), executorOf(node, catalog) (SCH-28)
 *   derive-node-type.ts   deriveNodeType(processor, look) (EXPO-6), seedExposure(...) (EXPO-16)
 *   stored-parameters.ts  guardStoredParameters, writableNodeType (SCH-33)
 *   tool-schema.ts        toolSchema(built, config, omitted) (SCH-2, EXPO-15)
 *   node-type-record.ts   decodeNodeType, encodeNodeType, decodeCategory, encodeCategory
 *   shipped/              processors/<plugin>.ts (schema pair, flags, slots), node-types.ts, categories.ts
 */
