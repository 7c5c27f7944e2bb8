// Whole workflows as sites export them, through the importer and the shipped catalog to their findings.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createCatalog } from '../src/catalog/catalog';
import { decodeNodeType } from '../src/catalog/node-type-record';
import type { Catalog, NodeType } from '../src/catalog/types';
import { decodeDrupalWorkflow } from '../src/formats/drupal';
import { isObject, type JsonObject } from '../src/model/json';
import { locatorOf } from '../src/validation/locate';
import { textOf } from '../src/validation/text';
import { validate } from '../src/validation/validate';

function read(path: string): JsonObject {
  const record: unknown = parse(readFileSync(path, 'utf8'));
  if (!isObject(record)) throw new Error(`${path} holds no record`);
  return record;
}

function nodeTypes(paths: readonly string[]): readonly NodeType[] {
  return paths.map((path) => {
    const decoded = decodeNodeType(read(path));
    if (!decoded.ok) throw new Error(`${path}: ${decoded.error.map(({ message }) => message).join(' ')}`);
    return decoded.value;
  });
}

/** `severity CODE locator params.port?` of each finding. */
function findings(path: string, catalog: Catalog): readonly string[] {
  const decoded = decodeDrupalWorkflow(read(path), catalog);
  if (!decoded.ok) throw new Error(`${path} cannot be read`);
  const { document } = decoded.value;
  return validate(document, catalog).map((finding) => {
    expect(textOf(finding)).not.toMatch(/undefined|\[object|""/);
    const port = finding.code === 'W_DATA_COLLISION' ? ` ${finding.params.node} ${finding.params.port}` : '';
    return `${finding.severity} ${finding.code} ${locatorOf(finding, document)}${port}`;
  });
}

describe('workflows of the shapes that sites export', () => {
  const at = (name: string) => join(import.meta.dirname, 'fixtures/validation', name);

  test('R6.c, EXPO-2: a workflow with every override written out is clean', () => {
    expect(findings(at('one_call.yml'), createCatalog())).toEqual([]);
  });

  test('R1.a, R9: a step whose executor is missing is one error, whether or not its type came along', () => {
    const withType = createCatalog({ nodeTypes: nodeTypes([at('site_panel.type.yml')]) });
    expect(findings(at('missing_panel.yml'), withType)).toEqual([
      'error R1_PLUGIN_MISSING node.site_panel.1',
    ]);
    expect(findings(at('missing_panel.yml'), createCatalog())).toEqual([
      'error R9_NODE_TYPE_UNKNOWN node.site_panel.1',
    ]);
  });

  test('DATA-2, R7.d: wires on renamed ports and a second source of a port warn', () => {
    expect(findings(at('lookup.yml'), createCatalog())).toEqual([
      'warning W_PORT_UNDECLARED edge.1',
      'warning W_DATA_COLLISION edge.3 http_request.2 url',
      'warning W_PORT_UNDECLARED edge.6',
      'warning W_DATA_COLLISION edge.7 data_mapper.2 answer',
    ]);
  });
});

const examples = join(import.meta.dirname, '../../shared/examples/drupal');

describe.runIf(existsSync(examples))('exports of a site', () => {
  const workflow = (id: string) => join(examples, `flowdrop_workflow.flowdrop_workflow.${id}.yml`);
  const typeFiles = () =>
    readdirSync(examples)
      .filter((name) => name.startsWith('flowdrop_node_type.'))
      .map((name) => join(examples, name));

  test.each([
    ['the shipped catalog', () => createCatalog()],
    ['the records of the site', () => createCatalog({ nodeTypes: nodeTypes(typeFiles()) })],
  ])('with %s', (_, catalogOf) => {
    const catalog = catalogOf();
    expect(findings(workflow('workshop_one_ai_call'), catalog)).toEqual([]);
    const panel = 'node.aincient_flows_aincient_capability_onboarding_panel.1';
    const code =
      catalog.nodeType(panel.slice(5, -2)) === undefined ? 'R9_NODE_TYPE_UNKNOWN' : 'R1_PLUGIN_MISSING';
    expect(findings(workflow('aincient_onboarding'), catalog)).toEqual([`error ${code} ${panel}`]);
    expect(findings(workflow('aincient_weather'), catalog)).toEqual([
      'warning W_PORT_UNDECLARED edge.1',
      'warning W_DATA_COLLISION edge.7 http_request.1 url',
      'warning W_PORT_UNDECLARED edge.9',
      'warning W_PORT_UNDECLARED edge.10',
      'warning W_DATA_COLLISION edge.11 data_mapper.2 g',
    ]);
  });
});
