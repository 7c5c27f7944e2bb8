import { expect, test } from 'vitest';
import { envelopeOf, errorOutput, isRetryable, mayRetry, routedOutputs } from './error-output';

const base = { message: 'card refused', code: 'E42' };

test('ERR-2: a retryable failure carries the key with true, another omits it', () => {
  expect(errorOutput({ ...base, retryable: true })).toEqual({ ...base, error_retryable: true });
  expect(Object.keys(errorOutput({ ...base, retryable: false }))).not.toContain('error_retryable');
});

test('ERR-2: the retry gate takes the literal true and nothing else', () => {
  expect(isRetryable({ error_retryable: true })).toBe(true);
  for (const other of [false, 1, 'true', {}, null, undefined])
    expect(isRetryable({ error_retryable: other })).toBe(false);
  expect(isRetryable({})).toBe(false);
});

test('ERR-11: a maximum of N allows N attempts after the first, and none by default', () => {
  const retryable = { error_retryable: true };
  expect([1, 2, 3].map((attempts) => mayRetry(retryable, attempts, 2))).toEqual([true, true, false]);
  expect(mayRetry(retryable, 1, 0)).toBe(false);
  expect(mayRetry({}, 1, 5)).toBe(false);
});

test('ERR-7: the envelope has four keys, and details only where the failure gave some', () => {
  const plain = envelopeOf('pay', errorOutput({ ...base, retryable: false }));
  expect(routedOutputs(plain)).toEqual({ error: { ...base, node_id: 'pay', retryable: false } });
  expect(Object.keys(plain)).not.toContain('details');
  const detailed = envelopeOf('pay', errorOutput({ ...base, retryable: true, details: { limit: 3 } }));
  expect(routedOutputs(detailed)).toEqual({
    error: { ...base, node_id: 'pay', retryable: true, details: { limit: 3 } },
  });
  expect(routedOutputs(envelopeOf('p', errorOutput({ ...base, retryable: false, details: null })))).toEqual({
    error: { ...base, node_id: 'p', retryable: false, details: null },
  });
});
