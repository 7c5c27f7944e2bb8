import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../canvas';
import { emptyDocument } from '../../model/document';
import { fail, ok } from '../../model/problem';
import type { AppendRequest, StoreFault, Unsaved } from '../../store';
import { createDraftPersistence } from './draft-persistence';

/** A draft whose writes can be told to fail. */
function draft() {
  const written: AppendRequest[] = [];
  const faults: StoreFault[] = [];
  const noted: (Unsaved | null)[] = [];
  let hold: Promise<void> | undefined;
  let revision = 4;
  const persistence = createDraftPersistence({
    id: 'd',
    revision,
    now: () => 1000,
    counts: () => ({ errors: 0, warnings: 1 }),
    notes: { note: (unsaved) => noted.push(unsaved), forget: () => noted.push(null) },
    drafts: {
      async append(request) {
        await hold;
        const fault = faults.shift();
        if (fault !== undefined) return fail(fault);
        if (request.baseRevision !== revision) return fail({ reason: 'conflict', revision });
        written.push(request);
        revision += 1;
        return ok(revision);
      },
    },
  });
  return {
    written,
    faults,
    noted,
    holdUntil: (until: Promise<void>) => {
      hold = until;
    },
    persistence,
    elsewhere: () => {
      revision += 1;
    },
  };
}

const entry = (name: string): LogEntry => ({ name, params: {}, patches: [], inverse: [], at: 1 });
const document = emptyDocument('d', 'D');

describe('draft persistence', () => {
  test('writes follow each other, each on the revision that the one before made', async () => {
    const { persistence, written } = draft();
    const first = persistence.append(entry('a'), document, false);
    const second = persistence.append(entry('b'), document, true);
    await Promise.all([first, second, persistence.undo(document)]);
    expect(written.flatMap(({ steps }) => steps.map((step) => step.kind))).toEqual([
      'command',
      'command',
      'undo',
    ]);
    expect(written.at(-1)?.problems).toEqual({ errors: 0, warnings: 1 });
    expect(persistence.pending()).toBe(false);
  });

  test('what a full disk refused is written with the next edit, in order', async () => {
    const { persistence, written, faults } = draft();
    faults.push({ reason: 'quota', message: 'full' });
    expect(await persistence.append(entry('a'), document, false)).toEqual({
      state: 'failed',
      reason: 'quota',
      message: 'full',
    });
    expect(persistence.pending()).toBe(true);
    expect(written).toEqual([]);
    expect(await persistence.append(entry('b'), document, false)).toEqual({ state: 'saved', at: 1000 });
    expect(
      written.map(({ steps }) => steps.map((step) => step.kind === 'command' && step.command.name)),
    ).toEqual([['a', 'b']]);
  });

  test('a draft that another tab wrote is never overwritten, however often this one edits', async () => {
    const { persistence, written, elsewhere } = draft();
    elsewhere();
    expect(await persistence.append(entry('a'), document, false)).toEqual({ state: 'conflict' });
    expect(await persistence.append(entry('b'), document, false)).toEqual({ state: 'conflict' });
    expect(written).toEqual([]);
    expect(persistence.pending()).toBe(true);
  });

  test('a page that goes notes at once what is not stored: what is being written, what waits, what still comes', async () => {
    const { persistence, noted, written, holdUntil } = draft();
    let go: () => void = () => undefined;
    holdUntil(
      new Promise((resolve) => {
        go = resolve;
      }),
    );
    persistence.leave(true);
    expect(noted).toEqual([]);
    persistence.leave(false);
    const first = persistence.append(entry('a'), document, false);
    await Promise.resolve();
    const second = persistence.undo(document);
    expect(persistence.pending()).toBe(true);
    expect(noted).toEqual([]);
    persistence.leave(true);
    const last = persistence.append(entry('typed'), { ...document, extra: { sluice: { n: 1 } } }, false);
    const a = { kind: 'command', command: entry('a') };
    expect(noted).toEqual([
      { id: 'd', base: 4, flying: [a], waiting: [{ kind: 'undo' }], memory: undefined },
      {
        id: 'd',
        base: 4,
        flying: [a],
        waiting: [{ kind: 'undo' }, { kind: 'command', command: entry('typed') }],
        memory: { n: 1 },
      },
    ]);
    // The page lived on, after all: nothing of the note is needed.
    go();
    await Promise.all([first, second, last]);
    expect(noted.at(-1)).toBeNull();
    expect(persistence.pending()).toBe(false);
    expect(written.flatMap(({ steps }) => steps)).toHaveLength(3);
  });

  test('what a full disk refused is noted when its page goes; what another tab has overtaken is not', async () => {
    const full = draft();
    full.faults.push({ reason: 'quota', message: 'full' });
    await full.persistence.append(entry('a'), document, false);
    full.persistence.leave(true);
    expect(full.noted).toMatchObject([{ base: 4, flying: [], waiting: [{ kind: 'command' }] }]);
    const late = draft();
    late.elsewhere();
    await late.persistence.append(entry('a'), document, false);
    late.persistence.leave(true);
    expect(late.noted).toEqual([]);
  });
});
