import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import { exportWorkflow } from './export';
import { importFiles } from './import';
import type { ImportPlan } from './import-report';
import { DEFAULT_LIMITS } from './limits';
import { type FileBytes, zip } from './zip';

const CATALOG = createCatalog();

function file(name: string, content: string | Uint8Array | readonly number[]): FileBytes {
  return {
    name,
    bytes: typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content),
  };
}

function imported(
  name: string,
  content: string | Uint8Array | readonly number[],
  limits = DEFAULT_LIMITS,
): ImportPlan {
  return importFiles([file(name, content)], CATALOG, { limits });
}

/** Lines of the report, as `outcome path: message`. */
function lines(plan: ImportPlan): readonly string[] {
  return plan.files.flatMap(({ entries }) =>
    entries.map(({ outcome, path, message }) => `${outcome} ${path}: ${message}`),
  );
}

function utf16(text: string, littleEndian: boolean, mark: boolean): readonly number[] {
  const codes = [...(mark ? '\ufeff' : ''), ...text].map((char) => char.charCodeAt(0));
  return codes.flatMap((code) => (littleEndian ? [code & 255, code >> 8] : [code >> 8, code & 255]));
}

const SMALL = '{"id":"wf","name":"Small","nodes":[],"edges":[]}';

describe('files that are refused', () => {
  test.each<[string, string, string | readonly number[], RegExp]>([
    ['an empty file', 'a.json', '', /refused : The file is empty\./],
    ['blanks', 'a.json', ' \n\t', /nothing but blanks/],
    [
      'neither JSON nor YAML',
      'a.json',
      '{"name": "half',
      /expected a closing quote at line 1, column 15, found the end/,
    ],
    [
      'a trailing comma',
      'a.json',
      '{"a":\n 1,}',
      /expected a key in double quotes at line 2, column 4, found "}"/,
    ],
    ['NaN in JSON', 'a.json', '{"a": NaN}', /expected a value at line 1, column 7, found "NaN}"/],
    ['broken YAML', 'a.yml', 'a: [1\nb: }', /Not YAML: .* at line 2, column 1/],
    [
      'prose',
      'notes.txt',
      'Dear all, this is no workflow',
      /neither JSON nor YAML.*Sluice reads workflow JSON/,
    ],
    ['one number', 'a.json', '7', /single value/],
    ['a program', 'a.js', 'export const a = 1;', /neither JSON nor YAML/],
    ['an image', 'a.png', [0x89, 0x50, 0x4e, 0x47, 13, 10], /a PNG image/],
    ['gzip', 'a.json.gz', [0x1f, 0x8b, 8, 0], /a gzip archive/],
    ['zero bytes', 'a.json', [123, 125, 0, 0, 0], /zero bytes/],
    ['bytes that are no text', 'a.json', [123, 0xc3, 0x28, 125], /not text in UTF-8/],
    ['n8n', 'a.json', '{"name":"x","nodes":[],"connections":{}}', /n8n workflow/],
    ['Node-RED', 'a.json', '[{"id":"1","wires":[]}]', /Node-RED flow/],
    ['a damaged archive', 'a.zip', [0x50, 0x4b, 3, 4, 0, 0, 0, 0], /archive is damaged/],
    [
      'another bundle version',
      'a.json',
      '{"format":"flowdrop.bundle/v9","payload":{}}',
      /format: The format is "flowdrop.bundle\/v9"/,
    ],
    ['several YAML documents', 'a.yml', '---\na: 1\n---\nb: 1\n', /one YAML document; this one holds 2/],
    ['an alias without anchor', 'a.yml', 'a: *b', /Not YAML|names no anchor/],
    ['an alias inside its anchor', 'a.yml', 'a: &a [*a]', /lies inside what it stands for/],
    ['a map as key', 'a.yml', '? {a: 1}\n: 2', /A key of a map has to be text/],
  ])('%s', (_, name, content, message) => {
    const plan = imported(name, content);
    expect(plan.workflows).toEqual([]);
    expect(lines(plan).join('\n')).toMatch(message);
  });

  test('a file over the limit is refused by its size, before it is parsed, with the limit named', () => {
    const large = new Uint8Array(21 * 1024 * 1024).fill(0x20);
    expect(lines(imported('large.json', large))).toEqual([
      'refused : The file has 21 MB; the limit is 20 MB.',
    ]);
    const limits = { ...DEFAULT_LIMITS, fileBytes: 10 };
    expect(lines(imported('a.json', SMALL, limits))).toEqual([
      'refused : The file has 48 bytes; the limit is 10 bytes.',
    ]);
  });

  const nested: readonly [string, string, string][] = [
    ['JSON lists', 'a.json', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['JSON objects', 'a.json', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['JSON without an end', 'a.json', '['.repeat(1_000_000)],
    ['YAML lists', 'a.yml', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['YAML block lists', 'a.yml', `${'- '.repeat(10_000)}a`],
    ['YAML block maps', 'a.yml', Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['YAML keys of keys', 'a.yml', '? '.repeat(10_000)],
  ];
  test.each(nested)('ten thousand levels of %s are refused with the place', (_, name, text) => {
    expect(lines(imported(name, text)).join()).toMatch(
      /refused : Nested more than 200 levels deep, from line \d+, column \d+ on/,
    );
  });

  test('levels up to the limit are read', () => {
    const config = `${'['.repeat(190)}${']'.repeat(190)}`;
    const node = `{"id":"a.1","position":{"x":0,"y":0},"data":{"config":{"deep":${config}}}}`;
    const plan = imported('a.json', `{"name":"Deep","nodes":[${node}],"edges":[]}`);
    expect(JSON.stringify(plan.workflows[0]?.document.nodes[0]?.data.config)).toBe(`{"deep":${config}}`);
  });

  test('aliases that multiply are refused before they are expanded', () => {
    const letters = [...'abcdefghij'];
    const bomb = letters.map((letter, i) => {
      const items = Array.from({ length: 10 }, () => (i === 0 ? 'x' : `*${letters[i - 1]}`));
      return `${letter}: &${letter} [${items.join(', ')}]`;
    });
    expect(lines(imported('a.yml', `label: x\nnodes: []\n${bomb.join('\n')}`)).join()).toMatch(
      /more than 1000000 values once its aliases/,
    );
  });

  test('an archive that unpacks beyond its bounds is refused, whatever sizes it claims', () => {
    const bomb = zip([{ name: 'a.json', bytes: new Uint8Array(15 * 1024 * 1024) }]);
    expect(lines(importFiles([file('bomb.zip', bomb)], CATALOG)).join()).toMatch(
      /may not unpack to more than/,
    );
    const limits = { ...DEFAULT_LIMITS, unpackedBytes: 100 };
    expect(
      lines(
        imported('b.zip', zip([file('a.json', SMALL), file('b.json', `${SMALL} ${' '.repeat(90)}`)]), limits),
      ).join(),
    ).toMatch(/may not unpack/);
    // The size that the directory claims is set to 1; what counts is what comes out.
    const lying = bomb.slice();
    const view = new DataView(lying.buffer);
    for (let at = 0; at < lying.length - 4; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1, true);
    expect(lines(importFiles([file('bomb.zip', lying)], CATALOG)).join()).toMatch(
      /may not unpack to more than/,
    );
  });

  test('an archive with too many files, and one inside another, are refused', () => {
    const many = zip(Array.from({ length: 12 }, (_, i) => file(`${i}.json`, SMALL)));
    expect(lines(imported('many.zip', many, { ...DEFAULT_LIMITS, entries: 10 })).join()).toMatch(
      /holds 12 files; the limit is 10/,
    );
    const inner = zip([{ name: 'inner.zip', bytes: zip([file('a.json', SMALL)]) }, file('b.json', SMALL)]);
    const plan = importFiles([file('outer.zip', inner)], CATALOG);
    expect(lines(plan).join('\n')).toMatch(/archive inside an archive is not opened/);
    expect(plan.workflows.length).toBe(1);
  });

  test('any bytes under any name give a report', () => {
    const names = fc.constantFrom(
      'a.json',
      'a.yml',
      'a.zip',
      'a',
      '../../etc/passwd',
      'flowdrop_workflow.flowdrop_workflow.x.yml',
    );
    const snippets = fc.constantFrom(
      'PK\u0003\u0004',
      '{"nodes":',
      '[',
      ']',
      '}',
      '"',
      '\\',
      'nodes:\n',
      '- ',
      '&a ',
      '*a',
      '1e999',
      '\ud800',
      '\n',
      '{',
      ':',
    );
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(snippets, { maxLength: 30 }).map((parts) => new TextEncoder().encode(parts.join(''))),
    );
    fc.assert(
      fc.property(names, content, (name, bytes) => {
        const plan = importFiles([{ name, bytes }], CATALOG);
        expect(plan.files.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test('an archive broken at any place gives a report', () => {
    const whole = zip([file('a.json', SMALL), file('b/c.yml', 'a: 1')]);
    for (let at = 0; at < whole.length; at += 1) {
      for (const byte of [0, 255]) {
        const broken = whole.slice();
        broken[at] = byte;
        expect(importFiles([file('x.zip', broken)], CATALOG).files.length).toBeGreaterThan(0);
      }
      expect(importFiles([file('x.zip', whole.slice(0, at))], CATALOG).files.length).toBeGreaterThan(0);
    }
  });
});

describe('files that are odd and read', () => {
  test.each([
    ['a byte order mark', new TextEncoder().encode(`\ufeff${SMALL}`), []],
    ['UTF-16 with a mark', Uint8Array.from(utf16(SMALL, true, true)), [/UTF-16LE/]],
    ['UTF-16 without', Uint8Array.from(utf16(SMALL, true, false)), [/UTF-16LE/]],
    ['UTF-16, big end first', Uint8Array.from(utf16(SMALL, false, true)), [/UTF-16BE/]],
  ])('%s', (_, bytes, messages) => {
    const plan = importFiles([{ name: 'a.json', bytes }], CATALOG);
    expect(plan.workflows[0]?.document.name).toBe('Small');
    const repaired = lines(plan).filter((line) => line.startsWith('repaired'));
    expect(repaired.length).toBe(messages.length);
    messages.forEach((message, i) => {
      expect(repaired[i]).toMatch(message);
    });
  });

  test('positions that cannot be drawn are repaired, reported, and given back', () => {
    const nodes = ['{"x":1e999,"y":0}', '{"x":1e9,"y":-1e9}', 'null', '{"x":"a","y":[]}'].map(
      (position, i) => `{"id":"n.${i}","position":${position}}`,
    );
    const plan = imported('a.json', `{"name":"P","nodes":[${nodes.join()}],"edges":[]}`);
    const [workflow] = plan.workflows;
    expect(
      workflow?.document.nodes.every(
        ({ position }) => Math.abs(position.x) <= 1e6 && Math.abs(position.y) <= 1e6,
      ),
    ).toBe(true);
    expect(
      lines(plan).filter((line) => /^repaired nodes\[\d\]\.position: A position/.test(line)).length,
    ).toBe(4);
    const yaml = 'label: P\nnodes:\n  - id: n.1\n    position: {x: .nan, y: -.inf}\nedges: []\n';
    const [fromYaml] = imported('a.yml', yaml).workflows;
    expect(fromYaml?.document.nodes[0]?.position.x).toBeTypeOf('number');
    expect(lines(imported('a.yml', yaml)).join('\n')).toMatch(
      /repaired nodes\[0\]\.position\.x: \.nan is no finite number/,
    );
  });

  test('a million characters, markup, quotes, lone surrogates and __proto__ survive', () => {
    const label = 'x'.repeat(1_000_000);
    const ids = ['"><script>alert(1)</script>', "o'clock", '__proto__', 'constructor', '\ud800', ''];
    const nodes = ids.map((id) => ({
      id,
      position: { x: 0, y: 0 },
      data: { label: id === '' ? label : id },
    }));
    const text = JSON.stringify({ name: 'Odd', nodes, edges: [] }).replace(
      '"edges":[]',
      '"edges":[],"__proto__":{"polluted":true}',
    );
    const [workflow] = imported('a.json', text).workflows;
    if (workflow === undefined) throw new Error('one workflow');
    expect(workflow.document.nodes.map((node) => node.id)).toEqual(ids);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    for (const kind of ['api', 'editor', 'bundle', 'drupal'] as const) {
      const again = importFiles(exportWorkflow(workflow.document, kind, CATALOG).files, CATALOG);
      expect(again.workflows[0]?.document.nodes.map((node) => [node.id, node.data.label])).toEqual(
        nodes.map((node) => [node.id, node.data.label]),
      );
    }
    const api = exportWorkflow(workflow.document, 'api', CATALOG).files[0];
    expect(new TextDecoder().decode(api?.bytes)).toContain('"polluted": true');
  });

  test('repeated ids, edges to nowhere and circles are read, kept, and counted by the verdict', () => {
    const node = (id: string) => ({
      id,
      position: { x: 0, y: 0 },
      data: { metadata: { node_type_id: 'merge' }, config: {} },
    });
    const edge = (id: string, source: string, target: string) => ({
      id,
      source,
      target,
      sourceHandle: `${source}-output-trigger`,
      targetHandle: `${target}-input-trigger`,
    });
    const source = {
      name: 'G',
      nodes: [node('a'), node('a'), node('b')],
      edges: [edge('e', 'a', 'b'), edge('e', 'b', 'a'), edge('f', 'a', 'nowhere'), edge('g', 'b', 'b')],
    };
    const [workflow] = imported('a.json', JSON.stringify(source)).workflows;
    expect(workflow?.document.edges.length).toBe(4);
    expect(workflow?.verdict.codes).toMatchObject({
      R2_NODE_DUPLICATE_ID: 1,
      R3_EDGE_DUPLICATE_ID: 1,
      R8_EDGE_TARGET_MISSING: 1,
      R12_EDGE_SELF: 1,
    });
    expect(workflow?.verdict.errors).toBeGreaterThanOrEqual(4);
  });

  test('numbers that doubles do not hold are reported as they were written', () => {
    const config = '{"big":12345678901234567890,"over":-1e999,"fine":[0.1,1e21,1.50,100000000000000000000]}';
    const text = `{"name":"N","nodes":[{"id":"a","position":{"x":0,"y":0},"data":{"config":${config}}}],"edges":[]}`;
    const plan = imported('a.json', text);
    expect(plan.workflows[0]?.document.nodes[0]?.data.config).toEqual({
      big: 12345678901234567000,
      over: '-1e999',
      fine: [0.1, 1e21, 1.5, 1e20],
    });
    expect(lines(plan).filter((line) => line.startsWith('repaired'))).toEqual([
      'repaired nodes[0].data.config.big: 12345678901234567890 has more digits than numbers here hold; read as 12345678901234567000.',
      'repaired nodes[0].data.config.over: -1e999 is beyond the range of numbers here; kept as text.',
    ]);
    const yaml = imported('a.yml', 'label: N\nnodes: []\nedges: []\nweight: 12345678901234567890\n');
    expect(lines(yaml).join('\n')).toMatch(/repaired weight: 12345678901234567890 has more digits/);
  });

  test('keys that are written twice are reported, and the last value holds', () => {
    const json = imported('a.json', '{"name":"A","nodes":[],"edges":[],"na\\u006de":"B"}');
    expect(json.workflows[0]?.document.name).toBe('B');
    expect(lines(json).join('\n')).toMatch(/repaired name: The key "name" is written twice/);
    const yaml = imported('a.yml', 'label: A\nnodes: []\nlabel: B\n');
    expect(yaml.workflows[0]?.document.name).toBe('B');
    expect(lines(yaml).join('\n')).toMatch(/repaired label: This key is written twice/);
  });

  test('names in archives lead nowhere', () => {
    const plan = importFiles(
      [
        file(
          'x.zip',
          zip([
            file('../../../etc/a.json', SMALL),
            file('C:\\windows\\b.json', SMALL),
            file('__MACOSX/._a', 'x'),
          ]),
        ),
      ],
      CATALOG,
    );
    expect(plan.files.map((report) => report.file).sort()).toEqual([
      'x.zip/etc/a.json',
      'x.zip/windows/b.json',
    ]);
  });
});
