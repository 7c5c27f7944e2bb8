import { expect, test } from 'vitest';
import { readValues, valueWriter, webCryptoHash } from './values';

test('values up to 4 kB of JSON stay inline, larger ones go by the hash of their canonical JSON, once a value', async () => {
  const writer = valueWriter(webCryptoHash);
  const long = 'x'.repeat(4094);
  const stored = await writer.write({
    small: { b: 1, a: null },
    edge: long,
    over: `${long}x`,
    wide: 'ä'.repeat(2048),
  });
  const rows = writer.take();
  expect(stored.small).toEqual({ inline: { b: 1, a: null } });
  expect(stored.edge).toEqual({ inline: long });
  expect(stored.over).toMatchObject({ size: 4097 });
  expect(stored.wide).toMatchObject({ size: 4098 });
  expect(rows.map((row) => row.size).sort()).toEqual([4097, 4098]);
  const map = new Map(rows.map((row) => [row.hash, row.json]));
  const read = await readValues(stored, async (hash) => JSON.parse(map.get(hash) ?? 'null'));
  expect(read).toEqual({ small: { b: 1, a: null }, edge: long, over: `${long}x`, wide: 'ä'.repeat(2048) });
  expect(writer.take()).toEqual([]);
});

test('equal values have one hash, whatever the order of their keys', async () => {
  const fill = 'y'.repeat(5000);
  const writer = valueWriter(webCryptoHash);
  const stored = await writer.write({ a: { x: fill, k: 1 }, b: { k: 1, x: fill } });
  const [a, b] = [stored.a, stored.b];
  expect(a !== undefined && b !== undefined && 'ref' in a && 'ref' in b && a.ref === b.ref).toBe(true);
});

test('a value whose row is gone is not read as something else', async () => {
  expect(
    await readValues({ a: { ref: 'none', size: 9, preview: '' } }, async () => undefined),
  ).toBeUndefined();
});

test('the hash is SHA-256 of the UTF-8 bytes', async () => {
  expect(await webCryptoHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
