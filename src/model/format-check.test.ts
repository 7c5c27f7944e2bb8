import { describe, expect, test } from 'vitest';
import { hasFormat, KNOWN_FORMATS } from './format-check';

const CASES: {
  readonly [format: string]: { readonly good: readonly string[]; readonly bad: readonly string[] };
} = {
  date: {
    good: ['2024-02-29', '1999-12-31'],
    bad: ['2023-02-29', '2024-13-01', '2024-00-10', '2024-1-1', '2024-04-31', ''],
  },
  time: {
    good: ['12:00:00Z', '23:59:60Z', '08:30:00.25+02:00', '00:59:60+01:00'],
    bad: ['12:00:00', '24:00:00Z', '12:60:00Z', '12:00:60Z', '12:00Z', '12:00:00+25:00'],
  },
  'date-time': {
    good: ['2024-02-29T12:00:00Z', '2024-02-29t12:00:00.5-05:30'],
    bad: ['2024-02-29 12:00:00Z', '2024-02-29', '2024-02-30T12:00:00Z', 'T12:00:00Z'],
  },
  duration: {
    good: ['P3W', 'PT1H30M', 'P1Y2M3DT4H5M6S', 'P1D', 'PT36H'],
    bad: ['P', 'PT', 'P1H', '1D', 'P1Y2W', 'PT1H6S', 'P1YT'],
  },
  email: {
    good: ['a@b', 'first.last+tag@mail.example.org', 'x@[192.0.2.1]', 'x@[IPv6:2001:db8::1]'],
    bad: ['a', '@b', 'a@', 'a..b@c', '.a@b', 'a b@c', 'a@b@c', `${'x'.repeat(65)}@b`, 'a@-b'],
  },
  hostname: {
    good: ['localhost', 'a-b.example', 'xn--nxasmq6b', '1.2'],
    bad: ['', '-a', 'a-', 'a..b', 'a_b', `${'a'.repeat(64)}.b`, `${'a.'.repeat(130)}a`],
  },
  ipv4: {
    good: ['0.0.0.0', '255.255.255.255'],
    bad: ['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.x', ''],
  },
  ipv6: {
    good: ['::', '::1', '2001:db8::8:800:200c:417a', '1:2:3:4:5:6:7:8', '::ffff:192.0.2.1', '1::'],
    bad: [
      '1',
      '1::2::3',
      '1:2:3:4:5:6:7:8:9',
      ':::',
      '12345::',
      '::1%eth0',
      '1:2:3:4:5:6:7',
      '::192.0.2.300',
      '1:2:3:4:5:6:7::8',
    ],
  },
  uri: {
    good: [
      'https://a.test/x?y=1#z',
      'mailto:a@b',
      'urn:isbn:1',
      'http://[2001:db8::1]:80/',
      'http://u:p@h:1/',
    ],
    bad: [
      'a.test',
      '/x',
      'http://a b',
      'http://a/%zz',
      'http://[x]/',
      '1http://a',
      'http://a#b#c',
      'http://a:b/',
      'a:[b]',
    ],
  },
  uuid: {
    good: ['123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'],
    bad: ['123e4567e89b12d3a456426614174000', '123e4567-e89b-12d3-a456-42661417400g', ''],
  },
  regex: { good: ['^a+$', '\\p{L}', ''], bad: ['(', '[z-a]', '\\'] },
  'json-pointer': { good: ['', '/a/b', '/a~0b/~1', '/'], bad: ['a', '/~', '/~2'] },
};

describe('hasFormat', () => {
  for (const format of Object.keys(CASES)) {
    test(`CFG-12: ${format}`, () => {
      const { good = [], bad = [] } = CASES[format] ?? {};
      expect(good.filter((text) => !hasFormat(text, format))).toEqual([]);
      expect(bad.filter((text) => hasFormat(text, format))).toEqual([]);
    });
  }

  test('CFG-12: every format of the list has its cases, and every other name passes', () => {
    expect([...KNOWN_FORMATS].sort()).toEqual(Object.keys(CASES).sort());
    for (const name of ['', 'multiline', 'toString', '__proto__']) expect(hasFormat('x', name)).toBe(true);
  });

  test('CFG-12: a long text costs no format more than a reading', () => {
    const hostile = [
      'a'.repeat(200_000),
      ':'.repeat(200_000),
      '/~0'.repeat(70_000),
      '1.'.repeat(100_000),
      `P${'1'.repeat(200_000)}`,
      `${'a.'.repeat(100_000)}@`,
    ];
    for (const format of KNOWN_FORMATS)
      for (const text of hostile) expect(typeof hasFormat(text, format)).toBe('boolean');
  });
});
