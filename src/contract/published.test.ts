import { describe, expect, test } from 'vitest';
import type { Contract } from '../model/document';
import type { JsonObject } from '../model/json';
import { buildContract } from './build-contract';
import { annotatedSchema, pinnedLane, plainSchema, shownSchemas, structureOf } from './published';
import { catalogOf, processorWith, workflowOf } from './testing/fixtures';

const probe = processorWith(
  'probe',
  {
    label: { type: 'string', title: 'Label', description: 'Free text.' },
    key: { type: 'string' },
    box: {
      type: 'object',
      properties: { lid: { type: 'string', title: 'Lid' } },
      items: { type: 'string', description: 'One.' },
    },
  },
  { label: { type: 'string', title: 'Label', description: 'Free text.' } },
);
const catalog = catalogOf([probe]);

function published(entry: JsonObject, side: 'inputs' | 'outputs' = 'inputs') {
  const draft = workflowOf('w', { n2: 'probe' }, { [side]: [{ node_id: 'n2', ...entry }] });
  const { parameter_schema, output_schema } = buildContract(draft, catalog);
  const contract: Contract = { parameter_schema, output_schema, schema_version: '1.0.0' };
  return { ...draft, contract };
}
const shown = (entry: JsonObject, annotated: boolean) => {
  const schema = shownSchemas(published(entry), () => catalog, annotated).parameter_schema;
  return Object.values(schema?.properties ?? {})[0];
};

describe('reading the stored contract', () => {
  test('MAN-5: plain is the stored structure without the pin, annotated has the words of the port', () => {
    const entry = { name: 'name', port: 'label' };
    expect(shown(entry, false)).toEqual({ type: 'string' });
    expect(shown(entry, true)).toEqual({ type: 'string', title: 'Label', description: 'Free text.' });
    const box = { name: 'box', port: 'box' };
    expect(shown(box, true)).toEqual({
      type: 'object',
      properties: { lid: { type: 'string', title: 'Lid' } },
      items: { type: 'string', description: 'One.' },
    });
  });
  test('MAN-5: the stored contract is the same, whoever reads it and how', () => {
    const document = published({ name: 'name', port: 'label', title: 'Recipient' });
    const before = JSON.stringify(document.contract);
    shownSchemas(document, () => catalog, true);
    expect(JSON.stringify(document.contract)).toBe(before);
    expect(before).not.toMatch(/Recipient|Label/);
  });
  test('MAN-5: only the pin of a fragment is hidden, an input called so is not', () => {
    const schema = {
      type: 'object',
      properties: { 'x-data-type': { type: 'string', 'x-data-type': 'string' } },
    };
    expect(plainSchema(schema)).toEqual({
      type: 'object',
      properties: { 'x-data-type': { type: 'string' } },
    });
    expect(plainSchema(null)).toBeNull();
    expect(plainSchema({})).toEqual({});
  });
  test("MAN-2: an entry's words come with the annotated fragment", () => {
    const words = { title: 'Order', description: 'Number on the invoice.', examples: ['A-1', 'A-2'] };
    expect(shown({ name: 'order_ref', port: 'key', ...words }, true)).toEqual({ type: 'string', ...words });
    expect(shown({ name: 'order_ref', port: 'key', required: true, ...words }, true)).not.toHaveProperty(
      'required',
    );
  });
  test("MAN-6: the author's word wins over the port's", () => {
    expect(shown({ name: 'name', port: 'label', title: 'Recipient' }, true)).toEqual({
      type: 'string',
      title: 'Recipient',
      description: 'Free text.',
    });
  });
  test.each<[string, JsonObject]>([
    ['empty', { title: '', description: '', examples: [] }],
    ['blank', { title: '  ', description: '\n\t' }],
    ['absent', {}],
  ])('MAN-6: a word that is %s erases nothing', (_, words) => {
    expect(shown({ name: 'name', port: 'label', ...words }, true)).toEqual({
      type: 'string',
      title: 'Label',
      description: 'Free text.',
    });
  });
  test('MAN-6: on outputs the author has no word', () => {
    const document = published({ name: 'o', port: 'label', title: 'Mine', examples: [1] }, 'outputs');
    expect(shownSchemas(document, () => catalog, true).output_schema?.properties).toEqual({
      o: { type: 'string', title: 'Label', description: 'Free text.' },
    });
  });
  test('MAN-6: an entry or a port that is gone leaves the stored fragment', () => {
    const document = published({ name: 'name', port: 'label' });
    const { parameter_schema } = document.contract;
    expect(annotatedSchema(parameter_schema, { ...document, nodes: [] }, catalog, 'input')).toEqual(
      parameter_schema,
    );
    expect(annotatedSchema(parameter_schema, { ...document, inputs: [] }, catalog, 'input')).toEqual(
      parameter_schema,
    );
  });
});

describe('lane and structure', () => {
  test.each<[JsonObject, string]>([
    [{ type: 'array', 'x-data-type': 'messages' }, 'messages'],
    [{ type: 'array', 'x-data-type': 'a_lane_no_longer_served' }, 'a_lane_no_longer_served'],
    [{ type: 'array' }, 'array'],
    [{ type: 'object' }, 'json'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['null', 'string'] }, 'string'],
    [{}, 'mixed'],
    [{ type: 'tool' }, 'tool'],
    [{ type: 'any' }, 'mixed'],
  ])('MAN-21: the lane of %j is %s: the pin as it is, else that of the type', (fragment, lane) => {
    expect(pinnedLane(fragment, catalog.portConfig)).toBe(lane);
  });
  test('MAN-21: structure is without lane, words and flags, and keeps lists of required members', () => {
    expect(
      structureOf({
        type: 'object',
        title: 'T',
        description: 'D',
        examples: [1],
        required: true,
        'x-data-type': 'json',
        properties: { title: { type: 'string', required: false, title: 't' } },
        items: { type: 'object', required: ['a'] },
      }),
    ).toEqual({
      type: 'object',
      properties: { title: { type: 'string' } },
      items: { type: 'object', required: ['a'] },
    });
  });
});
