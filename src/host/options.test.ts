import { expect, test } from 'vitest';
import { readHostOptions } from './options';

test('nothing given: this machine only, in memory', () => {
  expect(readHostOptions([])).toEqual({
    ok: true,
    value: {
      port: 8790,
      hostname: '127.0.0.1',
      data: undefined,
      tokens: undefined,
      trustedPublishers: [],
      origins: [],
      runsAtOnce: 16,
      workers: 8,
      keepRuns: 1000,
      publicUrl: undefined,
      keepSnapshotsDays: 30,
      secrets: undefined,
      allowInternal: false,
    },
  });
});

test('everything given', () => {
  const args = [
    '--port',
    '0',
    '--data',
    'd',
    '--tokens',
    't',
    '--host',
    '0.0.0.0',
    '--trusted-publishers',
    'a, b,',
    '--allow-origin',
    'https://a.example',
    '--workers',
    '2',
    '--runs-at-once',
    '3',
    '--keep-runs',
    '7',
    '--allow-internal',
  ];
  expect(readHostOptions(args)).toEqual({
    ok: true,
    value: {
      port: 0,
      hostname: '0.0.0.0',
      data: 'd',
      tokens: 't',
      trustedPublishers: ['a', 'b'],
      origins: ['https://a.example'],
      runsAtOnce: 3,
      workers: 2,
      keepRuns: 7,
      publicUrl: undefined,
      keepSnapshotsDays: 30,
      secrets: undefined,
      allowInternal: true,
    },
  });
  expect(readHostOptions(['--help'])).toEqual({ ok: true, value: 'help' });
});

test.each([
  [['--port', '65536'], '--port takes'],
  [['--runs-at-once', '0'], '--runs-at-once takes'],
  [['--workers', '0'], '--workers takes'],
  [['--keep-runs', '1e3'], '--keep-runs takes'],
  [['--port', '1e3'], '--port takes'],
  [['--port', ''], '--port takes'],
  [['--host', '0.0.0.0'], 'Without --tokens every caller is an administrator'],
  [['--host', '127.0.0.1.example.org'], 'Without --tokens'],
  [['--data', ''], '--data takes a path'],
  [['--allow-origin', 'https://a.example/path'], '--allow-origin takes an origin'],
  [['--prot', '1'], "Unknown option '--prot'"],
  [['extra'], 'extra'],
  [['--port'], '--port'],
  [['--port', '1', '--port', '2'], '--port is given twice'],
  [['--data', 'a', '--data=b'], '--data is given twice'],
])('%j is refused', (args, message) => {
  const options = readHostOptions(args);
  expect(options.ok ? '' : options.error).toContain(message);
  expect(options.ok ? '' : options.error).not.toContain('\n');
});
