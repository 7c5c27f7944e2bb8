import { describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import { workflowTypeId } from '../contract/workflow-ids';
import { withWorkflowTypes, workflowTypes } from '../contract/workflow-types';
import { decodeWorkflow } from '../model/api-form';
import type { Contract, WorkflowDocument } from '../model/document';
import { contractOf } from './contract-keys';
import { type ExportKind, exportWorkflow } from './export';
import { importFiles } from './import';

const catalog = createCatalog();
const contract: Contract = {
  parameter_schema: { type: 'object', properties: { who: { type: 'string', 'x-data-type': 'string' } } },
  output_schema: null,
  schema_version: '2.1.3',
};
function workflow(parts: Partial<WorkflowDocument> = {}): WorkflowDocument {
  const decoded = decodeWorkflow({ id: 'greeting', name: 'Greeting', nodes: [], edges: [] });
  if (!decoded.ok) throw new Error('Not a workflow.');
  return { ...decoded.value.document, ...parts };
}
const KINDS: readonly ExportKind[] = ['editor', 'api', 'bundle', 'drupal'];

describe.each(KINDS)('a contract in a file of kind %s', (kind) => {
  const again = (document: WorkflowDocument) =>
    importFiles(exportWorkflow(document, kind, catalog).files, catalog).workflows[0]?.document;

  test('MAN-18: it comes back as it was, and twice changes nothing', () => {
    const once = again(workflow({ contract }));
    expect(once?.contract).toEqual(contract);
    expect(once?.extra).toEqual({});
    if (once === undefined) throw new Error('Nothing was imported.');
    expect(again(once)?.contract).toEqual(contract);
  });

  test('MAN-18: of several versions the file has the one that is published now', () => {
    const once = again(workflow({ contract }));
    if (once === undefined) throw new Error('Nothing was imported.');
    const next = { ...contract, schema_version: '3.0.0' };
    expect(again({ ...once, contract: next })?.contract).toEqual(next);
  });

  test('MAN-9: the type that another workflow is does not come along; it comes with that workflow', () => {
    const types = workflowTypes([workflow({ contract })], catalog);
    const site = createCatalog(withWorkflowTypes({}, types), types.processors);
    const decoded = decodeWorkflow({
      id: 'caller',
      name: 'Caller',
      nodes: [
        {
          id: 'a.1',
          type: 'universalNode',
          data: { metadata: { node_type_id: workflowTypeId('greeting') } },
        },
      ],
      edges: [],
    });
    if (!decoded.ok) throw new Error('Not a workflow.');
    const { files } = exportWorkflow(decoded.value.document, kind, site);
    expect(importFiles(files, catalog).nodeTypes).toEqual([]);
  });
});

test("STORE-14: a key of the same name alone is somebody else's, and goes back as it came", () => {
  const text = JSON.stringify({ id: 'x', name: 'X', nodes: [], edges: [], schema_version: '1.0' });
  const { workflows } = importFiles([{ name: 'x.json', bytes: new TextEncoder().encode(text) }], catalog);
  expect(workflows[0]?.document).toMatchObject({ contract: undefined, extra: { schema_version: '1.0' } });
});

test('STORE-14: a workflow that never published anything has no contract in its file', () => {
  const unbuilt = { parameter_schema: null, output_schema: null, schema_version: '0.0.0' };
  const [file] = exportWorkflow(workflow({ contract: unbuilt }), 'editor', catalog).files;
  expect(Object.keys(JSON.parse(new TextDecoder().decode(file?.bytes)))).toEqual([
    'id',
    'name',
    'description',
    'nodes',
    'edges',
    'metadata',
  ]);
});

test.each([
  [{}, undefined],
  [{ schema_version: 4 }, undefined],
  [{ parameter_schema: 'x' }, undefined],
  [{ parameter_schema: [] }, { parameter_schema: {}, output_schema: null, schema_version: '0.0.0' }],
  [{ schema_version: '1.0.0' }, { parameter_schema: null, output_schema: null, schema_version: '1.0.0' }],
])('MAN-18: a contract is read whole or left as it came: %j', (record, expected) => {
  expect(contractOf(record)).toEqual(expected);
});
