import { describe, expect, test } from 'vitest';
import type { Announcement } from './announcements';
import { createSettings, DEFAULT_SETTINGS } from './settings';
import { memoryDatabase } from './testing/memory-database';

describe('settings', () => {
  test('defaults hold until something is written, and others hear of it', async () => {
    const db = await memoryDatabase();
    const heard: Announcement[] = [];
    const settings = createSettings(db, { announce: (announcement) => heard.push(announcement) });
    expect(await settings.read()).toEqual({ settings: DEFAULT_SETTINGS, problems: [] });
    await settings.write('theme', 'dark');
    await settings.write('model', {
      default: 'a',
      connections: [
        {
          id: 'a',
          name: 'A',
          kind: 'anthropic',
          baseUrl: 'https://models.example/v1',
          model: 'm',
          secret: 'key',
        },
      ],
      script: '',
    });
    await settings.write('allowInternalAddresses', true);
    const read = await settings.read();
    expect(read.problems).toEqual([]);
    expect(read.settings).toEqual({
      ...DEFAULT_SETTINGS,
      theme: 'dark',
      model: {
        default: 'a',
        connections: [
          {
            id: 'a',
            name: 'A',
            kind: 'anthropic',
            baseUrl: 'https://models.example/v1',
            model: 'm',
            secret: 'key',
          },
        ],
        script: '',
      },
      allowInternalAddresses: true,
    });
    expect(heard).toEqual([{ kind: 'settings' }, { kind: 'settings' }, { kind: 'settings' }]);
  });

  test.each([
    [{ kind: 'offline' }, { default: 'offline', connections: [], script: '' }],
    [{ kind: 'builtin' }, { default: 'browser', connections: [], script: '' }],
    [
      { kind: 'openai', baseUrl: 'https://models.example/v1', model: 'm', secret: 'model-api-key' },
      {
        default: 'server',
        connections: [
          {
            id: 'server',
            name: 'models.example',
            kind: 'openai',
            baseUrl: 'https://models.example/v1',
            model: 'm',
            secret: 'model-api-key',
          },
        ],
        script: '',
      },
    ],
  ])('the one model of before, %j, is a connection now', async (value, expected) => {
    const db = await memoryDatabase();
    await db.settings.put({ v: 1, key: 'model', value });
    const { settings, problems } = await createSettings(db, { announce: () => {} }).read();
    expect(problems).toEqual([]);
    expect(settings.model).toEqual(expected);
  });

  test.each([
    ['theme', { v: 1, key: 'theme', value: 'pink' }, 'theme'],
    ['theme', { v: 2, key: 'theme', value: 'dark' }, 'theme.v'],
    ['model', { v: 1, key: 'model', value: { kind: 'openai', baseUrl: 5 } }, 'model.baseUrl'],
    ['model', { v: 1, key: 'model', value: { kind: 'telepathy' } }, 'model.kind'],
    [
      'allowInternalAddresses',
      { v: 1, key: 'allowInternalAddresses', value: 'yes' },
      'allowInternalAddresses',
    ],
    ['panels', { v: 1, key: 'panels', value: { left: { size: 1, open: true } } }, 'panels.right'],
  ] as const)('%s that cannot be read is its default, and told', async (key, row, path) => {
    const db = await memoryDatabase();
    await db.settings.put(Object(row));
    const { settings, problems } = await createSettings(db, { announce: () => {} }).read();
    expect(settings[key]).toEqual(DEFAULT_SETTINGS[key]);
    expect(problems.map((problem) => problem.path)).toContain(path);
  });
});
