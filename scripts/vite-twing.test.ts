import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { twing, withoutGeneratedCode } from './vite-twing';

/** What authors do with texts, numbers, lists and days: each goes through a function that the library took from PHP. */
const FILTERS: readonly (readonly [string, string])[] = [
  ["('Bad ' ~ text)|lower|replace({' ': '-'})", 'bad-a-small-<b>word</b>'],
  ['text|striptags', 'a small Word'],
  ["'a small word'|title", 'A Small Word'],
  ["'a word'|capitalize", 'A word'],
  ['text|upper|slice(0, 3)', 'A S'],
  ["'  x '|trim", 'x'],
  ["'a,b'|split(',')|join('+')", 'a+b'],
  ['text|url_encode', 'a%20small%20%3Cb%3EWord%3C%2Fb%3E'],
  ['text|escape', 'a small &lt;b&gt;Word&lt;/b&gt;'],
  ["'line\nend'|nl2br", 'line<br />\nend'],
  ['1234.567|number_format(2)', '1,234.57'],
  ['2.6|round', '3'],
  ["'%s of %d'|format('one', 3)", 'one of 3'],
  ["list|sort|join(' ')", '1 2 3'],
  ["list|reverse|join(' ')", '2 1 3'],
  ['max(list)', '3'],
  ["day|date('d/m/Y')", '06/05/2024'],
  ["day|date_modify('+1 day')|date('D')", 'Tue'],
  ['{ a: [1] }|json_encode', '{"a":[1]}'],
];

describe('the bundle of all four expression engines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-twing-'));
  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [twing()],
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'es2023',
        minify: true,
        lib: { entry: 'src/expression/host.ts', formats: ['es'], fileName: () => 'host.mjs' },
      },
    });
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('asks for no module of Node and makes no code from text', () => {
    const files = readdirSync(folder).filter((name) => /\.m?js$/.test(name));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const code = readFileSync(join(folder, file), 'utf8');
      // A method may be called `eval`: that of a pattern library is.
      expect(code, file).not.toMatch(
        /\bnew Function\b|(?<![.\w])eval\((?![^()]*\)\s*\{)|[^.\w]Function\(["'`]/,
      );
      expect(code, file).not.toMatch(
        /require\(["'`](crypto|buffer|path|string_decoder|fs)|from["'`](node:)?(crypto|buffer|path|string_decoder|fs)["'`]/,
      );
    }
  });

  test('runs where code made from text is forbidden and nothing of Node is there, as in a worker', () => {
    const script = `
      const { log } = console;
      for (const name of ['global', 'Buffer', 'process']) delete globalThis[name];
      const { createExpressionHost } = await import(${JSON.stringify(join(folder, 'host.mjs'))});
      let forbidden = false;
      try { new Function('return 1')(); } catch { forbidden = true; }
      const host = createExpressionHost();
      const said = async (engine, expression, context) => (await host.evaluate(engine, expression, context)).value;
      const filters = ${JSON.stringify(FILTERS)};
      const unrendered = [];
      for (const [expression, expected] of filters) {
        const answer = await host.evaluate('twig', '{% autoescape false %}{{ ' + expression + ' }}{% endautoescape %}', {
          text: 'a small <b>Word</b>', list: [3, 1, 2], day: '2024-05-06',
        });
        if (answer.value !== expected) unrendered.push([expression, answer]);
      }
      log(JSON.stringify([
        forbidden,
        unrendered,
        await said('twig', '{{ "a\\\\tb" }}{{ \\'it\\\\\\'s\\' }}{% for i in 0..2 %}{{ i }}{% endfor %}{{ d|date("D") }}', { d: '2024-05-06' }),
        await said('expression_language', 'a + 1', { a: 1 }),
        await said('jsonpath', '$.a[?@ > 1]', { a: [1, 2] }),
        await said('property_path', 'a[0]', { a: [1, 2] }),
      ]));`;
    const printed = execFileSync(
      process.execPath,
      ['--disallow-code-generation-from-strings', '--input-type=module', '-e', script],
      { encoding: 'utf8' },
    );
    expect(JSON.parse(printed)).toEqual([true, [], "a\tbit's012Mon", 2, [2], 1]);
  });
});

test('a lexer without the known place is refused, so that no `new Function` slips back in', () => {
  expect(() => withoutGeneratedCode('const x = 1;')).toThrow(/twig-lexer has changed/);
});
