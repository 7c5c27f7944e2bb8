// How a client speaks to the doors of a server: addresses, headers, and what an answer says. Page and command line alike.
import { isArray, type Json, own, ownString } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import { scanJson } from './json-scan';
import { DEFAULT_LIMITS } from './limits';

/** STORE-5: one reason of a refusal. */
export type DoorDetail = { readonly code: string; readonly message: string; readonly locator: string };

/** API-8: a refusal, told apart by `code` and never by its words. */
export type DoorRefusal = {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  readonly details: readonly DoorDetail[];
};

/** `foreign`: something answered that does not speak as doors do. */
export type DoorAnswer =
  | { readonly kind: 'done'; readonly status: number; readonly data: Json }
  | ({ readonly kind: 'refused' } & DoorRefusal)
  | { readonly kind: 'foreign'; readonly status: number };

/** Addresses of the doors below the address of a server, which has no slash at its end. */
export const DOORS_OF = {
  health: (base: string) => `${base}/api/flowdrop/health`,
  nodes: (base: string) => `${base}/api/flowdrop/nodes`,
  list: (base: string) => `${base}/api/flowdrop/workflows?limit=1`,
  import: (base: string) => `${base}/api/flowdrop/workflows/import`,
  workflow: (base: string, id: string) => `${base}/api/flowdrop/workflows/${encodeURIComponent(id)}`,
  schema: (base: string, id: string) => `${base}/api/flowdrop/workflows/${encodeURIComponent(id)}/schema`,
};

/** The address without slashes at its end. */
export function baseOf(address: string): string {
  return address.replace(/\/+$/, '');
}

/** True for what can stand in an `Authorization` header; empty means that none is sent. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}

/** Headers of a call. An empty token sends none. */
export function callHeaders(token: string, sendsBody: boolean): { readonly [name: string]: string } {
  return {
    accept: 'application/json',
    ...(sendsBody ? { 'content-type': 'application/json' } : {}),
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** Octets of one answer; a server's list of node types is the largest there is. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * The text of an answer. A server that does not stop, or sends more than any door does, is let go of: `undefined`.
 * Rejects where the connection breaks off.
 */
export async function answerText(
  body: ReadableStream<Uint8Array> | null,
  limit = MAX_ANSWER_BYTES,
): Promise<string | undefined> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    bytes += value.byteLength;
    if (bytes > limit) {
      await reader.cancel().catch(() => undefined);
      return undefined;
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}

/**
 * What a door answered. Total: what is no envelope is `foreign`, and so is an answer beyond the bounds (`undefined`, or
 * nested deeper than what files may hold), which no later step could walk through.
 */
export function readAnswer(status: number, text: string | undefined): DoorAnswer {
  const body = parsed(text ?? '');
  // A proxy in front may put its own status on what is behind it; then it is not known what was done.
  if (own(body, 'success') === true)
    return status >= 200 && status < 300
      ? { kind: 'done', status, data: own(body, 'data') ?? null }
      : { kind: 'foreign', status };
  const error = ownString(body, 'error');
  if (own(body, 'success') !== false || error === undefined) return { kind: 'foreign', status };
  const details = own(body, 'details');
  return {
    kind: 'refused',
    status,
    error,
    code: ownString(body, 'error_code') ?? '',
    details: (isArray(details) ? details : []).map((detail) => ({
      code: ownString(detail, 'code') ?? '',
      message: ownString(detail, 'message') ?? '',
      locator: ownString(detail, 'locator') ?? '',
    })),
  };
}

/** The JSON of an answer; null for anything else. */
export function parsed(text: string): Json {
  if (scanJson(text, DEFAULT_LIMITS.depth).tooDeepAt !== undefined) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Why an address is not one that a page may call. */
export type AddressFault = 'blank' | 'notAddress' | 'scheme' | 'insecure' | 'credentials' | 'query';

/**
 * The address of a server as it is kept: scheme, host, path, no slash at the end. A page may call https anywhere, http on
 * this computer by the names that its policy lists, and its own origin.
 *
 * @param home the origin of the page.
 */
export function readAddress(text: string, home: string): Result<string, AddressFault> {
  const trimmed = text.trim();
  if (trimmed === '') return fail('blank');
  if (!URL.canParse(trimmed)) return fail('notAddress');
  const url = new URL(trimmed);
  if (!/^https?:$/.test(url.protocol)) return fail('scheme');
  if (url.username !== '' || url.password !== '') return fail('credentials');
  if (url.search !== '' || url.hash !== '') return fail('query');
  const near = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  if (url.protocol === 'http:' && !near && url.origin !== home) return fail('insecure');
  return ok(baseOf(url.origin + url.pathname));
}
