// MAN-9: a workflow that publishes a contract is a node type of its own.
import { PLAIN_FLAGS } from '../catalog/build';
import { deriveNodeType } from '../catalog/derive-node-type';
import { CONTROL_LANES, TOOL_LANE } from '../catalog/lanes';
import { isSchemaType, propertiesOf } from '../catalog/schema-words';
import type { Catalog, NodeType, PortConfig, Processor, SiteRecords } from '../catalog/types';
import type { Contract, ManifestSide, WorkflowDocument } from '../model/document';
import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';
import { omit } from '../model/record';
import { buildContract, declaredEntries } from './build-contract';
import { annotatedSchema, LANE_PIN, pinnedLane } from './published';
import { publishedContract } from './rebuild';
import type { ContractWarning } from './types';
import { contractVersion, UNBUILT_VERSION } from './versions';
import { workflowExecutorId, workflowTypeId } from './workflow-ids';

export type WorkflowTypes = {
  readonly processors: readonly Processor[];
  readonly nodeTypes: readonly NodeType[];
  /** Of contracts that had to be built here because none was published yet; `workflow` is the id. */
  readonly warnings: readonly (ContractWarning & { readonly workflow: string })[];
};

/**
 * The processors and node types that workflows are, one each for a workflow that declares a contract. Ports have the names,
 * lanes and words of the contract; a required input is a required parameter. Workflows may stand in each other, in
 * whatever order and circle: each type is derived from one contract and never from another type.
 *
 * @param workflows the stored ones; a published contract is taken as it is, a missing one is built.
 * @param catalog the site's catalog without these types.
 */
export function workflowTypes(workflows: readonly WorkflowDocument[], catalog: Catalog): WorkflowTypes {
  const known = new Map(workflows.map((workflow) => [workflow.id, workflow]));
  const warnings: (ContractWarning & { workflow: string })[] = [];
  const processors: Processor[] = [];
  const nodeTypes: NodeType[] = [];
  for (const workflow of known.values()) {
    const published = publishedContract(workflow);
    let schemas: Pick<Contract, 'parameter_schema' | 'output_schema'> = published;
    if (published.schema_version === UNBUILT_VERSION && !declares(published)) {
      const built = buildContract(workflow, catalog, (id) => known.get(id));
      schemas = built;
      warnings.push(...built.warnings.map((warning) => ({ ...warning, workflow: workflow.id })));
    }
    if (workflow.id === '' || !declares(schemas)) continue;
    const processor = processorOf(workflow, schemas, catalog);
    processors.push(processor);
    nodeTypes.push(nodeTypeOf(workflow, processor));
  }
  return { processors, nodeTypes, warnings };
}

/** A site's records with the derived node types beneath them: a record that the site stores for such a type wins. */
export function withWorkflowTypes(site: SiteRecords, types: WorkflowTypes): SiteRecords {
  return { ...site, nodeTypes: [...types.nodeTypes, ...(site.nodeTypes ?? [])] };
}

function declares({ parameter_schema, output_schema }: Omit<Contract, 'schema_version'>): boolean {
  return propertiesOf(parameter_schema) !== undefined || propertiesOf(output_schema) !== undefined;
}

function processorOf(
  workflow: WorkflowDocument,
  schemas: Omit<Contract, 'schema_version'>,
  catalog: Catalog,
): Processor {
  const side = (schema: JsonObject | null, of: ManifestSide) => {
    const shown = propertiesOf(annotatedSchema(schema, workflow, catalog, of)) ?? {};
    const properties = Object.entries(shown).map(([name, fragment]): [string, Json] => [
      name,
      declaration(isObject(fragment) ? fragment : {}, catalog.portConfig),
    ]);
    return Object.fromEntries(properties);
  };
  const parameters = side(schemas.parameter_schema, 'input');
  const listed = own(schemas.parameter_schema, 'required');
  // MAN-15: an entry or the published list requires an input, either suffices.
  const required = declaredEntries(workflow, 'input').flatMap(({ name, required }) =>
    required === true && name !== undefined ? [name] : [],
  );
  const names = new Set<Json>([...required, ...(isArray(listed) ? listed : [])]);
  return {
    id: workflowExecutorId(workflow.id),
    parameters: {
      type: 'object',
      properties: parameters,
      required: Object.keys(parameters).filter((name) => names.has(name)),
    },
    outputs: { type: 'object', properties: side(schemas.output_schema, 'output') },
    flags: {
      ...PLAIN_FLAGS,
      toolConsumer: own(own(parameters, TOOL_LANE), LANE_PIN) === TOOL_LANE,
      // What the inner nodes do is not known here.
      sideEffects: true,
    },
  };
}

/** A published fragment as a processor declares it: its lane named, no type that is no word of JSON Schema (SCH-34). */
function declaration(fragment: JsonObject, portConfig: PortConfig): JsonObject {
  const lane = pinnedLane(fragment, portConfig);
  const declared = CONTROL_LANES.includes(lane) ? omit(fragment, ['type']) : fragment;
  return { ...withoutForeignTypes(declared), [LANE_PIN]: lane };
}

function withoutForeignTypes(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    if (key === 'type') return (isArray(value) ? value : [value]).every(isSchemaType) ? [[key, value]] : [];
    if (key === 'items' && isObject(value)) return [[key, withoutForeignTypes(value)]];
    if (key !== 'properties' || !isObject(value)) return [[key, value]];
    const members = Object.entries(value).map(([name, member]): [string, Json] => [
      name,
      isObject(member) ? withoutForeignTypes(member) : member,
    ]);
    return [[key, Object.fromEntries(members)]];
  });
  return Object.fromEntries(entries);
}

function nodeTypeOf(workflow: WorkflowDocument, processor: Processor): NodeType {
  return {
    ...deriveNodeType(processor, {
      id: workflowTypeId(workflow.id),
      label: `Run workflow: ${workflow.name || workflow.id}`,
      description: workflow.description,
      category: 'tools',
      icon: 'mdi:sitemap-outline',
      tool_exposed: true,
      // The ports are those of this version; a node remembers which it was wired by.
      plugin_version: contractVersion(workflow),
    }),
    workflow: workflow.id,
    supported_visual_types: ['default', 'tool'],
  };
}
