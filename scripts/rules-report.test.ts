import { expect, test } from 'vitest';
import { guaranteedIds, rulesReport } from './rules-report';

test('ids are read off titles of tests, not off other text', () => {
  const source = `
    test('SCH-9: a union type', () => {});
    test("SCH-11, SCH-12: two at once", () => {});
    test.each([['x', (a) => f(a)], ['y']])('R7.e/f: %s', () => {});
    test.each<readonly [string, () => Map<string, number>]>([['(', f]])('CFG-1: %s', () => {});
    it(\`W-T: a title\`, () => {});
    // test DATA-1: only a comment
    describe('EXPO-1: a group', () => {});
    const text = 'BR-1: no test';
  `;
  expect([...guaranteedIds([source])].filter((id) => /\d|W-T/.test(id)).sort()).toEqual([
    'CFG-1',
    'R7.e/f',
    'SCH-11',
    'SCH-12',
    'SCH-9',
    'W-T',
  ]);
});

test('a family that is declared complete says which rules it lost', () => {
  const register = [
    { id: 'A-1', family: 'A', status: 'active' },
    { id: 'A-2', family: 'A', status: 'active' },
    { id: 'A-3', family: 'A', status: 'withdrawn' },
    { id: 'B-1', family: 'B', status: 'active' },
  ];
  const report = rulesReport(register, new Set(['A-1']), ['A']);
  expect(report.lost).toEqual(['A-2']);
  expect(report.text).toContain('1 of 3 active rules');
  expect(rulesReport(register, new Set(['A-1', 'A-2']), ['A']).lost).toEqual([]);
});
