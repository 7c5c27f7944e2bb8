// Who may call: bearer tokens from a file, or everybody as one administrator.
import { createHash } from 'node:crypto';
import type { Principal } from '../api/types';
import { isArray, isObject, type Json, own, ownString } from '../model/json';
import { PERMISSIONS, type Permission } from '../model/permission';
import { fail, ok, type Problem, type Result } from '../model/problem';

/** Principals by the digest of their token: looking one up tells nothing by its time. */
export type Tokens = ReadonlyMap<string, Principal>;

/** Stands for every caller where the host has no tokens. */
export const ADMINISTRATOR: Principal = {
  id: '1',
  name: 'Administrator',
  permissions: new Set<string>(PERMISSIONS),
};

/** Reads the text of a token file: a JSON list of `{token, id, name, permissions}`. Lists every problem with its path. */
export function decodeTokens(text: string): Result<Tokens> {
  let value: Json;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return fail([{ path: '', message: `The file is not JSON: ${reason}` }]);
  }
  if (!isArray(value))
    return fail([{ path: '', message: 'A list of {token, id, name, permissions} is expected.' }]);
  if (value.length === 0)
    return fail([{ path: '', message: 'The list is empty, so nobody could call; add an entry.' }]);
  const problems: Problem[] = [];
  const tokens = new Map<string, Entry>();
  value.forEach((entry, i) => {
    const before = problems.length;
    const principal = decodeEntry(entry, `[${i}]`, problems);
    if (principal === undefined || problems.length > before) return;
    const digest = digestOf(principal.token);
    if (tokens.has(digest))
      problems.push({ path: `[${i}].token`, message: 'An earlier entry has the same token.' });
    else tokens.set(digest, principal);
  });
  return problems.length > 0 ? fail(problems) : ok(withoutTokens(tokens));
}

type Entry = Principal & { readonly token: string };

function decodeEntry(entry: Json, path: string, problems: Problem[]): Entry | undefined {
  if (!isObject(entry)) {
    problems.push({ path, message: 'An object {token, id, name, permissions} is expected.' });
    return undefined;
  }
  const text = (key: string): string => {
    const found = ownString(entry, key) ?? '';
    if (found.trim() === '')
      problems.push({ path: `${path}.${key}`, message: 'A text that is not blank is expected.' });
    return found;
  };
  const token = text('token');
  // RFC 6750: what a header can carry.
  if (token.trim() !== '' && !/^[A-Za-z0-9\-._~+/]+=*$/.test(token)) {
    problems.push({
      path: `${path}.token`,
      message: 'A bearer token is made of A-Z, a-z, 0-9 and - . _ ~ + /, with = at its end only.',
    });
  }
  return { token, id: text('id'), name: text('name'), permissions: decodePermissions(entry, path, problems) };
}

function decodePermissions(entry: Json, path: string, problems: Problem[]): ReadonlySet<string> {
  const listed = own(entry, 'permissions');
  if (!isArray(listed)) {
    problems.push({ path: `${path}.permissions`, message: 'A list of permissions is expected.' });
    return new Set();
  }
  listed.forEach((name, j) => {
    if (isPermission(name)) return;
    problems.push({
      path: `${path}.permissions[${j}]`,
      message: `${JSON.stringify(name)} is no permission; there are: ${PERMISSIONS.join(', ')}.`,
    });
  });
  return new Set(listed.filter(isPermission));
}

function isPermission(value: Json): value is Permission {
  return PERMISSIONS.some((known) => known === value);
}

function withoutTokens(entries: ReadonlyMap<string, Entry>): Tokens {
  return new Map(
    [...entries].map(([digest, { id, name, permissions }]) => [digest, { id, name, permissions }]),
  );
}

/**
 * The principal of a request; `undefined` where it names nobody known here. Clients that cannot send a bearer token may
 * send the same token as `X-API-Key`; where both are there, the bearer token decides.
 */
export function principalOf(tokens: Tokens | undefined, request: Request): Principal | undefined {
  if (tokens === undefined) return ADMINISTRATOR;
  const { headers } = request;
  const authorization = headers.get('authorization');
  const token =
    authorization === null ? headers.get('x-api-key') : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  return token === null || token === undefined ? undefined : tokens.get(digestOf(token));
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
