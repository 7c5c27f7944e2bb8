import { describe, expect, test } from 'vitest';
import { createExpressionHost } from './host';
import { ENGINE_IDS } from './types';

describe('LANG-2: the engines', () => {
  test('LANG-2: exactly four are provided', async () => {
    expect([...ENGINE_IDS].sort()).toEqual(['expression_language', 'jsonpath', 'property_path', 'twig']);
    const host = createExpressionHost();
    const asked: [string, string, unknown][] = [
      ['expression_language', 'a + 1', 2],
      ['jsonpath', '$.a', 1],
      ['property_path', 'a', 1],
      ['twig', '{{ a }}', '1'],
    ];
    for (const [engine, expression, value] of asked)
      expect(await host.evaluate(engine, expression, { a: 1 })).toMatchObject({ ok: true, value });
  });

  test.each(['', 'php', 'TWIG', 'constructor', '__proto__', 'json_path'])(
    'LANG-2: %j fails before anything is loaded or evaluated',
    async (engine) => {
      let loaded = 0;
      const load = async () => {
        loaded += 1;
        throw new Error('not to be loaded');
      };
      const engines = { jsonpath: load, property_path: load, twig: load, expression_language: load };
      const host = createExpressionHost({ engines });
      expect(await host.evaluate(engine, '$.a', {})).toMatchObject({
        ok: false,
        fault: { kind: 'unknown_engine' },
      });
      expect((await host.validate(engine, '$.a')).ok).toBe(false);
      expect(loaded).toBe(0);
    },
  );
});

test('LANG-3: an empty expression is valid in every engine', async () => {
  const host = createExpressionHost();
  for (const engine of ENGINE_IDS) {
    expect(await host.validate(engine, '')).toEqual({ ok: true });
    expect((await host.evaluate(engine, '', { a: 1 })).ok).toBe(true);
  }
});

test('a result that is too long is refused', async () => {
  const host = createExpressionHost({ maxLength: 100 });
  const template = '{% for i in 1..200 %}x{% endfor %}';
  expect(await host.evaluate('twig', template, {})).toMatchObject({
    ok: false,
    fault: { kind: 'too_large' },
  });
  expect(await host.evaluate('twig', template, {}, { maxLength: 200 })).toMatchObject({ ok: true });
  expect(await host.evaluate('expression_language', '1..100', {})).toMatchObject({
    fault: { kind: 'too_large' },
  });
});

test('an engine that cannot be loaded is a fault, and is tried again', async () => {
  let tries = 0;
  const host = createExpressionHost({
    engines: {
      twig: async () => {
        tries += 1;
        throw new Error('offline');
      },
    },
  });
  expect(await host.evaluate('twig', 'x', {})).toMatchObject({
    ok: false,
    fault: { message: expect.stringContaining('offline') },
  });
  expect((await host.validate('twig', 'x')).ok).toBe(false);
  expect(tries).toBe(2);
});
