import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSecrets } from './host-secrets';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-secrets-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function file(text: string, mode = 0o600): Promise<string> {
  const path = join(directory, `${Math.random()}.json`);
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

test('secrets are those of the file, else of the environment, and no other variable is one', async () => {
  const opened = await openSecrets(
    { SLUICE_SECRET_A: 'from outside', SLUICE_SECRET_B: 'also', HOME: '/home', SLUICE_MODEL_KEY: 'k' },
    await file('{"A": "from the file"}'),
  );
  if (!opened.ok) throw new Error(opened.error);
  const answers = await Promise.all(
    ['A', 'B', 'C', 'HOME', '../A', '__proto__'].map((name) => opened.value.get(name)),
  );
  expect(answers).toEqual([
    { kind: 'found', value: 'from the file' },
    { kind: 'found', value: 'also' },
    ...Array.from({ length: 4 }, () => ({ kind: 'missing' })),
  ]);
});

test.each([
  ['no JSON', '{"A": canary', /no JSON/],
  ['no object', '["canary"]', /an object such as/],
  ['a value that is no text', '{"A": 5}', /"A".*no text/],
  ['a name that none can have', '{"a-b": "canary"}', /"a-b"/],
])('a file that holds %s is refused in words without its values', async (_, text, said) => {
  const opened = await openSecrets({}, await file(text));
  expect(opened.ok ? '' : opened.error).toMatch(said);
  expect(opened.ok ? '' : opened.error).not.toContain('canary');
});

test('a file that others can read is refused, with the command that mends it', async () => {
  const path = await file('{"A": "x"}', 0o644);
  const opened = await openSecrets({}, path);
  expect(opened.ok ? '' : opened.error).toContain(`chmod 600 ${path}`);
  expect((await openSecrets({}, join(directory, 'none'))).ok).toBe(false);
});
