import { expect, test } from 'vitest';
import { rawNumbers } from './raw-numbers';

test('a number that a text spells with more digits than a double holds is known as it was written', () => {
  const raw = rawNumbers([
    { body: { inline: '{"id": 12345678901234567890, "pi": 3.14159265358979323846, "n": 42}' } },
    null,
  ]);
  expect(raw.get(12345678901234567000)).toBe('12345678901234567890');
  expect(raw.get(Math.PI)).toBe('3.14159265358979323846');
  expect(raw.size).toBe(2);
});

test.each([
  '100000000000000000000',
  '1e21',
  '9007199254740992',
  '0.1000000000000000000',
  '1234567890123456.0',
])('%s loses nothing', (written) => {
  expect(rawNumbers([{ body: { inline: written } }]).size).toBe(0);
});

test('numbers that are held alike and written differently are not guessed', () => {
  expect(rawNumbers([{ a: { inline: ['9007199254740993', '9007199254740991.9'] } }]).size).toBeLessThan(2);
  expect(rawNumbers([{ a: { inline: '9007199254740992999 9007199254740992998' } }]).size).toBe(0);
});

test('texts inside values and the beginning of large ones count', () => {
  const id = '12345678901234567891';
  expect(rawNumbers([{ a: { inline: { b: [`id=${id}`] } } }]).get(Number(id))).toBe(id);
  expect(rawNumbers([{ a: { ref: 'h', size: 9000, preview: `"${id} ` } }]).get(Number(id))).toBe(id);
});
