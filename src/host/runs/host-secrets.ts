// Secrets of a host and of the command line: from the environment, or from a file that nobody else can read.
import { readFile, stat } from 'node:fs/promises';
import type { SecretSource } from '../../engine/ports';
import { isObject, type Json } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { isSecretName } from '../../model/secret-reference';

/** A variable of this beginning holds the secret of the name that follows. */
export const SECRET_PREFIX = 'SLUICE_SECRET_';

/**
 * The secrets that `${{ secrets.NAME }}` stands for: those of the file, else the variable `SLUICE_SECRET_NAME`. The file is a
 * JSON object of texts, read once. Fails with a sentence that names no value: where it cannot be read, is no such object, or
 * others than its owner may read it.
 */
export async function openSecrets(
  environment: NodeJS.ProcessEnv,
  file: string | undefined,
): Promise<Result<SecretSource, string>> {
  const given = file === undefined ? ok(new Map<string, string>()) : await readSecrets(file);
  if (!given.ok) return given;
  return ok({
    async get(name) {
      const value =
        given.value.get(name) ?? (isSecretName(name) ? environment[SECRET_PREFIX + name] : undefined);
      return value === undefined ? { kind: 'missing' } : { kind: 'found', value };
    },
  });
}

async function readSecrets(file: string): Promise<Result<ReadonlyMap<string, string>, string>> {
  let text: string;
  try {
    const { mode } = await stat(file);
    // Windows has no such modes: every file there looks open to all.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      return fail(
        `The file of secrets ${file} can be read by others (mode ${(mode & 0o777).toString(8)}). Make it yours alone: chmod 600 ${file}`,
      );
    text = await readFile(file, 'utf8');
  } catch (cause) {
    return fail(
      `The file of secrets cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
  let parsed: Json;
  try {
    parsed = JSON.parse(text);
  } catch {
    // The parser's own words quote the file.
    return fail(`The file of secrets ${file} is no JSON. It is to hold an object such as {"NAME": "value"}.`);
  }
  if (!isObject(parsed))
    return fail(`The file of secrets ${file} is to hold an object such as {"NAME": "value"}.`);
  const secrets = new Map<string, string>();
  for (const [name, value] of Object.entries(parsed)) {
    if (!isSecretName(name))
      return fail(
        `The file of secrets ${file} has a name that no secret can have: "${name}" (letters, digits and "_").`,
      );
    if (typeof value !== 'string') return fail(`The secret "${name}" of ${file} is no text.`);
    secrets.set(name, value);
  }
  return ok(secrets);
}
