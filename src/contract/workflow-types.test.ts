import { describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import { deriveNodeType } from '../catalog/derive-node-type';
import type { Catalog } from '../catalog/types';
import type { Contract, WorkflowDocument } from '../model/document';
import type { JsonObject } from '../model/json';
import { validate } from '../validation/validate';
import { buildContract } from './build-contract';
import { annotatedSchema } from './published';
import { catalogOf, processorWith, workflowOf } from './testing/fixtures';
import { workflowExecutorId, workflowOfExecutor, workflowTypeId } from './workflow-ids';
import { withWorkflowTypes, workflowTypes } from './workflow-types';

const probe = processorWith(
  'probe',
  { city: { type: 'string', title: 'City', default: '' }, log: { type: 'array', 'x-data-type': 'messages' } },
  { out: { type: 'object', 'x-data-type': 'messages' } },
);
const probeType = deriveNodeType(probe, { id: 'probe', label: 'Probe' });
const base = catalogOf([probe]);
const bind = (name: string, port: string, more: JsonObject = {}) => ({ name, node_id: 'n', port, ...more });
const weather = workflowOf(
  'weather',
  { n: 'probe' },
  {
    inputs: [bind('location', 'city', { title: 'Where', required: true }), bind('log', 'log')],
    outputs: [bind('answer', 'out')],
  },
);
const published = (contract: Partial<Contract>): Contract => ({
  parameter_schema: null,
  output_schema: null,
  schema_version: '1.0.0',
  ...contract,
});
function withTypes(workflows: readonly WorkflowDocument[]): Catalog {
  const types = workflowTypes(workflows, base);
  return createCatalog(withWorkflowTypes({ nodeTypes: [probeType] }, types), [probe, ...types.processors]);
}
const ports = (catalog: Catalog, id: string, side: 'inputs' | 'outputs') =>
  Object.fromEntries((catalog.built(workflowTypeId(id))?.[side] ?? []).map((port) => [port.id, port]));

describe('a workflow as a node type', () => {
  test('MAN-9: each workflow that declares a contract is a node type, with its executor', () => {
    const nothing = workflowOf('nothing', { n: 'probe' });
    const empty = workflowOf(
      'empty',
      {},
      { contract: published({ parameter_schema: {}, output_schema: {} }) },
    );
    const { nodeTypes, processors } = workflowTypes([weather, nothing, empty], base);
    expect(nodeTypes).toMatchObject([
      {
        id: 'flowdrop_workflow_executor_flowdrop_workflow_weather',
        label: 'Run workflow: Workflow weather',
        executor_plugin: 'flowdrop_workflow_executor:flowdrop_workflow:weather',
        tool_exposed: true,
      },
    ]);
    expect(processors.map(({ id }) => id)).toEqual([workflowExecutorId('weather')]);
    expect(workflowOfExecutor(workflowExecutorId('a:b'))).toBe('a:b');
    expect(workflowOfExecutor('flowdrop_node_processor:merge')).toBeUndefined();
  });
  test('MAN-9: its ports have the names, lanes and words of the contract', () => {
    const catalog = withTypes([weather]);
    expect(catalog.faults).toEqual([]);
    expect(ports(catalog, 'weather', 'inputs')).toMatchObject({
      location: { name: 'Where', dataType: 'string' },
      log: { dataType: 'messages' },
      trigger: {},
    });
    expect(ports(catalog, 'weather', 'outputs')).toMatchObject({
      answer: { dataType: 'messages' },
      trigger: {},
      tool: {},
      error: {},
    });
    const gate = catalog.built(workflowTypeId('weather'))?.gate;
    expect([gate?.('location').required, gate?.('log').required]).toEqual([true, false]);
  });
  test('MAN-9: a published contract is taken as it is', () => {
    const contract = published({
      parameter_schema: { properties: { q: { type: 'integer', 'x-data-type': 'number' } }, required: ['q'] },
    });
    const catalog = withTypes([{ ...weather, contract }]);
    expect(Object.keys(ports(catalog, 'weather', 'inputs'))).toEqual(['q', 'loop_back', 'trigger']);
    expect(catalog.built(workflowTypeId('weather'))?.gate('q').required).toBe(true);
  });
  test('MAN-9: contracts from before the pin may name lanes as types; ports are drawn all the same', () => {
    const contract = published({
      parameter_schema: {
        properties: {
          tool: { type: 'tool' },
          loop_back: { type: 'any' },
          deep: { type: 'object', properties: { a: { type: 'any' } }, items: { type: 'weird' } },
        },
      },
    });
    const catalog = withTypes([{ ...weather, contract }]);
    expect(catalog.faults).toEqual([]);
    expect(ports(catalog, 'weather', 'inputs')).toMatchObject({
      tool: { dataType: 'tool' },
      loop_back: { dataType: 'mixed' },
    });
    expect(catalog.built(workflowTypeId('weather'))?.flags.toolConsumer).toBe(true);
    expect(catalog.built(workflowTypeId('weather'))?.gate('tool').configurable).toBe(false);
  });
  test('MAN-9: workflows in each other, and in themselves, are types like any other', () => {
    const node = (id: string) => ({ n: workflowTypeId(id) });
    const ping = workflowOf('ping', node('pong'), { inputs: [bind('x', 'y')] });
    const pong = workflowOf('pong', node('ping'), { inputs: [bind('y', 'x')] });
    const outer = workflowOf('outer', node('weather'), { inputs: [bind('where', 'location')] });
    const catalog = withTypes([ping, pong, outer, weather]);
    expect(ports(catalog, 'ping', 'inputs')).toMatchObject({ x: { dataType: 'json' } });
    expect(ports(catalog, 'outer', 'inputs')).toMatchObject({ where: { dataType: 'string' } });
    expect(workflowTypes([ping, pong], base).warnings.map(({ code, workflow }) => [code, workflow])).toEqual([
      ['WORKFLOW_REENTERED', 'ping'],
      ['WORKFLOW_REENTERED', 'pong'],
    ]);
  });
  test('MAN-9: with the types in the catalog, contract and words come from them', () => {
    const catalog = withTypes([weather]);
    const outer = workflowOf(
      'outer',
      { n: workflowTypeId('weather') },
      { inputs: [bind('where', 'location')] },
    );
    const { parameter_schema } = buildContract(outer, catalog);
    expect(parameter_schema?.properties).toEqual({
      where: { type: 'string', default: '', 'x-data-type': 'string' },
    });
    expect(annotatedSchema(parameter_schema, outer, catalog, 'input')).toMatchObject({
      properties: { where: { title: 'Where' } },
    });
  });
  test('R1.a: a node that is a workflow has an executor by its declaration', () => {
    const outer = workflowOf('outer', { a: workflowTypeId('weather'), b: workflowTypeId('gone') });
    const codes = (catalog: Catalog) => validate(outer, catalog).map(({ code }) => code);
    expect(codes(withTypes([weather]))).toEqual(['R9_NODE_TYPE_UNKNOWN']);
    expect(codes(base)).toEqual(['R9_NODE_TYPE_UNKNOWN', 'R9_NODE_TYPE_UNKNOWN']);
  });
  test("a site's own record of such a type stands over the derived one", () => {
    const types = workflowTypes([weather], base);
    const [derived] = types.nodeTypes;
    if (derived === undefined) throw new Error('No type.');
    const site = withWorkflowTypes({ nodeTypes: [{ ...derived, category: 'ai' }] }, types);
    expect(createCatalog(site, types.processors).nodeType(derived.id)?.category).toBe('ai');
  });
});
