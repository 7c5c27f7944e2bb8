import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog';
import { propertiesOf } from '../schema-words';
import { SHIPPED_CATEGORIES } from './categories';
import { SHIPPED_NODE_TYPES } from './node-types';
import { PROCESSOR_ALIASES, SHIPPED_PROCESSORS } from './processors';

const catalog = createCatalog();

test('everything that ships builds, with nothing to report', () => {
  expect(catalog.faults).toEqual([]);
  for (const { id } of SHIPPED_NODE_TYPES) expect(catalog.built(id)?.processor, id).toBeDefined();
});

test('ids are unique, categories exist, every processor has a node type', () => {
  const unique = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id)).size === list.length;
  expect([unique(SHIPPED_NODE_TYPES), unique(SHIPPED_PROCESSORS), unique(SHIPPED_CATEGORIES)]).toEqual([
    true,
    true,
    true,
  ]);
  const categories = new Set(SHIPPED_CATEGORIES.map(({ id }) => id));
  for (const { id, category } of SHIPPED_NODE_TYPES) expect(categories.has(category), id).toBe(true);
  const used = new Set(SHIPPED_NODE_TYPES.map((nodeType) => nodeType.executor_plugin));
  expect(SHIPPED_PROCESSORS.filter(({ id }) => !used.has(id))).toEqual([]);
  for (const target of PROCESSOR_ALIASES.values()) expect(catalog.processor(target)?.id).toBe(target);
});

describe.each(SHIPPED_NODE_TYPES.map((nodeType) => [nodeType.id, nodeType] as const))(
  '%s',
  (id, nodeType) => {
    const processor = catalog.processor(nodeType.executor_plugin);
    const parameters = Object.keys(propertiesOf(processor?.parameters) ?? {});
    const results = Object.keys(propertiesOf(processor?.outputs) ?? {});
    test('gates every parameter of its processor, and no other', () => {
      expect(Object.keys(nodeType.parameters).sort()).toEqual([...parameters].sort());
      for (const name of Object.keys(nodeType.outputs)) expect(results).toContain(name);
    });
    test('names its ports and fields for people', () => {
      const built = catalog.built(id);
      for (const port of [...(built?.inputs ?? []), ...(built?.outputs ?? [])]) {
        expect(port.name, port.id).toMatch(/^[A-Z]/);
        expect(port.description, port.id).not.toBe('');
      }
      for (const [name, schema] of Object.entries(propertiesOf(built?.configSchema) ?? {}))
        expect(schema, name).toHaveProperty('title');
      expect(nodeType.description).toMatch(/\.$/);
      expect(nodeType.supported_visual_types).toContain(nodeType.visual_type);
    });
    test('points its expression slots at parameters that are there', () => {
      for (const { key, engine } of processor?.expressions ?? []) {
        expect(parameters).toContain(key);
        if ('config' in engine) expect(parameters).toContain(engine.config);
      }
    });
    test('states its confirmation policy where it acts on the world', () => {
      if (processor?.flags.sideEffects) expect(nodeType.confirmation.policy).toMatch(/^(ask|skip)$/);
    });
    test('has defaults that its own enumerations and bounds allow', () => {
      const built = catalog.built(id);
      for (const [name, schema] of Object.entries(propertiesOf(processor?.parameters) ?? {})) {
        const value = built?.effectiveDefaults[name];
        const choices = (schema as { enum?: readonly unknown[] }).enum;
        if (choices !== undefined && value !== null) expect(choices, name).toContain(value);
      }
    });
  },
);

test('icons exist', () => {
  const mdi = JSON.parse(readFileSync('node_modules/@iconify-json/mdi/icons.json', 'utf8')) as {
    icons: object;
    aliases?: object;
  };
  for (const { id, icon } of [...SHIPPED_NODE_TYPES, ...SHIPPED_CATEGORIES]) {
    const name = icon.replace(/^mdi:/, '');
    expect(Object.hasOwn(mdi.icons, name) || Object.hasOwn(mdi.aliases ?? {}, name), `${id}: ${icon}`).toBe(
      true,
    );
  }
});

test('kinds: one start node, one terminal one, two that never run', () => {
  const where = (flag: 'start' | 'terminal' | 'executable', value: boolean) =>
    SHIPPED_NODE_TYPES.filter(({ id }) => catalog.built(id)?.flags[flag] === value).map(({ id }) => id);
  expect([where('start', true), where('terminal', true), where('executable', false)]).toEqual([
    ['trigger'],
    ['stop'],
    ['idea', 'note'],
  ]);
});
