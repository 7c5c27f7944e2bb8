import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  recordOf,
  siteRepositoryConformance,
  snapshotRepositoryConformance,
  workflowRepositoryConformance,
} from '../../api/testing/repository-conformance';
import { nodeType } from '../../catalog/shipped/declare';
import { describeTriggerStore, type TriggerPlace } from '../../engine/testing/triggers-conformance';
import { fail, ok } from '../../model/problem';
import { temporary } from '../testing/processes';
import { type HostStore, memoryStore, openStore } from './host-store';
import { decodeLines } from './lines';

const directories = temporary();
const opened: HostStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  directories.remove();
});

async function openIn(directory: string, rewriteFrom?: number): Promise<HostStore> {
  const store = await openStore(directory, { rewriteFrom });
  if (!store.ok) throw new Error(store.error);
  opened.push(store.value);
  return store.value;
}

async function reopened(store: HostStore, directory: string): Promise<HostStore> {
  await store.close();
  return openIn(directory);
}

const type = (id: string) =>
  nodeType({ id, label: id, description: '', category: 'data', icon: '', executor_plugin: 'm:p' });

workflowRepositoryConformance('a host in memory', () => memoryStore().workflows);
siteRepositoryConformance('a host in memory', () => memoryStore().site);
snapshotRepositoryConformance('a host in memory', () => memoryStore().snapshots);
snapshotRepositoryConformance(
  'a host with a directory',
  async () => (await openIn(directories.make())).snapshots,
);

function triggersOf({ triggers, workflows }: HostStore): TriggerPlace {
  return {
    store: triggers,
    async storeWorkflow(id, nodes) {
      const changed = await workflows.update(id, async (stored) => ok({ ...stored, nodes }));
      if (changed === undefined) await workflows.create(recordOf(id, { nodes }));
    },
    removeWorkflow: async (id) => void (await workflows.delete(id)),
  };
}
describe('triggers of a host in memory', () => describeTriggerStore(async () => triggersOf(memoryStore())));
describe('triggers of a host with a directory', () =>
  describeTriggerStore(async () => triggersOf(await openIn(directories.make()))));

test('INT-9: snapshots of a host are there again when it starts again, and what was deleted is not', async () => {
  const directory = directories.make();
  const store = await openIn(directory, 1);
  const record = {
    execution: 'exec_a',
    entity: 'e',
    owner: 'u',
    status: 'paused',
    created: 1,
    changed: 2,
    payload: { nodeStates: {} },
  };
  for (const execution of ['exec_a', 'exec_b'])
    await store.snapshots.save(execution, () => ok({ ...record, execution }));
  await store.snapshots.delete('exec_b');
  const again = await reopened(store, directory);
  expect(await again.snapshots.get('exec_a')).toEqual(record);
  expect(await again.snapshots.get('exec_b')).toBeUndefined();
});
workflowRepositoryConformance(
  'a host with a directory',
  async () => (await openIn(directories.make())).workflows,
);
siteRepositoryConformance('a host with a directory', async () => (await openIn(directories.make())).site);

describe('a directory that is opened again', () => {
  test('has everything as it was, names and keys of every kind included', async () => {
    const directory = directories.make();
    const store = await openIn(directory);
    const kept = recordOf('kept', {
      name: 'naïve \u{1F600} \ud800 \n \u2028',
      metadata: JSON.parse('{"__proto__":{"x":1},"":[null,1e300]}'),
      contract: { parameter_schema: null, output_schema: { type: 'object' }, schema_version: '1.2.3' },
      origin: { kind: 'bundle', verbatim: { flow: { k: [] } } },
    });
    await store.workflows.create(recordOf('gone'));
    await store.workflows.create(recordOf('kept'));
    await store.workflows.update('kept', async () => ok(kept));
    await store.workflows.delete('gone');
    await store.site.transact(async (site) => {
      await site.putNodeTypes([type('a'), type('b')]);
      await site.removeNodeType('a');
      await site.putLaneOverlay({ dataTypes: [] });
      return ok(null);
    });
    const before = await store.site.read();
    const again = await reopened(store, directory);
    expect(await again.workflows.get('kept')).toEqual(kept);
    expect((await again.workflows.list({ limit: 10, offset: 0 })).total).toBe(1);
    expect(await again.site.read()).toEqual(before);
    expect(before).toEqual({ nodeTypes: [type('b')], laneOverlay: { dataTypes: [] } });
  });

  test('drops a last write that was cut off at any byte, keeps all before it, and takes new ones', async () => {
    const directory = directories.make();
    const journal = join(directory, 'journal');
    const store = await openIn(directory);
    await store.workflows.create(recordOf('first'));
    const whole = statSync(journal).size;
    await store.workflows.create(recordOf('second', { name: 'ä' }));
    await store.close();
    const bytes = readFileSync(journal);
    for (let cut = whole; cut < bytes.length; cut += 1) {
      writeFileSync(journal, bytes.subarray(0, cut));
      const again = await openIn(directory);
      expect(again.allWorkflows().map(({ id }) => id)).toEqual(['first']);
      expect(await again.workflows.create(recordOf('third'))).toBe(true);
      const third = await reopened(again, directory);
      expect(third.allWorkflows().map(({ id }) => id)).toEqual(['first', 'third']);
      await third.close();
    }
  });

  test('loses nothing silently to a flipped bit, wherever it is', async () => {
    const directory = directories.make();
    const journal = join(directory, 'journal');
    const store = await openIn(directory);
    await store.workflows.create(recordOf('first'));
    await store.workflows.create(recordOf('second', { name: 'ä \u{1F600}' }));
    await store.close();
    const bytes = readFileSync(journal);
    const read = vi.fn();
    for (let at = 0; at < bytes.length; at += 1) {
      for (const bit of [0, 1, 5, 7]) {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        const lines = decodeLines(flipped);
        if (lines.ok) read(at, bit);
      }
    }
    expect(read.mock.calls).toEqual([]);
    const flipped = Buffer.from(bytes);
    const last = bytes.lastIndexOf('second');
    flipped[last] = (flipped[last] ?? 0) ^ 4;
    writeFileSync(journal, flipped);
    const refused = await openStore(directory);
    expect(refused.ok ? '' : refused.error).toMatch(/damaged at byte \d+.*Restore it from a backup/);
    expect(readFileSync(journal).equals(flipped)).toBe(true);
    // As the words say.
    const byte = Number(/byte (\d+)/.exec(refused.ok ? '' : refused.error)?.[1]);
    truncateSync(journal, byte);
    expect((await openIn(directory)).allWorkflows().map(({ id }) => id)).toEqual(['first']);
  });

  test('drops a last write of which a sector never came to the disk, though its end did', async () => {
    const directory = directories.make();
    const journal = join(directory, 'journal');
    const store = await openIn(directory);
    await store.workflows.create(recordOf('first'));
    const whole = statSync(journal).size;
    await store.workflows.create(recordOf('second', { description: 'x'.repeat(2_000) }));
    await store.close();
    const bytes = readFileSync(journal);
    bytes.fill(0, whole + 300, whole + 300 + 512);
    writeFileSync(journal, bytes);
    // With a whole line behind it the hole is no end.
    writeFileSync(journal, Buffer.concat([bytes, bytes.subarray(0, bytes.indexOf(10) + 1)]));
    expect((await openStore(directory)).ok).toBe(false);
    writeFileSync(journal, bytes);
    expect((await openIn(directory)).allWorkflows().map(({ id }) => id)).toEqual(['first']);
  });

  test('may have been cut off in its very first line', async () => {
    const directory = directories.make();
    await (await openIn(directory)).close();
    truncateSync(join(directory, 'journal'), 20);
    expect((await openIn(directory)).allWorkflows()).toEqual([]);
  });

  test('is refused where a line in the middle is damaged, and left as it is', async () => {
    const directory = directories.make();
    const journal = join(directory, 'journal');
    const store = await openIn(directory);
    await store.workflows.create(recordOf('first'));
    await store.workflows.create(recordOf('second'));
    await store.close();
    const damaged = readFileSync(journal, 'utf8').replace('first', 'fIrst');
    writeFileSync(journal, damaged);
    const refused = await openStore(directory);
    expect(refused.ok ? '' : refused.error).toMatch(/damaged at byte \d+/);
    expect(readFileSync(journal, 'utf8')).toBe(damaged);
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  });

  test.each([
    ['another file', 'hello\n', /no journal of this program/],
    ['a file that is longer than a header', 'x'.repeat(500), /no journal of this program/],
  ])('is refused where the journal is %s', async (_, content, message) => {
    const directory = directories.make();
    writeFileSync(join(directory, 'journal'), content);
    const refused = await openStore(directory);
    expect(refused.ok ? '' : refused.error).toMatch(message);
    expect(readFileSync(join(directory, 'journal'), 'utf8')).toBe(content);
  });

  test('is refused to a second process, and not because of one that is dead', async () => {
    const directory = directories.make();
    writeFileSync(join(directory, 'lock'), JSON.stringify({ pid: process.ppid, born: '' }));
    const refused = await openStore(directory);
    expect(refused.ok ? '' : refused.error).toContain(`Process ${process.ppid} uses the directory`);
    for (const dead of [
      '',
      'nonsense',
      JSON.stringify({ pid: 4_194_999, born: '' }),
      // Another process of that number, where the system tells when it began.
      ...(process.platform === 'linux' ? [JSON.stringify({ pid: process.ppid, born: 'boot 1' })] : []),
    ]) {
      writeFileSync(join(directory, 'lock'), dead);
      await (await openIn(directory)).close();
    }
  });

  test('has a small journal after many writes of the same thing', async () => {
    const directory = directories.make();
    const store = await openIn(directory, 10_000);
    await store.workflows.create(recordOf('a', { description: 'x'.repeat(1_000) }));
    await store.site.transact(async (site) => {
      await site.putNodeTypes([type('t')]);
      return ok(null);
    });
    for (let i = 1; i <= 100; i += 1)
      await store.workflows.update('a', async (before) => ok({ ...before, changed: i }));
    expect(statSync(join(directory, 'journal')).size).toBeLessThan(12_000);
    expect(existsSync(join(directory, 'journal.new'))).toBe(false);
    const again = await reopened(store, directory);
    expect((await again.workflows.get('a'))?.changed).toBe(100);
    expect((await again.site.read()).nodeTypes).toEqual([type('t')]);
  });

  test('ignores a rewrite that was not finished', async () => {
    const directory = directories.make();
    const store = await openIn(directory);
    await store.workflows.create(recordOf('a'));
    appendFileSync(join(directory, 'journal.new'), 'half of');
    expect((await reopened(store, directory)).allWorkflows()).toHaveLength(1);
  });
});

describe('STORE-9: a workflow that is stored in a section of the site', () => {
  test('is one write with the node types of the section', async () => {
    const directory = directories.make();
    const store = await openIn(directory);
    const before = readFileSync(join(directory, 'journal'), 'utf8').split('\n').length;
    await store.site.transact(async (site) => {
      await site.putNodeTypes([type('t')]);
      expect(await store.workflows.create(recordOf('w'))).toBe(true);
      expect(await store.workflows.get('w')).toBeUndefined();
      return ok(null);
    });
    expect(readFileSync(join(directory, 'journal'), 'utf8').split('\n')).toHaveLength(before + 1);
    expect((await store.workflows.get('w'))?.id).toBe('w');
  });

  test('leaves nothing where the section fails, and its id is free again', async () => {
    const store = memoryStore();
    const late: Promise<boolean>[] = [];
    const refused = await store.site.transact(async () => {
      expect(await store.workflows.create(recordOf('w', { name: 'mine' }))).toBe(true);
      return fail('no');
    });
    late.push(store.workflows.create(recordOf('w', { name: 'theirs' })));
    expect(refused).toEqual(fail('no'));
    expect(await Promise.all(late)).toEqual([true]);
    expect((await store.workflows.get('w'))?.name).toBe('theirs');
  });

  test('holds its id against everybody else until the section is over', async () => {
    const store = memoryStore();
    let go = () => {};
    const inside = new Promise<void>((resolve) => {
      go = resolve;
    });
    const section = store.site.transact(async () => {
      await store.workflows.create(recordOf('w', { name: 'mine' }));
      go();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return ok(null);
    });
    await inside;
    const created = store.workflows.create(recordOf('w', { name: 'theirs' }));
    await section;
    expect(await created).toBe(false);
    expect((await store.workflows.get('w'))?.name).toBe('mine');
  });
});

describe('a disk that fails', () => {
  /** Appends half of what it is given, or does not sync, as long as it is told to. */
  async function failing(directory: string) {
    const broken = { append: false, sync: false, truncate: false };
    const store = await openStore(directory, {
      async openFile(path) {
        const file = await open(path, 'a');
        const check = (fault: keyof typeof broken) => {
          if (broken[fault]) throw new Error(`${fault} failed`);
        };
        return {
          async appendFile(data: string | Uint8Array) {
            if (broken.append) await file.appendFile(data.slice(0, 30));
            check('append');
            await file.appendFile(data);
          },
          datasync: async () => {
            check('sync');
            await file.datasync();
          },
          truncate: async (length) => {
            check('truncate');
            await file.truncate(length);
          },
          sync: () => file.sync(),
          close: () => file.close(),
        };
      },
    });
    if (!store.ok) throw new Error(store.error);
    opened.push(store.value);
    return { store: store.value, broken };
  }

  test('a write that was half made is refused, seen by nobody, cut off, and followed by others', async () => {
    const directory = directories.make();
    const { store, broken } = await failing(directory);
    await store.workflows.create(recordOf('before'));
    broken.append = true;
    await expect(store.workflows.create(recordOf('lost'))).rejects.toThrow('append failed');
    expect(await store.workflows.get('lost')).toBeUndefined();
    broken.append = false;
    expect(await store.workflows.create(recordOf('after'))).toBe(true);
    const again = await reopened(store, directory);
    expect([...again.allWorkflows()].map(({ id }) => id).sort()).toEqual(['after', 'before']);
  });

  test.each(['sync', 'truncate'] as const)(
    'after a failed %s nothing more is acknowledged',
    async (fault) => {
      const directory = directories.make();
      const { store, broken } = await failing(directory);
      await store.workflows.create(recordOf('before'));
      broken[fault] = true;
      broken.append = fault === 'truncate';
      await expect(store.workflows.create(recordOf('lost'))).rejects.toThrow('failed');
      Object.assign(broken, { append: false, sync: false, truncate: false });
      await expect(store.workflows.create(recordOf('after'))).rejects.toThrow('nothing more is written');
      const again = await reopened(store, directory);
      expect(await again.workflows.get('before')).toBeDefined();
      expect(await again.workflows.get('after')).toBeUndefined();
    },
  );
});

test('a store that is closed refuses to write', async () => {
  const store = await openIn(directories.make());
  await store.close();
  await expect(store.workflows.create(recordOf('a'))).rejects.toThrow('closed');
});

test('a directory that cannot be made is refused with its name', async () => {
  const file = join(directories.make(), 'file');
  writeFileSync(file, '');
  const refused = await openStore(join(file, 'below'));
  expect(refused.ok ? '' : refused.error).toContain('below cannot be used');
});
