import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../model/json';
import { governanceOf } from './governance';
import { build, FORM, processorOf, typeOf } from './testing/make';
import type { BuiltType, NodeType, Schema } from './types';
import { deriveUiSchema, openGroups } from './ui-schema';

const form = (built: BuiltType) => built.configSchema.properties as { readonly [key: string]: JsonObject };
const STILL = { executable: false };

describe('SCH-20: visual type', () => {
  const choice = { visual_type: 'default', supported_visual_types: ['default', 'gateway'] };
  test('SCH-20: offered where there is a choice', () => {
    const built = build(choice, processorOf({}));
    expect(form(built).nodeType).toMatchObject({
      type: 'string',
      title: 'Visual Type',
      enum: ['default', 'gateway'],
      default: 'default',
    });
    expect(built.configDefaults).toEqual({ nodeType: 'default' });
    expect(built.metadata).toMatchObject({ type: 'default', supportedTypes: ['default', 'gateway'] });
  });
  test('SCH-20: written over a declared property of that name', () => {
    const pick = { nodeType: { type: 'string', title: 'Pick', enum: ['x'], default: 'x' } };
    const built = build({ ...choice, parameters: { nodeType: FORM } }, processorOf(pick));
    expect(form(built).nodeType).toMatchObject({
      title: 'Visual Type',
      enum: ['default', 'gateway'],
      default: 'default',
    });
    expect(built.configDefaults).toEqual({ nodeType: 'default' });
  });
  test('SCH-20: no choice, no property', () => {
    const built = build({ supported_visual_types: ['default', 'default'] }, processorOf({}));
    expect(form(built)).not.toHaveProperty('nodeType');
    expect(built.configDefaults).toEqual({});
  });
});

describe('SCH-21: reserved config properties', () => {
  test('SCH-21: title and description everywhere, retries and ports where it runs', () => {
    expect(Object.keys(form(build({}, processorOf({}))))).toEqual([
      'instanceTitle',
      'instanceDescription',
      'maxRetries',
      'ports',
      'requiresConfirmation',
    ]);
    expect(Object.keys(form(build({}, processorOf({}, {}, STILL))))).toEqual([
      'instanceTitle',
      'instanceDescription',
    ]);
  });
  test('SCH-21: each is skipped on its own where it is declared', () => {
    const declared = {
      instanceTitle: { type: 'string', title: 'My title', 'x-group': 'execution' },
      maxRetries: { type: 'integer', title: 'My retries', default: 5 },
    };
    const built = build({ parameters: { instanceTitle: FORM, maxRetries: FORM } }, processorOf(declared));
    expect(form(built)).toMatchObject(declared);
    expect(form(built).instanceTitle).toEqual(declared.instanceTitle);
    expect(Object.keys(form(built))).toEqual(expect.arrayContaining(['instanceDescription', 'ports']));
  });
});

test('SCH-22: a config-edit descriptor only where the node type has one', () => {
  expect(build({}, processorOf({})).metadata).not.toHaveProperty('configEdit');
  const config_edit = { dynamicSchema: { url: '/x' } };
  expect(build({ config_edit }, processorOf({})).metadata.configEdit).toEqual(config_edit);
});

const layout = (properties: JsonObject) => deriveUiSchema({ type: 'object', properties });
const scopes = (element: Json | Schema | null): string[] => {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return [];
  const { scope, elements } = element as { scope?: string; elements?: Json[] };
  return [...(scope === undefined ? [] : [scope]), ...(elements ?? []).flatMap(scopes)];
};

describe('SCH-23: ui schema', () => {
  test('SCH-23: null exactly where no property carries a registered group', () => {
    expect(layout({ a: { type: 'string', 'x-group': 'no-such-group' } })).toBeNull();
    expect(layout({ a: {} })).toBeNull();
    expect(layout({ a: { 'x-group': 'general' } })).not.toBeNull();
    const still = build(
      { parameters: { a: FORM } },
      processorOf({ a: { 'x-group': 'no-such-group' } }, {}, STILL),
    );
    expect(still.uiSchema).toBeNull();
    expect(still.metadata.uiSchema).toBeNull();
  });
  test('SCH-23: groups in their order, collapsed; the default bucket first', () => {
    expect(
      layout({ p: { 'x-group': 'ports' }, g: { 'x-group': 'general' }, odd: { 'x-group': 'odd' }, bare: {} }),
    ).toEqual({
      type: 'VerticalLayout',
      elements: [
        { type: 'Control', scope: '#/properties/odd' },
        { type: 'Control', scope: '#/properties/bare' },
        {
          type: 'Group',
          label: 'General',
          options: { collapsed: true, group: 'general' },
          elements: [{ type: 'Control', scope: '#/properties/g' }],
        },
        {
          type: 'Group',
          label: 'Ports',
          options: { collapsed: true, group: 'ports' },
          elements: [{ type: 'Control', scope: '#/properties/p' }],
        },
      ],
    });
  });
  test('SCH-23: made from the finished schema, injected properties included', () => {
    expect(scopes(build({}, processorOf({})).uiSchema)).toEqual(
      expect.arrayContaining(['#/properties/instanceTitle', '#/properties/maxRetries', '#/properties/ports']),
    );
  });
  test.each<[JsonObject, boolean]>([
    [{ maxRetries: 0 }, false],
    [{ maxRetries: 3 }, true],
    [{ maxRetries: '' }, false],
    [{ requiresConfirmation: '' }, false],
    [{ requiresConfirmation: 'require' }, true],
    [{}, false],
    [{ instanceTitle: 'x' }, false],
  ])('SCH-23: with %j the execution group is open: %s', (config, open) => {
    expect(openGroups(build({}, processorOf({})).configSchema, config).has('execution')).toBe(open);
  });
});

describe('SCH-31: field order', () => {
  const general = (order: JsonObject) => ({ type: 'string', 'x-group': 'general', ...order });
  test('SCH-31: x-config-order ascending, absent or no number as 0, ties as declared', () => {
    expect(
      scopes(layout({ alpha: general({ 'x-config-order': 20 }), beta: general({ 'x-config-order': 10 }) })),
    ).toEqual(['#/properties/beta', '#/properties/alpha']);
    const mixed = {
      a: general({ 'x-config-order': '1' }),
      b: general({ 'x-config-order': -1 }),
      c: general({}),
    };
    expect(scopes(layout(mixed))).toEqual(['#/properties/b', '#/properties/a', '#/properties/c']);
  });
  test('SCH-31: x-display-order means nothing', () => {
    expect(
      scopes(layout({ alpha: general({ 'x-display-order': 20 }), beta: general({ 'x-display-order': 10 }) })),
    ).toEqual(['#/properties/alpha', '#/properties/beta']);
  });
});

describe('the confirmation key', () => {
  const key = (confirmation: NodeType['confirmation']) =>
    form(build({ confirmation }, processorOf({}))).requiresConfirmation;
  const shown = (confirmation: NodeType['confirmation']) =>
    scopes(build({ confirmation }, processorOf({})).uiSchema).includes('#/properties/requiresConfirmation');
  test('known on every executable type, without an enum, and on no other', () => {
    const mappings: JsonObject[] = [
      {},
      { author_controls: [] },
      { policy: 'ask', author_controls: ['require'] },
    ];
    for (const confirmation of mappings) {
      expect(key(confirmation)).toMatchObject({ type: 'string', default: '' });
      expect(key(confirmation)).not.toHaveProperty('enum');
    }
    expect(form(build({}, processorOf({}, {}, STILL)))).not.toHaveProperty('requiresConfirmation');
  });
  test('offered with exactly the granted controls and defer, or not at all', () => {
    expect(key({})).toHaveProperty('x-options', ['', 'waive', 'require']);
    expect(key({ policy: 'ask', author_controls: ['require'], dynamic_controls: [] })).toHaveProperty(
      'x-options',
      ['', 'require'],
    );
    expect([
      shown({}),
      shown({ author_controls: [], dynamic_controls: [] }),
      shown({ policy: 'ask' }),
    ]).toEqual([true, false, false]);
  });
  test('a mapping that was never stored grants both; a stored one is literal', () => {
    expect(governanceOf(typeOf())).toEqual({
      policy: undefined,
      authorControls: ['waive', 'require'],
      dynamicControls: [],
    });
    expect(
      governanceOf(typeOf({ confirmation: { policy: 'skip', author_controls: ['waive', 'bogus'] } })),
    ).toEqual({
      policy: 'skip',
      authorControls: ['waive'],
      dynamicControls: [],
    });
  });
});
