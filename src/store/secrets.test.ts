import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { createKeyRing } from './key-ring';
import { createSecrets } from './secrets';
import type { Channel } from './tabs';
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

/** Channels between the pages of one browser. */
function channels(): () => Channel {
  const listeners = new Map<Channel, ((event: { readonly data: unknown }) => void)[]>();
  return () => {
    const channel: Channel = {
      postMessage(data) {
        for (const [other, heard] of listeners)
          if (other !== channel) for (const listener of heard) queueMicrotask(() => listener({ data }));
      },
      addEventListener: (_, listener) => void listeners.get(channel)?.push(listener),
      close: () => void listeners.delete(channel),
    };
    listeners.set(channel, []);
    return channel;
  };
}

describe('a passphrase over the secrets', () => {
  const PASS = 'correct horse battery';
  async function protectedPage() {
    const factory = new IDBFactory();
    const open = channels();
    const page = async () => {
      const db = await memoryDatabase(factory);
      return { db, secrets: createSecrets(db, { ...world, keys: createKeyRing(open()) }) };
    };
    const first = await page();
    await first.secrets.set('KEY', SECRET);
    await first.secrets.set('model:a', 'other');
    const set = await (await first.secrets.protection()).protect(PASS);
    return { ...first, page, set, factory };
  }

  test('who has it reads them; who has not is told that they are locked', async () => {
    const { secrets, page, db, set, factory } = await protectedPage();
    expect(set.ok).toBe(true);
    expect(await secrets.get('KEY')).toEqual({ ok: true, value: SECRET });
    expect(await secrets.state()).toBe('unlocked');
    // The key of the browser, with which anybody could read them, is gone.
    expect(await db.secrets.get('@key')).toBeUndefined();
    // A page that opens while another one is unlocked is given the key by it.
    expect(await (await page()).secrets.get('model:a')).toEqual({ ok: true, value: 'other' });
    (await secrets.protection()).lock();
    expect(await secrets.state()).toBe('locked');
    expect(await secrets.answer('KEY')).toEqual({ kind: 'locked' });
    expect(await secrets.answer('GONE')).toEqual({ kind: 'missing' });
    expect(await secrets.set('NEW', 'x')).toEqual({ ok: false, error: { reason: 'locked' } });
    expect((await secrets.names()).toSorted()).toEqual(['KEY', 'model:a']);
    // Nobody is left who has the key: a browser that was started anew.
    const alone = createSecrets(await memoryDatabase(factory), world);
    expect(await alone.state()).toBe('locked');
    const protection = await alone.protection();
    expect(await protection.unlock('wrong horse')).toEqual({ ok: false, error: { reason: 'wrong' } });
    expect((await protection.unlock(PASS)).ok).toBe(true);
    expect(await alone.get('KEY')).toEqual({ ok: true, value: SECRET });
  });

  test('it is changed, and taken away', async () => {
    const { secrets, db } = await protectedPage();
    const protection = await secrets.protection();
    expect((await protection.protect('another passphrase')).ok).toBe(true);
    protection.lock();
    expect(await protection.unlock(PASS)).toEqual({ ok: false, error: { reason: 'wrong' } });
    expect(await protection.unprotect()).toEqual({ ok: false, error: { reason: 'locked' } });
    expect((await protection.unlock('another passphrase')).ok).toBe(true);
    expect((await protection.unprotect()).ok).toBe(true);
    expect(await secrets.state()).toBe('plain');
    expect(await db.secrets.get('@lock')).toBeUndefined();
    expect(await secrets.get('KEY')).toEqual({ ok: true, value: SECRET });
    expect(await protection.unlock(PASS)).toEqual({ ok: false, error: { reason: 'open' } });
  });

  test('one that is too short is refused; where it was forgotten, everything can be deleted', async () => {
    const { secrets } = await protectedPage();
    const protection = await secrets.protection();
    expect(await protection.protect('short')).toEqual({ ok: false, error: { reason: 'weak' } });
    protection.lock();
    expect((await protection.forgetAll()).ok).toBe(true);
    expect(await secrets.state()).toBe('plain');
    expect(await secrets.names()).toEqual([]);
    expect((await secrets.set('KEY', 'again')).ok).toBe(true);
  });

  test('no row holds a key that can be taken out, or a text', async () => {
    const { db } = await protectedPage();
    const rows = await db.secrets.toArray();
    expect(rows.some((row) => Object.values(Object(row)).some((value) => value instanceof CryptoKey))).toBe(
      false,
    );
    const lock = Object(rows.find((row) => Object(row).name === '@lock'));
    expect(lock.iterations).toBeGreaterThanOrEqual(600_000);
    // A wrapped AES key of 256 bits and its tag.
    expect(lock.wrapped).toHaveLength(48);
  });
});
