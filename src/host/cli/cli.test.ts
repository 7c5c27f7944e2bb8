// The command: once as a user starts it, else in this process, since starting one takes a second.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf } from '../../api/testing/world';
import { judgeBundle } from '../../formats/bundle';
import { zip } from '../../formats/zip';
import { isArray, type Json, own } from '../../model/json';
import { type RunningHost, sluice as started, startHost, temporary } from '../testing/processes';
import { run } from './command';

const directories = temporary();

/** What a process would print and end with. */
async function sluice(args: readonly string[], env: { readonly SLUICE_TOKEN?: string } = {}) {
  const { code, out = '', err = '' } = await run(args, env);
  const line = (text: string) => (text === '' ? '' : `${text}\n`);
  return { code, out: line(out), err: line(err) };
}
let directory = '';
const path = (name: string) => join(directory, name);
const write = (name: string, content: string | Uint8Array) => writeFileSync(path(name), content);
const workflow = (id: string, nodes: readonly Json[], edges: readonly Json[] = []) =>
  JSON.stringify({ id, name: id, nodes, edges });

beforeAll(() => {
  directory = directories.make();
  write('good.json', workflow('good', [nodeOf('text_input.1', 'text_input')]));
  write(
    'bad.json',
    workflow('bad', [nodeOf('a.1', 'nobody_has_this')], [{ id: 'e', source: 'a.1', target: 'gone' }]),
  );
  write('warned.json', workflow('warned', [nodeOf('text_input.1', 'text_input', { strange: 1 })]));
  write(
    'expression.json',
    workflow('expression', [nodeOf('prompt_template.1', 'prompt_template', { template: '{{ name ' })]),
  );
  write('site.json', workflow('site', [nodeOf('panel.1', 'panel')]));
  write(
    'panel.yml',
    'id: panel\nlabel: Panel\nexecutor_plugin: "flowdrop_node_processor:text_input"\nparameters: {}\noutputs: {}\n',
  );
  write('readme.md', '# Not a workflow');
  const read = (name: string) => readFileSync(path(name));
  write(
    'all.zip',
    zip([
      { name: 'in/good.json', bytes: read('good.json') },
      { name: 'in/bad.json', bytes: read('bad.json') },
      { name: 'readme.md', bytes: read('readme.md') },
    ]),
  );
});
afterAll(() => directories.remove());

function findings(out: string): readonly (readonly [string, string, string])[] {
  const { workflows } = JSON.parse(out);
  return workflows.flatMap(
    ({ file, findings: found }: { file: string; findings: { code: string; locator: string }[] }) =>
      found.map(({ code, locator }) => [file.slice(directory.length + 1), code, locator] as const),
  );
}

describe('sluice validate', () => {
  test('says nothing but a count of what is right, and ends with 0', async () => {
    expect(await sluice(['validate', path('good.json')])).toEqual({
      code: 0,
      out: '1 workflow, 0 errors, 0 warnings\n',
      err: '',
    });
  });

  test('prints a line for each finding with its file, code, locator and words, and ends with 1', async () => {
    const { code, out } = await sluice(['validate', path('bad.json'), path('warned.json')]);
    expect(code).toBe(1);
    const [unknown, missing, warned, count] = out.trimEnd().split('\n');
    expect(unknown).toMatch(/bad\.json:1:\d+: error R9_NODE_TYPE_UNKNOWN node\.a\.1: .*"nobody_has_this"/);
    expect(missing).toMatch(/bad\.json:1:\d+: error R8_EDGE_TARGET_MISSING edge\.0: /);
    expect(warned).toMatch(
      /warned\.json:1:\d+: warning W_CONFIG_UNKNOWN_KEY node\.text_input\.1\.config\.strange: /,
    );
    expect(count).toBe('2 workflows, 2 errors, 1 warning');
  });

  test('ends with 0 where there are warnings only', async () => {
    expect((await sluice(['validate', path('warned.json')])).code).toBe(0);
  });

  test('R11: an expression that its engine cannot read is an error', async () => {
    const { code, out } = await sluice(['validate', '--json', path('expression.json')]);
    expect([code, findings(out)]).toEqual([
      1,
      [['expression.json', 'R11_EXPRESSION_INVALID', 'node.prompt_template.1.config.template']],
    ]);
  });

  test('R9: the node types of all files are known to all workflows', async () => {
    expect((await sluice(['validate', path('site.json')])).code).toBe(1);
    expect((await sluice(['validate', path('site.json'), path('panel.yml')])).code).toBe(0);
  });

  test('reads archives, whose files keep their names, and passes over what is none of ours in them', async () => {
    const { code, out } = await sluice(['validate', '--json', path('all.zip')]);
    expect(code).toBe(1);
    expect(findings(out).map(([file]) => file)).toEqual(['all.zip/in/bad.json', 'all.zip/in/bad.json']);
    expect(JSON.parse(out)).toMatchObject({ valid: false, counts: { workflows: 2 } });
  });

  test('a file that was named and is no workflow is an error', async () => {
    const { code, out } = await sluice(['validate', path('readme.md')]);
    expect([code, out]).toEqual([1, expect.stringMatching(/readme\.md(:1:1)?: error FILE_UNREADABLE: /)]);
  });

  test('SARIF names tool, rule, level, file and place of each finding', async () => {
    const { code, out } = await sluice(['validate', '--sarif', path('bad.json'), path('warned.json')]);
    const sarif = JSON.parse(out);
    expect(code).toBe(1);
    expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'sluice' } } }] });
    const [run] = sarif.runs;
    expect(run.results).toHaveLength(3);
    for (const result of run.results) {
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(result.locations[0].physicalLocation.artifactLocation.uri).toMatch(/^file:\/\/\/.*\.json$/);
    }
    expect(run.results[0]).toMatchObject({
      ruleId: 'R9_NODE_TYPE_UNKNOWN',
      level: 'error',
      locations: [{ logicalLocations: [{ fullyQualifiedName: 'node.a.1' }] }],
    });
    expect(run.results[2].level).toBe('warning');
  });
});

describe('positions', () => {
  const nodes = [nodeOf('text_input.1', 'text_input', { strange: 1 }), nodeOf('a.1', 'nobody')];
  const flow = {
    id: 'lined',
    name: 'lined',
    nodes,
    edges: [
      { id: 'e1', source: 'text_input.1', target: 'a.1' },
      { id: 'e2', source: 'text_input.1', target: 'gone' },
    ],
    interface: { inputs: [{ id: 'BAD', bindings: [{ nodeId: 'text_input.1', portId: 'trigger' }] }] },
  };
  /** Code to the text of the line it points at, from the column on. */
  const pointed = async (name: string, content: string) => {
    write(name, content);
    const { out } = await sluice(['validate', '--sarif', path(name)]);
    const lines = content.split('\n');
    const [run] = JSON.parse(out).runs;
    return Object.fromEntries(
      run.results.map(
        ({
          ruleId,
          locations,
        }: {
          ruleId: string;
          locations: readonly { physicalLocation: { region: { startLine: number; startColumn: number } } }[];
        }) => {
          const region = locations[0]?.physicalLocation.region;
          return [ruleId, lines[(region?.startLine ?? 0) - 1]?.slice((region?.startColumn ?? 0) - 1)];
        },
      ),
    );
  };
  const bundle = {
    format: 'flowdrop.bundle/v1',
    payload: {
      flow: {
        id: 'lined',
        label: 'lined',
        nodes,
        edges: flow.edges,
        inputs: [{ name: 'BAD', node_id: 'text_input.1', port: 'trigger' }],
      },
    },
  };

  test.each([
    ['lined.json', JSON.stringify(flow, null, 2), '"id": "BAD"'],
    ['lined.bundle.json', JSON.stringify(bundle, null, 2), '"name": "BAD"'],
    [
      'listed.json',
      JSON.stringify({ success: true, data: [{ id: 'x', name: 'x', nodes: [], edges: [] }, flow] }, null, 2),
      '"id": "BAD"',
    ],
  ])('in JSON (%s) a finding points at the line of what it speaks of', async (name, content) => {
    const found = await pointed(name, content);
    expect(found).toEqual({
      W_CONFIG_UNKNOWN_KEY: '"strange": 1',
      R9_NODE_TYPE_UNKNOWN: '"node_type_id": "nobody"',
      R8_EDGE_TARGET_MISSING: '"target": "gone"',
      R4_NAME_FORMAT: '{',
    });
    const { out } = await sluice(['validate', path(name)]);
    const [, line] = /:(\d+):\d+( \S+)?: error R8_EDGE/.exec(out) ?? [];
    const lines = content.split('\n');
    expect(lines[Number(line) - 1]).toContain('"target": "gone"');
  });

  test('in YAML too, and where the text itself is wrong', async () => {
    const yaml = [
      'id: lined',
      'label: lined',
      'nodes:',
      '  - id: a.1',
      '    data:',
      '      label: ä 😀 A',
      '      metadata: { node_type_id: nobody }',
      'edges:',
      '  - { id: e, source: a.1, target: gone }',
    ].join('\n');
    expect(await pointed('flowdrop_workflow.flowdrop_workflow.lined.yml', yaml)).toMatchObject({
      R9_NODE_TYPE_UNKNOWN: 'node_type_id: nobody }',
      R8_EDGE_TARGET_MISSING: 'target: gone }',
    });
    expect(await pointed('broken.json', '{\n  "name": "x",\n  oops\n}')).toEqual({ FILE_UNREADABLE: 'oops' });
  });
});

describe('SARIF', () => {
  // What of the schema of SARIF 2.1.0 a code host reads, and what it demands of these.
  const text = { type: 'object', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'] };
  const level = { enum: ['none', 'note', 'warning', 'error'] };
  const whole = { type: 'integer', minimum: 1 };
  const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  });
  const SCHEMA = object({
    $schema: { type: 'string', format: 'uri' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      minItems: 1,
      items: object({
        tool: object({
          driver: object(
            {
              name: { type: 'string', minLength: 1 },
              version: { type: 'string' },
              informationUri: { type: 'string', format: 'uri' },
              rules: {
                type: 'array',
                uniqueItems: true,
                items: object({
                  id: { type: 'string', minLength: 1 },
                  shortDescription: text,
                  defaultConfiguration: object({ level }),
                }),
              },
            },
            ['name', 'version', 'rules'],
          ),
        }),
        columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
        results: {
          type: 'array',
          items: object({
            ruleId: { type: 'string' },
            ruleIndex: { type: 'integer', minimum: 0 },
            level,
            message: text,
            locations: {
              type: 'array',
              minItems: 1,
              items: object(
                {
                  physicalLocation: object(
                    {
                      artifactLocation: object({ uri: { type: 'string', format: 'uri-reference' } }),
                      region: object({ startLine: whole, startColumn: whole }),
                    },
                    ['artifactLocation'],
                  ),
                  logicalLocations: {
                    type: 'array',
                    items: object({ fullyQualifiedName: { type: 'string', minLength: 1 } }),
                  },
                },
                ['physicalLocation'],
              ),
            },
          }),
        },
      }),
    },
  });
  const ajv = new Ajv({ allErrors: true });
  addFormats.default(ajv);
  const isSarif = ajv.compile(SCHEMA);

  test('of findings, warnings, archives, unreadable files and nothing at all is SARIF 2.1.0', async () => {
    for (const names of [['bad.json', 'warned.json', 'all.zip', 'readme.md'], ['good.json']]) {
      const { out } = await sluice(['validate', '--sarif', ...names.map(path)]);
      const sarif = JSON.parse(out);
      expect([names, isSarif(sarif), isSarif.errors]).toEqual([names, true, null]);
      const [run] = sarif.runs;
      for (const { ruleIndex, ruleId } of run.results)
        expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
    }
    expect(isSarif({ version: '2.1.0', runs: [{}] })).toBe(false);
  });

  test('names files as a code host does: relative to where the command was started', async () => {
    const { out } = await sluice(['validate', '--sarif', './tests/../package.json']);
    const [result] = JSON.parse(out).runs[0].results;
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe('package.json');
  });
});

describe('folders and patterns', () => {
  beforeAll(() => {
    for (const folder of ['tree/flows/deep', 'tree/node_modules', 'tree/.hidden'])
      mkdirSync(path(folder), { recursive: true });
    write('tree/flows/one.json', workflow('one', [nodeOf('text_input.1', 'text_input')]));
    write('tree/flows/deep/two.json', workflow('two', [nodeOf('text_input.1', 'text_input')]));
    write('tree/flows/deep/types.yml', readFileSync(path('panel.yml')));
    write('tree/flows/three.json', workflow('three', [nodeOf('panel.1', 'panel')]));
    write('tree/flows/notes.txt', 'no workflow');
    write('tree/tsconfig.json', '{"compilerOptions":{}}');
    write('tree/node_modules/bad.json', readFileSync(path('bad.json')));
    write('tree/.hidden/bad.json', readFileSync(path('bad.json')));
  });
  const names = (out: string): readonly string[] =>
    JSON.parse(out)
      .workflows.map(({ id }: { id: string }) => id)
      .sort();

  test.each([
    ['tree', ['one', 'three', 'two'], []],
    ['tree/flows/deep', ['two'], []],
    ['tree/**/*.{json,yml}', ['one', 'three', 'two'], []],
    ['tree/flows/*.json', ['one', 'three'], ['panel.yml']],
    ['tree/flows/**/t?o.json', ['two'], []],
  ] as const)('%s', async (name, expected, more) => {
    const { code, out } = await sluice(['validate', '--json', path(name), ...more.map(path)]);
    expect([code, names(out)]).toEqual([0, expected]);
  });

  test('what is come upon and is no workflow is passed over; the same by its name is a fault', async () => {
    expect((await sluice(['validate', path('tree')])).out).toMatch(/^3 workflows, 0 errors/);
    expect((await sluice(['validate', path('tree'), path('tree/tsconfig.json')])).code).toBe(1);
  });
});

describe('what no file should be', () => {
  test('a device that never ends is read up to the limit', async () => {
    const { code, err } = await sluice(['validate', '/dev/zero']);
    expect([code, err]).toEqual([2, '/dev/zero has more than 20 MB, which is the limit.\n']);
  });

  test('a pipe is passed over in a folder, where nobody may ever write to it', async () => {
    mkdirSync(path('pipes'));
    execFileSync('mkfifo', [path('pipes/a.json')]);
    write('pipes/b.json', readFileSync(path('good.json')));
    expect(await sluice(['validate', path('pipes')])).toMatchObject({ code: 0, err: '' });
  });

  test('links that lead in a circle are passed over in a folder, and said where they are named', async () => {
    mkdirSync(path('circle'));
    symlinkSync('a.json', path('circle/a.json'));
    symlinkSync('..', path('circle/up'));
    write('circle/b.json', readFileSync(path('good.json')));
    expect((await sluice(['validate', path('circle')])).code).toBe(0);
    expect((await sluice(['validate', path('circle/a.json')])).err).toMatch(/cannot be read: ELOOP/);
  });

  test('a folder that cannot be looked into is said: what is in it would pass unread', async () => {
    // Deeper than a path may be long; permissions would not stop a test that runs as root.
    const step = 'd'.repeat(200);
    const script = `mkdir deep && cd deep && for i in $(seq 25); do mkdir ${step} && cd -P ${step}; done`;
    try {
      execFileSync('bash', ['-c', script], { cwd: directory, stdio: 'ignore' });
      write('deep/good.json', readFileSync(path('good.json')));
      const { code, err } = await sluice(['validate', path('deep')]);
      expect([code, err.trimEnd().split('\n').length]).toEqual([2, 1]);
      expect(err).toMatch(/cannot be read: ENAMETOOLONG/);
    } finally {
      execFileSync('rm', ['-rf', 'deep'], { cwd: directory });
    }
  });

  test('names in a file draw nothing on a terminal, and begin no line of their own', async () => {
    write('drawn.json', workflow('\u001b[2J\n::error::', [nodeOf('\u009b31m\n::error::b', 'nobody')]));
    const text = await sluice(['validate', path('drawn.json')]);
    expect(text.out).toMatch(/R9_NODE_TYPE_UNKNOWN/);
    expect(text.out).not.toMatch(/[^\P{Cc}\n]|^::/mu);
    const json = await sluice(['validate', path('drawn.json'), '--json']);
    expect(json.out).not.toMatch(/[^\P{Cc}\n]/u);
    expect(findings(json.out).map(([, , locator]) => locator)).toContain('node.\u009b31m\n::error::b');
  });
});

test('a process prints to its streams, and ends with the code: 0, 1 and 2', async () => {
  const ends = await Promise.all([
    started(['validate', path('good.json')]),
    started(['validate', path('bad.json')]),
    started(['fly']),
  ]);
  expect(ends.map(({ code }) => code)).toEqual([0, 1, 2]);
  expect(ends.map(({ out, err }) => [out === '', err === ''])).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ]);
}, 60_000);

test.each(['validate', 'bundle', 'publish'])(
  'sluice %s --help says how, and ends with 0',
  async (command) => {
    const { code, out, err } = await sluice([command, '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^sluice ${command} FILE…`));
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(124);
    const all = await sluice(['--help']);
    expect(all.out).toContain(out.trim());
  },
);

test.each([
  [[], 'Name a command.'],
  [['fly'], 'There is no command "fly".'],
  [['validate'], 'Name a file'],
  [['validate', '--yes', 'x'], "Unknown option '--yes'"],
  [['validate', '--json', '--sarif', 'x'], 'Choose one'],
  [['validate', 'no/such.json'], 'no/such.json cannot be read'],
  [['validate', 'src/canvas/derive'], 'without .json, .yml, .yaml or .zip files'],
  [['validate', 'no/such/**/*.json'], 'No file matches'],
  [['bundle'], 'Name a file'],
  [['publish', 'x'], '--to takes'],
  [['publish', 'x', '--to', 'ftp://x'], '--to takes'],
])('usage: %j ends with 2 and writes nothing but to the error stream', async (args, message) => {
  const { code, out, err } = await sluice(args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

describe('sluice bundle', () => {
  test('STORE-9: writes a bundle with the node types of the site that it needs', async () => {
    const { code, out } = await sluice([
      'bundle',
      path('site.json'),
      path('panel.yml'),
      '--publisher',
      'acme',
    ]);
    const bundle: Json = JSON.parse(out);
    expect([code, judgeBundle(bundle).ok]).toEqual([0, true]);
    const payload = own(bundle, 'payload');
    expect(payload).toMatchObject({ publisher: 'acme', flow: { id: 'site' }, node_types: [{ id: 'panel' }] });
  });

  test('writes one file a workflow into a directory', async () => {
    const out = path('bundles');
    const done = await sluice(['bundle', path('good.json'), path('warned.json'), '--out', out]);
    expect(done.code).toBe(0);
    for (const id of ['good', 'warned'])
      expect(judgeBundle(JSON.parse(readFileSync(join(out, `${id}.bundle.json`), 'utf8'))).ok).toBe(true);
  });

  test('writes nothing of a workflow with errors', async () => {
    const { code, out, err } = await sluice(['bundle', path('bad.json')]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('R9_NODE_TYPE_UNKNOWN');
  });

  test('does not write one file over another', async () => {
    mkdirSync(path('twin'), { recursive: true });
    writeFileSync(path('twin/good.json'), readFileSync(path('good.json')));
    const { code, err } = await sluice([
      'bundle',
      path('good.json'),
      path('twin/good.json'),
      '--out',
      path('twins'),
    ]);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('Two workflows would be written as good.bundle.json'),
    ]);
  });
});

describe('sluice publish', () => {
  let host: RunningHost;
  beforeAll(async () => {
    write(
      'tokens.json',
      JSON.stringify([
        { token: 'secret-1', id: 'p', name: 'P', permissions: ['view workflows', 'edit workflows'] },
      ]),
    );
    host = await startHost(['--tokens', path('tokens.json'), '--trusted-publishers', 'acme']);
  }, 60_000);
  afterAll(() => host.stop());
  const publish = (...args: readonly string[]) => sluice(['publish', ...args, '--to', host.url]);

  test('makes workflows of the host, once', async () => {
    const args = [path('site.json'), path('panel.yml'), '--publisher', 'acme', '--token', 'secret-1'];
    expect(await publish(...args)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^published site from .*site\.json\n$/),
    });
    const stored = await host.call('GET', '/api/flowdrop/workflows/site', undefined, {
      authorization: 'Bearer secret-1',
    });
    expect(stored.status).toBe(200);
    const again = await publish(...args);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('refused (409 WORKFLOW_ID_TAKEN)')]);
  });

  test('the token may come from the environment; a wrong one, and a stranger, are told why', async () => {
    const sent = ['publish', path('good.json'), '--to', `${host.url}/`];
    const stranger = await sluice(sent, { SLUICE_TOKEN: 'secret-1' });
    expect([stranger.code, stranger.err]).toEqual([1, expect.stringContaining('BUNDLE_PUBLISHER_UNTRUSTED')]);
    const wrong = await sluice(sent, { SLUICE_TOKEN: 'secret-2' });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('AUTHENTICATION_REQUIRED')]);
    expect(
      isArray(
        own(
          (await host.call('GET', '/api/flowdrop/workflows', undefined, { authorization: 'Bearer secret-1' }))
            .body,
          'data',
        ),
      ),
    ).toBe(true);
  });

  test.each(['http://me:secret@127.0.0.1:1', 'http://127.0.0.1:1/?a=1', 'http://127.0.0.1:1/#a'])(
    'the address %s is not one of a host, and no password of it is repeated',
    async (address) => {
      const { code, err } = await sluice(['publish', path('good.json'), '--to', address]);
      expect(code).toBe(2);
      expect(err).toMatch(/^--to takes/);
      expect(err).not.toContain('secret');
    },
  );

  test('what a server answers draws nothing on a terminal and begins no line of its own', async () => {
    const answer = { success: false, error: '\u001b[2J\n::error::x', error_code: 'X', details: [] };
    const server = createServer((_, response) => response.writeHead(422).end(JSON.stringify(answer)));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, err } = await sluice(['publish', path('good.json'), '--to', `http://127.0.0.1:${port}`]);
    server.close();
    expect([code, err]).toEqual([1, `${path('good.json')}: refused (422 X):  [2J ::error::x\n`]);
  });

  test('a host that is not there is said to be out of reach', async () => {
    const { code, err } = await sluice(['publish', path('good.json'), '--to', 'http://127.0.0.1:9']);
    expect([code, err]).toEqual([1, expect.stringContaining('cannot be reached')]);
  });
});
