import { expect, test } from 'vitest';
import { durationParts, sizeParts } from './format';

test.each([
  [0, { unit: 'ms', value: 0 }],
  [-3, { unit: 'ms', value: 0 }],
  [999.4, { unit: 'ms', value: 999 }],
  [1000, { unit: 's', value: 1 }],
  [4_249, { unit: 's', value: 4.2 }],
  [59_999, { unit: 'min', min: 1, s: 0 }],
  [185_000, { unit: 'min', min: 3, s: 5 }],
])('%d ms', (millis, parts) => {
  expect(durationParts(millis)).toEqual(parts);
});

test.each([
  [0, { unit: 'b', value: 0 }],
  [999, { unit: 'b', value: 999 }],
  [1_550, { unit: 'kb', value: 1.6 }],
  [999_499, { unit: 'kb', value: 999 }],
  [999_500, { unit: 'mb', value: 1 }],
  [11_400_000_000, { unit: 'gb', value: 11 }],
])('%d bytes', (bytes, parts) => {
  expect(sizeParts(bytes)).toEqual(parts);
});
