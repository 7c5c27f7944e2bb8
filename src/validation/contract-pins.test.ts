import { expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import { workflowTypeId } from '../contract/workflow-ids';
import { withWorkflowTypes, workflowTypes } from '../contract/workflow-types';
import { decodeWorkflow } from '../model/api-form';
import { locatorOf } from './locate';
import { textOf } from './text';
import { validate } from './validate';

const base = createCatalog();

/** A catalog in which the workflow `inner` publishes this version. */
function publishing(schema_version: string) {
  const inner = decodeWorkflow({ id: 'inner', name: 'Inner', nodes: [], edges: [] });
  if (!inner.ok) throw new Error('Not a workflow.');
  const contract = {
    parameter_schema: { type: 'object', properties: { who: { type: 'string' } } },
    output_schema: null,
    schema_version,
  };
  const types = workflowTypes([{ ...inner.value.document, contract }], base);
  return createCatalog(withWorkflowTypes({}, types), types.processors);
}

function found(pinned: string | undefined, published: string) {
  const read = decodeWorkflow({
    id: 'outer',
    name: 'Outer',
    nodes: [
      {
        id: 'a.1',
        data: {
          label: 'Inner',
          config: {},
          metadata: { node_type_id: workflowTypeId('inner') },
          ...(pinned === undefined ? {} : { extensions: { sluice: { contract: pinned } } }),
        },
      },
    ],
    edges: [],
  });
  if (!read.ok) throw new Error('Not a workflow.');
  const { document } = read.value;
  return validate(document, publishing(published)).map(
    (finding) => `${finding.severity} ${finding.code} ${locatorOf(finding, document)} ${textOf(finding)}`,
  );
}

test('MAN-18: a node whose workflow has published a breaking version since is warned about, and nobody else', () => {
  expect(found('1.4.0', '2.0.0')).toEqual([
    expect.stringMatching(/^warning W_WORKFLOW_CONTRACT node\.a\.1 .*1\.4\.0.*"inner".*2\.0\.0/),
  ]);
  for (const [pinned, published] of [
    ['1.4.0', '1.5.0'],
    ['2.0.0', '2.0.0'],
    ['2.0.0', '1.0.0'],
    ['0.0.0', '1.0.0'],
    [undefined, '9.0.0'],
    ['no version', '2.0.0'],
  ] as const) {
    expect(found(pinned, published)).toEqual([]);
  }
});
