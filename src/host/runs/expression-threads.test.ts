import { afterAll, expect, test } from 'vitest';
import { createThreadedExpressions } from './expression-threads';

const expressions = createThreadedExpressions();
afterAll(() => expressions.close());

test('LANG-2: an expression is evaluated in a thread of its own, by the engine that is named', async () => {
  expect(await expressions.evaluate('twig', 'Hello {{ name }}', { name: 'Ada' })).toEqual({
    ok: true,
    value: 'Hello Ada',
  });
  expect((await expressions.validate('twig', '{{ name ')).ok).toBe(false);
  expect(await expressions.evaluate('nobody', '1', {})).toMatchObject({
    ok: false,
    fault: { kind: 'unknown_engine' },
  });
}, 60_000);
