import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkLaneOverlay } from '../../../catalog/lane-composition';
import type { LaneRecords } from '../../../catalog/lane-overlay';
import { compatibilityOf, laneById, SHIPPED_LANES } from '../../../catalog/lanes';
import type { JsonObject } from '../../../model/json';
import { laneProblems } from '../../../store';
import {
  addLane,
  allow,
  composed,
  disallow,
  dropDefault,
  editLane,
  laneLines,
  putShape,
  reasonsOf,
  removeShape,
  resetLane,
  tidied,
} from './lane-draft';
import { laneText, readLaneText } from './lanes-text';

const NONE: LaneRecords = { overlay: undefined, shapes: [] };
const PERSON: JsonObject = { id: 'person', label: 'Person', schema: { type: 'object' }, owner: 'us' };
const lineOf = (records: LaneRecords, id: string) => laneLines(records).find(({ lane }) => lane.id === id);
function must<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error('refused');
  return result.value;
}
const withOrder = must(addLane(NONE, { id: 'order', name: 'Order', color: 'teal' }));

describe('lanes of a draft', () => {
  test('SCH-10.a: only what differs is in the overlay, and putting it back leaves nothing', () => {
    const red = editLane(NONE, 'string', { color: 'red' });
    expect(red.overlay).toMatchObject({ dataTypes: [{ id: 'string', name: 'Text', color: 'red' }] });
    expect(lineOf(red, 'string')?.origin).toBe('changed');
    expect(resetLane(red, 'string')).toEqual(NONE);
    const shipped = SHIPPED_LANES.find(({ id }) => id === 'string')?.color ?? '';
    expect(editLane(red, 'string', { color: shipped })).toEqual(NONE);
  });

  test('SCH-46: a changed lane keeps its schema, for its entry replaces what lies beneath whole', () => {
    const renamed = editLane(NONE, 'error', { name: 'Fault' });
    expect(laneById('error', composed(renamed))?.schema).toHaveProperty('properties.message');
  });

  test('keys that nobody here knows stay with an entry, a rule and a shape that are edited', () => {
    const own: LaneRecords = {
      overlay: {
        dataTypes: [{ id: 'order', note: 1 }],
        compatibilityRules: [{ from: 'order', to: 'string', since: 2 }],
        site: 'x',
      },
      shapes: [PERSON],
    };
    let next = editLane(own, 'order', { name: 'Order', aliases: ['purchase'] });
    next = editLane(allow(next, 'order', 'string', 'printed'), 'person', { name: 'People' });
    expect(next).toEqual({
      overlay: {
        dataTypes: [{ id: 'order', note: 1, name: 'Order', aliases: ['purchase'] }],
        compatibilityRules: [{ from: 'order', to: 'string', since: 2, description: 'printed' }],
        site: 'x',
      },
      shapes: [{ ...PERSON, label: 'People' }],
    });
  });

  test('SCH-42: a shape of the site is edited where it is declared, unless the overlay stands over it', () => {
    const shaped = must(putShape(NONE, null, PERSON));
    expect(editLane(shaped, 'person', { color: 'red' })).toMatchObject({
      overlay: undefined,
      shapes: [{ id: 'person', color: 'red' }],
    });
    const over = { ...shaped, overlay: { dataTypes: [{ id: 'person', name: 'P' }] } };
    expect(editLane(over, 'person', { color: 'red' }).overlay).toMatchObject({
      dataTypes: [{ color: 'red' }],
    });
  });

  test.each([
    ['', 'SCH-45: an id is a text that is not empty'],
    ['string', 'a lane with this id is there'],
    ['trigger', 'a reserved lane is there too'],
  ])('a lane is not added as %j: %s', (id) => {
    const added = addLane(NONE, { id, name: 'X', color: 'teal' });
    expect(added.ok ? [] : added.error.map(({ path }) => path)).toEqual(['id']);
  });

  test('a lane of the site goes with the rules that name it; a shipped one keeps them', () => {
    const ruled = allow(allow(withOrder, 'order', 'string'), 'number', 'string');
    expect(resetLane(ruled, 'order').overlay).toEqual({
      compatibilityRules: [{ from: 'number', to: 'string' }],
    });
    const both = allow(editLane(NONE, 'number', { color: 'red' }), 'number', 'string');
    expect(resetLane(both, 'number').overlay).toEqual({
      compatibilityRules: [{ from: 'number', to: 'string' }],
    });
  });

  test('an edit moves no lane in the list: shipped ones first, then those of the site', () => {
    const order = (records: LaneRecords) => laneLines(records).map(({ lane }) => lane.id);
    expect(order(editLane(withOrder, 'json', { name: 'Map' }))).toEqual(order(withOrder));
    expect(order(withOrder).at(-1)).toBe('order');
  });
});

test('SCH-45: page and door judge an overlay by the same check', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.dictionary(fc.string(), fc.string()),
  );
  const list = fc.oneof(
    value,
    fc.array(
      fc.oneof(value, fc.record({ id: fc.string(), from: value, to: fc.string() }, { requiredKeys: [] })),
    ),
  );
  const overlay = fc.record({ dataTypes: list, compatibilityRules: list }, { requiredKeys: [] });
  fc.assert(
    fc.property(overlay, (one) => {
      const door = checkLaneOverlay(one);
      expect(laneProblems({ overlay: JSON.parse(JSON.stringify(one)), shapes: [] })).toEqual(
        door.ok ? [] : door.error,
      );
    }),
  );
});

test('an edit beside a malformed entry leaves it to be mended', () => {
  const bad = { overlay: { dataTypes: [{ name: 'no id' }] }, shapes: [] };
  expect(editLane(bad, 'string', { color: 'red' }).overlay).toMatchObject({
    dataTypes: [{ name: 'no id' }, { id: 'string', color: 'red' }],
  });
});

test('SCH-35: a default lane of its own can be taken away, and nothing else goes with it', () => {
  const own = { overlay: { defaultDataType: 'string', dataTypes: [{ id: 'order' }] }, shapes: [] };
  expect(composed(own).defaultDataType).toBe('string');
  expect(dropDefault(own)).toEqual({ overlay: { dataTypes: [{ id: 'order' }] }, shapes: [] });
  expect(dropDefault({ overlay: { defaultDataType: 'string' }, shapes: [] })).toEqual(NONE);
});

describe('rules of a draft', () => {
  test('SCH-39: a rule of the site allows one direction and can be taken away again', () => {
    const ruled = allow(NONE, 'number', 'string', 'digits');
    const fits = compatibilityOf(composed(ruled));
    expect([fits('number', 'string'), fits('string', 'number')]).toEqual([true, false]);
    expect(reasonsOf(ruled)('number', 'string')).toMatchObject({ by: 'site', reason: 'digits' });
    expect(disallow(ruled, 'number', 'string')).toEqual(NONE);
  });

  test('SCH-10.a: a rule that holds anyway is not stored, and taking it away changes nothing', () => {
    expect(allow(NONE, 'messages', 'json')).toEqual(NONE);
    expect(allow(NONE, 'string', 'string')).toEqual(NONE);
    const fits = compatibilityOf(composed(disallow(NONE, 'messages', 'json')));
    expect(fits('messages', 'json')).toBe(true);
  });
});

describe('shapes of a draft', () => {
  test.each<[string, JsonObject, readonly string[]]>([
    ['no schema', { id: 'a' }, ['schema']],
    ['a reserved id (SCH-44)', { ...PERSON, id: 'mixed' }, ['id']],
    ['the id of another shape', { ...PERSON, id: 'place' }, ['id']],
  ])('SCH-42: refused: %s', (_name, shape, paths) => {
    const records = { ...NONE, shapes: [{ id: 'place', schema: {} }] };
    const put = putShape(records, null, shape);
    expect(put.ok ? [] : put.error.map(({ path }) => path)).toEqual(paths);
  });

  test('a shape may keep its id, stand over a shipped lane, and go with the rules that name it', () => {
    const shaped = must(putShape(NONE, null, PERSON));
    expect(must(putShape(shaped, 'person', { ...PERSON, label: 'P' })).shapes).toEqual([
      { ...PERSON, label: 'P' },
    ]);
    expect(putShape(NONE, null, { ...PERSON, id: 'error' }).ok).toBe(true);
    expect(removeShape(allow(shaped, 'person', 'string'), 'person')).toEqual(NONE);
  });
});

test('SCH-44: a rule that a new shape makes needless goes, as nothing that changes nothing is stored', () => {
  const shaped = must(
    putShape(allow(NONE, 'order', 'mixed'), null, { id: 'order', schema: { type: 'object' } }),
  );
  expect(shaped.overlay).toBeUndefined();
});

describe('laws', () => {
  const id = fc.constantFrom('string', 'error', 'mixed', 'order', 'parcel', 'person');
  const edit: fc.Arbitrary<(records: LaneRecords) => LaneRecords> = fc.oneof(
    fc.tuple(id, fc.constantFrom('red', 'teal'), fc.boolean()).map(
      ([lane, color, enabled]) =>
        (records: LaneRecords) =>
          editLane(records, lane, { color, enabled }),
    ),
    fc.tuple(id, id, fc.constantFrom('', 'why')).map(
      ([from, to, reason]) =>
        (records: LaneRecords) =>
          allow(records, from, to, reason),
    ),
    fc.tuple(id, id).map(
      ([from, to]) =>
        (records: LaneRecords) =>
          disallow(records, from, to),
    ),
    id.map((lane) => (records: LaneRecords) => resetLane(records, lane)),
    id.map((lane) => (records: LaneRecords) => {
      const added = addLane(records, { id: lane, name: lane, color: 'teal' });
      return added.ok ? added.value : records;
    }),
    id.map((lane) => (records: LaneRecords) => {
      const put = putShape(records, null, { id: lane, schema: { type: 'object' } });
      return put.ok ? put.value : records;
    }),
    id.map((lane) => (records: LaneRecords) => removeShape(records, lane)),
  );
  const drafts = fc
    .array(edit, { maxLength: 12 })
    .map((edits) => edits.reduce((records, one) => one(records), NONE));

  test('SCH-45: whatever is edited may be stored, holds nothing that changes nothing, and reads back as written', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        expect(laneProblems(draft)).toEqual([]);
        expect(tidied(draft)).toEqual(draft);
        expect(readLaneText(laneText(draft))).toEqual({ ok: true, value: draft });
      }),
    );
  });

  test('SCH-10.a: putting every lane back and taking every rule and shape away leaves nothing', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        let next = draft;
        for (const shape of draft.shapes) next = removeShape(next, String(shape.id));
        for (const { from, to } of composed(next).compatibilityRules) next = disallow(next, from, to);
        for (const { lane } of laneLines(next)) next = resetLane(next, lane.id);
        expect(tidied(next)).toEqual(NONE);
      }),
    );
  });

  test('the same edit twice is the edit once', () => {
    fc.assert(
      fc.property(drafts, edit, (draft, one) => {
        const once = one(draft);
        expect(one(once)).toEqual(once);
      }),
    );
  });
});

test.each<[string, string, string]>([
  ['no JSON', '{"dataTypes": [}', ''],
  ['a list', '[]', ''],
  ['shapes that are none', '{"shapes": {}}', 'shapes'],
  ['a shape that is none', '{"shapes": [1]}', 'shapes[0]'],
])('text that is %s stays a text', (_name, text, path) => {
  const read = readLaneText(text);
  expect(read.ok ? null : read.error[0]?.path).toBe(path);
});
