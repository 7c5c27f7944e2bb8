import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import { dateTime } from './date-time';
import { htmlToMarkdown } from './html-to-markdown';
import { logger } from './logger';
import { markdownExtractor } from './markdown-extractor';
import { markdownToHtml } from './markdown-to-html';
import { messageToData } from './message-to-data';
import { messenger } from './messenger';
import { splitText } from './split-text';
import { testContext } from './testing/context';
import { failureOf, outputsOf } from './testing/outcomes';
import { textProcessor } from './text-processor';
import type { Execute } from './types';

const run = (execute: Execute, parameters: JsonObject) => outputsOf(execute, parameters, testContext());
const fault = (execute: Execute, parameters: JsonObject) => failureOf(execute, parameters, testContext());
const html = async (text: string, strip_h1 = false) =>
  String((await run(markdownToHtml, { text, strip_h1 })).html);

describe('MD-1: nothing of the source reaches the reader as markup', () => {
  test.each([
    ['Hi <script>f()</script> you', '<p>Hi &lt;script&gt;f()&lt;/script&gt; you</p>'],
    ['<script>f()</script>', '<p>&lt;script&gt;f()&lt;/script&gt;</p>'],
    ['# <b>x', '<h1>&lt;b&gt;x</h1>'],
    ['- <i>a\n- b', '<ul>\n<li>&lt;i&gt;a</li>\n<li>b</li>\n</ul>'],
    ['> <u>q', '<blockquote>\n<p>&lt;u&gt;q</p>\n</blockquote>'],
    ['`<i>`', '<p><code>&lt;i&gt;</code></p>'],
    ['```js\n<b>&\n```', '<pre><code class="language-js">&lt;b&gt;&amp;\n</code></pre>'],
    ['<div>\n\n# H\n\n</div>', '<p>&lt;div&gt;</p>\n<h1>H</h1>\n<p>&lt;/div&gt;</p>'],
    ['<!-- c -->', '<p>&lt;!-- c --&gt;</p>'],
    ['**<b>** *<i>* ~~<s>~~', '<p><strong>&lt;b&gt;</strong> <em>&lt;i&gt;</em> <del>&lt;s&gt;</del></p>'],
    ['[<img src=x onerror=y>](http://z)', '<p><a href="http://z">&lt;img src=x onerror=y&gt;</a></p>'],
    ['a\\<b\\>', '<p>a&lt;b&gt;</p>'],
  ])('MD-1: %j', async (source, written) => {
    expect(await html(source)).toBe(written);
  });
  test('MD-1: whatever the source, the only tags are ours', async () => {
    const piece = fc.constantFrom(
      '<script>',
      '</p>',
      '<img src=x onerror=f()>',
      '# ',
      '- ',
      '> ',
      '`',
      '```\n',
      '**',
      '[a](',
      ')',
      '![',
      '](b.png "',
      '" onclick="',
      "'",
      '&lt;',
      '\n\n',
      '| a |\n|---|\n',
      'text ',
      'javascript:x',
      '<!--',
      '<a href="javascript:f()">',
      '\\',
      '1. ',
    );
    const ours =
      /^<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|code|strong|em|del|a|img|br|hr|table|thead|tbody|tr|th|td|input)(?: (?:href|title|src|alt|class|start|align|type)="[^"<>]*"| (?:disabled|checked))*>$/;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const written = await html(pieces.join(''));
        for (const tag of written.match(/<[^>]*>?/g) ?? []) {
          expect(tag).toMatch(ours);
          expect(tag).not.toMatch(/ (?:href|src)="\s*(?:javascript|data|vbscript):/i);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('MD-2: encoded exactly once, quotes escaped where they would end an attribute', () => {
  test.each([
    ['She said "no" and it\'s done', '<p>She said "no" and it\'s done</p>'],
    ['![q" onerror="f()](b.png)', '<p><img src="b.png" alt="q&quot; onerror=&quot;f()"></p>'],
    ['a < b & c', '<p>a &lt; b &amp; c</p>'],
    ['&lt;b&gt; &copy;', '<p>&amp;lt;b&amp;gt; &amp;copy;</p>'],
    ['http://a.b/c?d=1&e=2', '<p><a href="http://a.b/c?d=1&amp;e=2">http://a.b/c?d=1&amp;e=2</a></p>'],
    ['[a "b"](http://x "t\\"q\' o=1")', '<p><a href="http://x" title="t&quot;q&#039; o=1">a "b"</a></p>'],
    ['[x](javascript:alert(1))', '<p>x</p>'],
    ['[x](JaVaScRiPt:alert(1))', '<p>x</p>'],
    ['[x](<java\tscript:alert(1)>)', '<p>x</p>'],
    ['[x](data:text/html;base64,PHN2Zz4=)', '<p>x</p>'],
    ['[x](vbscript:x)', '<p>x</p>'],
    ['![the alt](data:text/html,x)', '<p>the alt</p>'],
    ['[a][r]\n\n[r]: javascript:x', '<p>a</p>'],
    [
      '[x](mailto:a@b.c) [y](tel:1) [z](/rel?a:b#c)',
      '<p><a href="mailto:a@b.c">x</a> <a href="tel:1">y</a> <a href="/rel?a:b#c">z</a></p>',
    ],
  ])('MD-2: %j', async (source, written) => {
    expect(await html(source)).toBe(written);
  });
});

test('markdown_to_html keeps structure, and leaves first-level headings out where asked', async () => {
  expect(await html('# T\n\ntext\n\n## U\n\n> # V', true)).toBe(
    '<p>text</p>\n<h2>U</h2>\n<blockquote>\n\n</blockquote>',
  );
  expect(await html('3. a\n4. b\n\n---\n\n- [x] t')).toBe(
    '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n<hr>\n<ul>\n<li><input type="checkbox" disabled checked> t</li>\n</ul>',
  );
  expect(await html('| a | b |\n|---|:-:|\n| 1 | 2 |')).toContain('<th align="center">b</th>');
  expect(await run(markdownToHtml, { text: '' })).toEqual({ html: '', raw: '' });
  expect(await html(`${'> '.repeat(3000)}x`)).toContain('x');
});

describe('html_to_markdown', () => {
  const cases: [string, string, JsonObject?][] = [
    ['<h1>T</h1><h3>U</h3>', '# T\n\n### U'],
    ['<h1>T</h1><h2>Under</h2><h3>U</h3>', 'T\n===\n\nUnder\n-----\n\n### U', { heading_style: 'setext' }],
    ['<p>a <b>b</b> <em>c</em> <del>d</del></p>', 'a **b** *c* ~~d~~'],
    ['<strong>b</strong><i>c</i>', '__b___c_', { bold_style: '__', italic_style: '_' }],
    ['<p>x<b> y </b>z</p>', 'x **y** z'],
    ['<a href="http://x/a b" title="t">l</a>', '[l](http://x/a%20b "t")'],
    ['<a>l</a> <a href="">m</a>', '[l]() [m]()'],
    ['<a>l</a> <a href="">m</a>', 'l m', { strip_placeholder_links: true }],
    ['<a href="javascript:f()">l</a>', 'l'],
    ['<img src="a.png" alt="A"><img alt="none">', '![A](a.png)none'],
    ['<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>', '- a\n- b\n  - c'],
    ['<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    [
      '<pre><code class="language-js">if (a &lt; b) {\n  c();\n}\n</code></pre>',
      '```js\nif (a < b) {\n  c();\n}\n```',
    ],
    ['<pre>a ``` b</pre>', '````\na ``` b\n````'],
    ['<p>use <code>a`b</code></p>', 'use ``a`b``'],
    ['a<br>b<hr>c', 'a  \nb\n\n---\n\nc'],
    [
      '<table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td><td>2</td></tr></table>',
      '| a | b\\|c |\n| --- | --- |\n| 1 | 2 |',
    ],
    ['<div><p>a</p><span>b</span></div>', 'a\n\nb'],
    [
      '<p>1. no list</p><p># no heading</p><p>a * b _ c [d] &lt;e&gt;</p>',
      '1\\. no list\n\n\\# no heading\n\na \\* b \\_ c \\[d\\] \\<e>',
    ],
    ['<script>f()</script><style>p{}</style><p>a</p><!-- c -->', 'a'],
    ['<p>unclosed <b>bold', 'unclosed **bold**'],
    ['  ', ''],
    ['&copy; &amp; &nbsp;x', '© & x'],
  ];
  test.each(cases)('%s', async (source, markdown, more = {}) => {
    expect(await run(htmlToMarkdown, { html: source, ...more })).toEqual({ markdown, success: true });
  });
  test('what is markup in HTML is markup in Markdown, and text stays text', () => {
    const text = fc.stringMatching(/^[a-z*_#[\]<>`\\ .1-]{1,20}$/).filter((each) => each.trim() !== '');
    return fc.assert(
      fc.asyncProperty(text, async (content) => {
        const source = `<p>${content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`;
        const { markdown } = await run(htmlToMarkdown, { html: source });
        const back = await marked.parse(String(markdown));
        expect(back).not.toMatch(/<(?!\/?p>)/);
      }),
    );
  });
  test('deep and hostile documents end', async () => {
    const deep = await run(htmlToMarkdown, { html: `${'<div>'.repeat(50_000)}x` });
    expect(deep.markdown).toBe('x');
    expect((await run(htmlToMarkdown, { html: '<b'.repeat(50_000) })).success).toBe(true);
  });
});

describe('markdown_extractor', () => {
  test('takes a document apart', async () => {
    const text =
      '---\ntitle: T\ntags: [a, b]\n---\n# The *title*\n\nIntro **bold** [l](http://x).\n\n## Part\n\n- one\n- two\n\n```\n# no heading\n```\n';
    const outputs = await run(markdownExtractor, { text });
    expect(outputs).toMatchObject({
      title: 'The title',
      front_matter: { title: 'T', tags: ['a', 'b'] },
      sections: [
        { level: 1, heading: 'The title', content: 'Intro **bold** [l](http://x).' },
        { level: 2, heading: 'Part', content: '- one\n- two\n\n```\n# no heading\n```' },
      ],
      raw: text,
    });
    expect(outputs.body).toMatch(/^Intro \*\*bold/);
    expect(outputs.plain_text).toBe('Intro bold l.\n\nPart\n\none\ntwo\n\n# no heading');
  });
  test.each([
    ['', { title: '', body: '', sections: [], front_matter: {}, plain_text: '' }],
    ['---\na: [\n---\nx', { front_matter: {}, body: 'x' }],
    ['---\n- a\n---\nx', { front_matter: {}, body: 'x' }],
    ['---\nnever closed', { front_matter: {}, title: '' }],
    ['## only second', { title: '', body: '## only second' }],
    ['Under\n=====\nx', { title: 'Under', body: 'x' }],
  ])('%j', async (text, expected) => {
    expect(await run(markdownExtractor, { text })).toMatchObject(expected);
  });
});

describe('message_to_data', () => {
  const cases: [string, string, Json][] = [
    ['json', '{"a":[1]}', { a: [1] }],
    [
      'csv',
      'a,b\n1,"x, ""y""\nz"\n\n2,\n',
      [
        { a: '1', b: 'x, "y"\nz' },
        { a: '2', b: '' },
      ],
    ],
    ['csv', '', []],
    [
      'xml',
      '<r id="1"><i>a</i><i>b</i><e/><t>x &amp; y<b>z</b></t></r>',
      { r: { '@id': '1', i: ['a', 'b'], e: '', t: { b: 'z', '#text': 'x & y' } } },
    ],
    ['yaml', 'a: 1\nb:\n  - x\n  - 2024-01-01\n', { a: 1, b: ['x', '2024-01-01'] }],
    [
      'key_value',
      '# c\nName: Ann B\nurl=http://x\n\nempty:\n',
      { Name: 'Ann B', url: 'http://x', empty: '' },
    ],
  ];
  test.each(cases)('%s %j', async (format, message, data) => {
    expect(await run(messageToData, { message, format })).toMatchObject({
      data,
      format,
      original_message: message,
    });
  });
  test('keeps the fields that are asked for, and lists those that were there', async () => {
    expect(
      await run(messageToData, { message: '{"a":1,"b":2}', format: 'json', extractFields: ['b', 'z'] }),
    ).toMatchObject({ data: { b: 2 }, extracted_fields: ['b'] });
    expect(
      await run(messageToData, { message: 'a,b\n1,2', format: 'csv', extractFields: ['a'] }),
    ).toMatchObject({ data: [{ a: '1' }] });
  });
  test.each([
    ['json', '{"a":'],
    ['csv', 'a\n"open'],
    ['csv', 'a\n1,2'],
    ['xml', '<a><b></a>'],
    ['xml', 'no element'],
    ['xml', '<a/><b/>'],
    ['yaml', 'a: [1'],
    ['key_value', 'no separator'],
  ])('%s %j fails the node, and says so', async (format, message) => {
    expect(await fault(messageToData, { message, format })).toMatchObject({
      code: 'message_unreadable',
      message: expect.stringContaining(`no ${format}`),
    });
  });
});

describe('date_time', () => {
  const cases: [JsonObject, JsonObject][] = [
    [
      {},
      {
        datetime: '2024-05-06 07:08:09',
        timestamp: 1714979289,
        iso: '2024-05-06T07:08:09+00:00',
        timezone: 'UTC',
      },
    ],
    [{ operation: 'current', datetime: '2020-01-01' }, { timestamp: 1714979289 }],
    [{ timezone: 'Europe/Paris' }, { datetime: '2024-05-06 09:08:09', iso: '2024-05-06T09:08:09+02:00' }],
    [
      {
        operation: 'custom',
        datetime: '2024-01-15 12:00',
        timezone: 'America/New_York',
        format: 'D, d M Y H:i T',
      },
      { datetime: 'Mon, 15 Jan 2024 12:00 EST', timestamp: 1705338000 },
    ],
    [
      { operation: 'iso', datetime: '2024-01-15T12:00:00Z', timezone: '+05:30' },
      { datetime: '2024-01-15T17:30:00+05:30' },
    ],
    [
      { operation: 'timestamp', datetime: '1970-01-02' },
      { datetime: '86400', timestamp: 86400 },
    ],
    [{ operation: 'unix', datetime: '86400' }, { datetime: '1970-01-02 00:00:00' }],
    [{ operation: 'custom', datetime: '+1 day', format: 'Y-m-d' }, { datetime: '2024-05-07' }],
    // Clocks that go forward and back.
    [
      { operation: 'iso', datetime: '2024-03-31 02:30', timezone: 'Europe/Paris' },
      { datetime: '2024-03-31T03:30:00+02:00' },
    ],
    [
      { operation: 'iso', datetime: '2024-10-27T01:30:00Z', timezone: 'Europe/Paris' },
      { datetime: '2024-10-27T02:30:00+01:00' },
    ],
  ];
  test.each(cases)('%j', async (parameters, expected) => {
    expect(await run(dateTime, parameters)).toMatchObject(expected);
  });
  test('says what is wrong', async () => {
    expect((await fault(dateTime, { operation: 'iso', datetime: 'someday' })).message).toMatch(
      /"someday".*2024-05-06/,
    );
    expect((await fault(dateTime, { timezone: 'Mars/Base' })).message).toMatch(/"Mars\/Base".*Europe\/Paris/);
    expect((await fault(dateTime, { operation: 'unix', datetime: '2024-01-01' })).message).toMatch(
      /Unix time/,
    );
    for (const datetime of ['2024-13-01', '2024-02-40', '25:99', '9'.repeat(500)])
      expect((await fault(dateTime, { operation: 'iso', datetime: `x${datetime}` })).code).toBe(
        'date_time_invalid',
      );
  });
});

describe('split_text', () => {
  const cases: [JsonObject, string[]][] = [
    [{ text: 'a b  c d e', chunkSize: 2 }, ['a b', 'c d', 'e']],
    [{ text: 'a;b;c', chunkSize: 2, separator: ';' }, ['a;b', 'c']],
    [{ text: 'héllo😀x', method: 'characters', chunkSize: 3 }, ['hél', 'lo😀', 'x']],
    [{ text: 'One. Two? Three!', method: 'sentences', chunkSize: 2 }, ['One. Two?', 'Three!']],
    [{ text: 'a\nb\n\nc\n \n\nd', method: 'paragraphs', chunkSize: 1 }, ['a\nb', 'c', 'd']],
    [{ text: '' }, []],
    [{ text: null }, []],
  ];
  test.each(cases)('%j', async (parameters, chunks) => {
    expect(await run(splitText, parameters)).toMatchObject({ chunks, total_chunks: chunks.length });
  });
  test.each([0, -1, 1.5])('a size of %d fails', async (chunkSize) => {
    expect((await fault(splitText, { text: 'a', chunkSize })).message).toContain(
      `"chunkSize" is ${chunkSize}`,
    );
  });
});

test.each([
  ['capitalize', 'élan VITAL', 'Élan VITAL'],
  ['uppercase', 'straße', 'STRASSE'],
  ['lowercase', 'ÀB', 'àb'],
  ['trim', '\n a b\t', 'a b'],
  ['strip_tags', 'a <b class=">">b</b><!-- c --> 1 < 2', 'a b 1 < 2'],
])('text_processor: %s', async (operation, text, changed) => {
  expect(await run(textProcessor, { operation, text })).toEqual({ text: changed });
});

test('logger writes to the log of the run', async () => {
  const lines: unknown[] = [];
  const context = testContext({ log: (...line) => lines.push(line) });
  expect(await outputsOf(logger, { message: { a: 1 }, level: 'notice', channel: 'c' }, context)).toEqual({
    logged: true,
    message: '{"a":1}',
    level: 'notice',
    channel: 'c',
  });
  expect(lines).toEqual([['info', '{"a":1}', { channel: 'c', level: 'notice' }]]);
  expect((await fault(logger, { level: 'loud' })).message).toMatch(/"loud".*emergency/);
});

test('messenger tells whoever watches, and says whether anybody did', async () => {
  const notices: unknown[] = [];
  const watched = testContext({ notify: (notice) => notices.push(notice) > 0 });
  expect(await outputsOf(messenger, { message: 'hi', type: 'warning' }, watched)).toEqual({
    displayed: true,
    message: 'hi',
    type: 'warning',
  });
  expect(notices).toEqual([
    { run: 'run-1', workflow: 'wf_test', node: 'node.1', level: 'warning', message: 'hi' },
  ]);
  expect(await run(messenger, { message: 'hi' })).toMatchObject({ displayed: false, type: 'status' });
  expect((await fault(messenger, { type: 'x' })).message).toMatch(/status, warning, error/);
});
