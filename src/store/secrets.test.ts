import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { createSecrets } from './secrets';
import { countingClock, failNextWrite, memoryDatabase } from './testing/memory-database';

const SECRET = 'sk-plain-text';
const world = { now: countingClock() };

describe('secrets', () => {
  test('what is set is got, by name, also by another tab', async () => {
    const factory = new IDBFactory();
    const one = createSecrets(await memoryDatabase(factory), world);
    const two = createSecrets(await memoryDatabase(factory), world);
    await one.set('openai', SECRET);
    await two.set('other', '');
    expect(await two.get('openai')).toEqual({ ok: true, value: SECRET });
    expect(await one.get('other')).toEqual({ ok: true, value: '' });
    expect(await one.names()).toEqual(['openai', 'other']);
    await one.remove('openai');
    expect(await two.get('openai')).toEqual({ ok: false, error: { reason: 'missing' } });
    expect(await one.get('@key')).toEqual({ ok: false, error: { reason: 'missing' } });
  });

  test('rows hold no plain text, and the key cannot be taken out', async () => {
    const db = await memoryDatabase();
    await createSecrets(db, world).set('openai', SECRET);
    const rows = await db.secrets.toArray();
    const bytes = rows
      .flatMap((row) => Object.values(Object(row)))
      .map((value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value)));
    expect(bytes.join()).not.toContain(SECRET);
    const key = Object(await db.secrets.get('@key')).key;
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });

  test('a row cannot stand in for another, and a damaged one is told without its text', async () => {
    const db = await memoryDatabase();
    const secrets = createSecrets(db, world);
    await secrets.set('a', SECRET);
    await db.secrets.put({ ...Object(await db.secrets.get('a')), name: 'b' });
    const moved = await secrets.get('b');
    expect(moved).toMatchObject({ ok: false, error: { reason: 'unreadable' } });
    expect(JSON.stringify(moved)).not.toContain(SECRET);
    await db.secrets.put({ ...Object(await db.secrets.get('a')), name: 'c', v: 2 });
    expect(await secrets.get('c')).toMatchObject({
      ok: false,
      error: { reason: 'unreadable', problems: [{ path: 'v' }] },
    });
  });

  test('the same text is written differently each time', async () => {
    const db = await memoryDatabase();
    const secrets = createSecrets(db, world);
    await secrets.set('a', SECRET);
    await secrets.set('b', SECRET);
    expect(Object(await db.secrets.get('a')).data).not.toEqual(Object(await db.secrets.get('b')).data);
  });

  test('names that are no names are refused; a full disk is told without the text', async () => {
    const db = await memoryDatabase();
    const secrets = createSecrets(db, world);
    for (const name of ['', '@key', 'x'.repeat(256)])
      expect((await secrets.set(name, SECRET)).ok).toBe(false);
    await secrets.set('a', 'first');
    await failNextWrite(db, 'secrets');
    const full = await secrets.set('a', SECRET);
    expect(full).toMatchObject({ ok: false, error: { reason: 'quota' } });
    expect(JSON.stringify(full)).not.toContain(SECRET);
    expect(await secrets.get('a')).toEqual({ ok: true, value: 'first' });
  });
});
