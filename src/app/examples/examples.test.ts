import { describe, expect, test } from 'vitest';
import { createCatalog } from '../../catalog/catalog';
import { createExpressionHost } from '../../expression/host';
import { decodeWorkflow } from '../../model/api-form';
import { runForm } from '../../playground/run-form';
import { expressionsOf, judgeExpressions } from '../../validation/expressions';
import { validate } from '../../validation/validate';
import { EXAMPLES } from '.';

const catalog = createCatalog();
const host = createExpressionHost();

function read(example: (typeof EXAMPLES)[number]) {
  const decoded = decodeWorkflow(example.document);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
  return decoded.value;
}

describe.each(EXAMPLES)('the example $id', (example) => {
  test('is read without a repair', () => {
    expect(read(example).repairs).toEqual([]);
  });

  test('has no finding', async () => {
    const { document } = read(example);
    expect(validate(document, catalog)).toEqual([]);
    const expressions = document.nodes.flatMap((node) => expressionsOf(node, catalog));
    expect(await judgeExpressions(expressions, host)).toEqual([]);
  });

  test('can be run without a missing input but those it declares as required', () => {
    const { document } = read(example);
    const { declared, nodes } = runForm(document, catalog);
    expect(nodes.flatMap(({ fields }) => fields).filter(({ required }) => required)).toEqual([]);
    expect(declared.map(({ label }) => label)).toEqual(document.inputs.map(({ name }) => name));
  });
});
