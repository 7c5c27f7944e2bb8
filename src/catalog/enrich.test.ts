import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json';
import { createCatalog } from './catalog';
import { enrichNode, executorOf, UNIVERSAL_NODE } from './enrich';
import { nodeOf, processorOf, typeOf } from './testing/make';

const live = typeOf({ id: 'http_call', description: 'New text' });
const broken = typeOf({ id: 'broken', executor_plugin: 'test:broken' });
const catalog = createCatalog({ nodeTypes: [live, broken] }, [
  processorOf({}),
  { ...processorOf({}), id: 'test:broken', parameters: { type: 'object' } },
]);
const withMetadata = (metadata: JsonObject, type?: string) => {
  const node = nodeOf(undefined, { instanceTitle: 'Mine' }, { id: 'n3', type });
  return { ...node, data: { ...node.data, metadata } };
};

describe('SCH-24: a type that does not build', () => {
  test.each(['gone', 'broken'])('SCH-24: %s leaves the node as stored', (node_type_id) => {
    const node = withMetadata({ node_type_id }, 'oldKind');
    expect(enrichNode(node, catalog)).toBe(node);
    expect(enrichNode(node, catalog).data.metadata).toEqual({ node_type_id });
  });
  test('SCH-24: the failure is recorded, and other types are served', () => {
    expect(catalog.built('broken')).toBeUndefined();
    expect(catalog.faults.map(({ nodeType }) => nodeType)).toEqual(['broken']);
    expect(catalog.built('http_call')).toBeDefined();
  });
  test('SCH-24: a declaration that throws while it is read is contained', () => {
    const thrower = {
      ...processorOf({}),
      get parameters(): JsonObject {
        throw new Error('no schema today');
      },
    };
    const bad = createCatalog({ nodeTypes: [live] }, [thrower]);
    expect(bad.built('http_call')).toBeUndefined();
    expect(bad.faults).toEqual([
      { nodeType: 'http_call', message: expect.stringContaining('no schema today') },
    ]);
  });
});

describe('SCH-25: enrichment', () => {
  test('SCH-25: anchors on node_type_id and on nothing else', () => {
    for (const node of [
      { ...nodeOf(undefined, [], { id: 'n7', type: 'http_call' }) },
      withMetadata({ id: 'http_call', name: 'HTTP' }, 'http_call'),
      withMetadata({ node_type_id: '' }),
      withMetadata({ node_type_id: 5 }),
    ]) {
      expect(enrichNode(node, catalog)).toBe(node);
    }
  });
  test('SCH-25: replaces metadata and type; leaves the rest alone; twice is once', () => {
    const node = withMetadata({ node_type_id: 'http_call', leftover: 1 }, 'oldKind');
    const enriched = enrichNode(node, catalog);
    expect(enriched.type).toBe(UNIVERSAL_NODE);
    expect(enriched.data.metadata).toMatchObject({
      node_type_id: 'http_call',
      id: 'http_call',
      description: 'New text',
    });
    expect(enriched.data.metadata).not.toHaveProperty('leftover');
    expect({
      ...enriched,
      type: node.type,
      data: { ...enriched.data, metadata: node.data.metadata },
    }).toEqual(node);
    expect(enriched.data.config).toBe(node.data.config);
    expect(enrichNode(enriched, catalog)).toBe(enriched);
  });
});

test('SCH-28: the executor is the one of the node type, whatever the metadata names', () => {
  const node = withMetadata({ node_type_id: 'http_call', executor_plugin: 'sluice:stop' });
  expect(executorOf(node, catalog)?.id).toBe('test:step');
  expect(executorOf(withMetadata({ executor_plugin: 'sluice:stop' }), catalog)).toBeUndefined();
});

test('SCH-29: stored metadata decides nothing, not even where it looks right', () => {
  const stored = { ...enrichNode(withMetadata({ node_type_id: 'http_call' }), catalog) };
  const stale = {
    ...stored,
    data: { ...stored.data, metadata: { ...stored.data.metadata, description: 'Old text' } },
  };
  expect(enrichNode(stale, catalog).data.metadata?.description).toBe('New text');
});
