import { describe, expect, test } from 'vitest';
import { decodeCategory } from '../catalog/node-type-record';
import type { Catalog, Category } from '../catalog/types';
import type { WorkflowDocument } from '../model/document';
import type { Json, JsonObject } from '../model/json';
import { PERMISSIONS } from '../model/permission';
import { categoriesAnswer, categoryRows } from './category-door';
import { guardedRead, METADATA_DOORS } from './metadata-doors';
import { rebuild } from './rebuild';
import { schemaAnswer, schemaCacheTag } from './schema-door';
import { catalogOf, processorWith, workflowOf } from './testing/fixtures';
import { waitRefusal } from './wait';

function category(record: JsonObject): Category {
  const decoded = decodeCategory(record);
  if (!decoded.ok) throw new Error('Not a category.');
  return decoded.value;
}

describe('categories', () => {
  const math = {
    id: 'math',
    label: 'Math',
    icon: 'mdi:calculator',
    color: '#112233',
    description: 'Number nodes.',
    weight: 3,
  };
  const stored = [category(math), category({ id: 'legacy', label: 'Legacy', status: false })];

  test('META-1: the enabled ones, by machine name, in the envelope', () => {
    expect(JSON.stringify(categoriesAnswer(stored))).toBe(
      '{"success":true,"data":[{"name":"math","label":"Math","icon":"mdi:calculator","color":"#112233","description":"Number nodes."}]}',
    );
  });
  test('META-1: a row has five texts whatever is stored, in this order', () => {
    expect(Object.entries(categoryRows([category({ id: 'bare' })])[0] ?? {})).toEqual([
      ['name', 'bare'],
      ['label', 'bare'],
      ['icon', ''],
      ['color', ''],
      ['description', ''],
    ]);
    expect(categoriesAnswer([])).toEqual({ success: true, data: [] });
  });
});

describe('failed reads', () => {
  const fault = new Error('table cat_x missing');
  test.each([
    ['categories', 'Failed to fetch categories'],
    ['workflowSchema', 'Failed to fetch workflow schema'],
  ] as const)('META-3: %s answers its fixed message, the log gets the cause', async (door, message) => {
    const reported: unknown[] = [];
    const throwing = () => {
      throw fault;
    };
    for (const read of [throwing, () => Promise.reject(fault)]) {
      const failed = await guardedRead(door, read, (error) => reported.push(error));
      expect(failed).toEqual({
        ok: false,
        error: { status: 500, body: { success: false, error: message, error_code: 'INTERNAL_ERROR' } },
      });
      expect(JSON.stringify(failed)).not.toMatch(/cat_x|Error:/);
    }
    expect(reported).toEqual([fault, fault]);
  });
  test('META-3: a log that fails publishes nothing, and a read that works is handed on', async () => {
    const failed = await guardedRead(
      'categories',
      () => Promise.reject(fault),
      () => {
        throw fault;
      },
    );
    expect(failed.ok).toBe(false);
    expect(
      await guardedRead(
        'categories',
        () => 5,
        () => undefined,
      ),
    ).toEqual({ ok: true, value: 5 });
  });
});

describe('the schema door', () => {
  const probe = processorWith(
    'probe',
    { city: { type: 'string', title: 'City' } },
    { temp: { type: 'number' } },
  );
  const catalog = catalogOf([probe]);
  const sides = {
    inputs: [{ name: 'city', node_id: 'n', port: 'city' }],
    outputs: [{ name: 'temp', node_id: 'n', port: 'temp' }],
  };
  const draft = workflowOf('w', { n: 'probe' }, sides);
  const { contract } = rebuild(undefined, draft, catalog);
  const at = (schema_version: string): WorkflowDocument => ({
    ...draft,
    contract: { ...contract, schema_version },
  });
  const ask = (workflow: WorkflowDocument | undefined, annotated?: string, ifNoneMatch?: string) =>
    schemaAnswer(workflow, () => catalog, { annotated, ifNoneMatch });
  const never = (): Catalog => {
    throw new Error('Asked for a catalog.');
  };

  test('META-4: a bare document, its keys in order, the stored schemas in it', () => {
    const answer = ask(at('1.4.0'));
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).toBe(
      '{"schema_version":"1.4.0","parameter_schema":{"type":"object","properties":{"city":{"type":"string"}}},"output_schema":{"type":"object","properties":{"temp":{"type":"number"}}}}',
    );
  });
  test('META-4: null for a side without ports, and a version all the same', () => {
    for (const annotated of [undefined, '1']) {
      expect(JSON.stringify(ask(workflowOf('w', {}), annotated).body)).toBe(
        '{"schema_version":"0.0.0","parameter_schema":null,"output_schema":null}',
      );
    }
  });
  test('META-4: an imported contract is printed as it came', () => {
    const parameter_schema = {
      type: 'object',
      required: ['x'],
      properties: { x: { type: 'string', description: 'As it came.', required: true } },
    };
    const workflow = {
      ...draft,
      contract: { parameter_schema, output_schema: null, schema_version: '1.0.0' },
    };
    expect(ask(workflow).body.parameter_schema).toEqual(parameter_schema);
  });
  test('META-5: an unknown workflow is a bare error, before anything is read', () => {
    for (const [annotated, tag] of [
      [undefined, undefined],
      ['1', '"0.0.0+annotated"'],
      [undefined, '"0.0.0"'],
    ] as const) {
      const answer = schemaAnswer(undefined, never, { annotated, ifNoneMatch: tag });
      expect(answer).toMatchObject({ status: 404, body: { error: 'Workflow not found.' } });
      expect(Object.keys(answer.body)).toEqual(['error']);
      expect(answer.headers).not.toHaveProperty('ETag');
    }
  });
  test('META-6: the tag is the version, and the variant within the quotes', () => {
    expect(ask(at('7.0.2')).headers.ETag).toBe('"7.0.2"');
    expect(ask(at('7.0.2'), '1').headers.ETag).toBe('"7.0.2+annotated"');
    expect(ask(workflowOf('w', {})).headers.ETag).toBe('"0.0.0"');
  });
  test.each(['0', 'true', '', '01', 'yes', '1 '])(
    'META-6: annotated=%j is the plain document, tag and all',
    (value) => {
      expect(ask(at('7.0.2'), value)).toEqual(ask(at('7.0.2')));
    },
  );
  test('META-6: the annotated document has the words', () => {
    expect(ask(at('7.0.2'), '1').body).toMatchObject({
      parameter_schema: { properties: { city: { type: 'string', title: 'City' } } },
    });
  });
  test.each<[string, string | undefined, string, number]>([
    ['its own tag', undefined, '"7.0.2"', 304],
    ['its own tag, annotated', '1', '"7.0.2+annotated"', 304],
    ['the tag of the plain one', '1', '"7.0.2"', 200],
    ['the tag of the annotated one', undefined, '"7.0.2+annotated"', 200],
    ['any', undefined, '*', 200],
    ['a list', undefined, '"7.0.2", "7.0.1"', 200],
    ['a weak tag', undefined, 'W/"7.0.2"', 200],
    ['no quotes', undefined, '7.0.2', 200],
    ['an older version', undefined, '"7.0.1"', 200],
    ['an empty header', undefined, '', 200],
  ])('META-7: asked with %s', (_, annotated, tag, status) => {
    const answer = ask(at('7.0.2'), annotated, tag);
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer).toEqual(ask(at('7.0.2'), annotated));
    else expect(answer).toMatchObject({ body: {}, headers: { ETag: tag } });
  });
  test('META-7: a match is answered before the schema is assembled', () => {
    const tag = '"7.0.2+annotated"';
    expect(schemaAnswer(at('7.0.2'), never, { annotated: '1', ifNoneMatch: tag }).status).toBe(304);
  });
  test('META-8: the plain document keeps for a minute, the annotated one does not and varies by language', () => {
    for (const tag of [undefined, '"1.0.0"', '"1.0.0+annotated"']) {
      expect(ask(at('1.0.0'), undefined, tag).headers['Cache-Control']).toBe('public, max-age=60');
      expect(ask(at('1.0.0'), undefined, tag).headers).not.toHaveProperty('Vary');
      expect(ask(at('1.0.0'), '1', tag).headers).toMatchObject({
        'Cache-Control': 'no-cache',
        Vary: 'Accept-Language',
      });
    }
  });
  test('META-8: every path says which argument it varies by', () => {
    const paths = [
      ask(at('1.0.0')),
      ask(at('1.0.0'), '1'),
      ask(at('1.0.0'), undefined, '"1.0.0"'),
      ask(undefined),
    ];
    expect(paths.map(({ status }) => status)).toEqual([200, 200, 304, 404]);
    for (const { headers } of paths) expect(headers['No-Vary-Search']).toMatch(/except=\("annotated"\)/);
  });
  test('META-8: what is cached falls with the workflow that it describes alone', () => {
    expect(schemaCacheTag('a')).not.toBe(schemaCacheTag('b'));
  });
});

test('META-9: both doors are read-only, and each names an authorization that exists', () => {
  expect(Object.keys(METADATA_DOORS)).toEqual(['categories', 'workflowSchema']);
  for (const { methods, permission } of Object.values(METADATA_DOORS)) {
    expect(methods).toEqual(['GET']);
    expect(PERMISSIONS).toContain(permission);
    expect(permission).toBe('view workflows');
  }
});

describe('waiting', () => {
  const declared = (execution: Json) => workflowOf('w', {}, { metadata: { execution } });
  test('MAN-19: a launch that waits for an asynchronous workflow is refused', () => {
    expect(waitRefusal(declared('asynchronous'), true)).toMatchObject({
      status: 409,
      code: 'WORKFLOW_ASYNCHRONOUS',
    });
  });
  test('MAN-19: it may be launched without waiting, and any other one may be waited for', () => {
    expect(waitRefusal(declared('asynchronous'), false)).toBeUndefined();
    for (const execution of ['synchronous', 'Asynchronous', true, null, ['asynchronous']])
      expect(waitRefusal(declared(execution), true)).toBeUndefined();
    expect(waitRefusal(workflowOf('w', {}), true)).toBeUndefined();
  });
});
