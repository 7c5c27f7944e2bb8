// The public compliance suite of RFC 9535, as a published package carries it.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { createJsonPathEngine, runQuery } from './jsonpath';

type Case = {
  readonly name: string;
  readonly selector: string;
  readonly document?: Json;
  readonly result?: readonly Json[];
  readonly results?: readonly (readonly Json[])[];
  readonly invalid_selector?: boolean;
};

const suite: { readonly tests: readonly Case[] } = JSON.parse(
  readFileSync('node_modules/jsonpath-rfc9535/src/__tests__/jsonpath-compliance-test-suite/cts.json', 'utf8'),
);
const engine = createJsonPathEngine();
const valid = suite.tests.filter(({ invalid_selector }) => invalid_selector !== true);
const invalid = suite.tests.filter(({ invalid_selector }) => invalid_selector === true);

const BLANKS_AROUND = ['basic, no leading whitespace', 'basic, no trailing whitespace'];

test('the suite is there', () => {
  expect([valid.length, invalid.length]).toEqual([442, 245]);
});

describe('queries that the suite answers', () => {
  test.each(valid.map((each) => [each.name, each] as const))(
    '%s',
    (_name, { selector, document, result, results }) => {
      // A document that is text is JSON to us where it parses (LANG-16), so none of the suite's may.
      const outcome = runQuery(selector, document ?? null);
      expect(outcome).toMatchObject({ ok: true });
      if (!outcome.ok) return;
      const allowed = results ?? [result ?? []];
      expect(allowed).toContainEqual(outcome.matches);
    },
  );
});

describe('queries that the suite refuses', () => {
  test.each(invalid.map((each) => [each.name, each] as const))('%s', (name, { selector }) => {
    // LANG-14: a path is trimmed before it is read, so blanks around it are no fault here.
    const blanksOnly = BLANKS_AROUND.includes(name);
    expect(runQuery(selector, {}).ok).toBe(blanksOnly);
    // LANG-12: what begins with no $ is a property path, and none of this engine's to refuse.
    expect(engine.validate(selector).ok).toBe(blanksOnly || !selector.startsWith('$'));
  });
});
