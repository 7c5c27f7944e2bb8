// What went wrong with a model, told apart: its key, its quota, the way to it, its refusal, the request.
import { own, ownString } from '../../model/json';
import { NodeFailure } from '../processors/types';

export type FailureContext = {
  readonly host: string;
  /** Cut out of every text. */
  readonly key: string | undefined;
};

/** A failure of a served model. `retryAfterMs`: the pause that the server asks for. */
export class ModelFailure extends NodeFailure {
  readonly retryAfterMs: number | undefined;
  constructor(
    message: string,
    code: string,
    more: { retryable?: boolean; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, { code, ...(more.retryable === undefined ? {} : { retryable: more.retryable }) });
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** The failure of a node whose model could not be used. Keeps the server's reason, never the key. */
export function modelFailure(thrown: unknown, { host, key }: FailureContext): NodeFailure {
  if (thrown instanceof ModelFailure) return thrown;
  const dialled = networkFailureIn(thrown);
  if (dialled !== undefined) return ofNetwork(dialled, host);
  const body = bodyOf(thrown);
  const reason = reasonOf(thrown, body, key);
  const said = reason === '' ? '' : ` It says: ${reason}`;
  const status = statusOf(thrown, body);
  const retryAfterMs = retryAfterOf(thrown);
  const passing = { retryable: true, retryAfterMs };
  if (status === undefined)
    return new ModelFailure(`The model at ${host} broke its answer off.${said}`, 'model_network', passing);
  if (isAbout(body, WRONG_KEY) || status === 401 || status === 403)
    return new ModelFailure(
      `The model at ${host} does not accept the key (status ${status}). Check the key of this connection in the settings.`,
      'model_auth',
    );
  if (status === 402 || ((status === 429 || status === 400) && isAbout(body, SPENT)))
    return new ModelFailure(
      `The quota of the model at ${host} is used up (status ${status}). Add credit there, or choose another model.${said}`,
      'model_quota',
    );
  if (status === 429)
    return new ModelFailure(
      `The model at ${host} gets too many requests (status 429). Try again ${soon(retryAfterMs)}.${said}`,
      'model_rate_limited',
      passing,
    );
  if (status >= 500 || status === 408 || status === 409)
    return new ModelFailure(
      `The model at ${host} cannot answer now (status ${status}). Try again later.${said}`,
      'model_unavailable',
      passing,
    );
  if (status < 400)
    return new ModelFailure(
      `The server at ${host} does not answer as the API of this connection does. Check its address and its kind.${said}`,
      'model_network',
    );
  if (status === 413 || isAbout(body, TOO_LONG))
    return new ModelFailure(
      `The conversation is too long for the model at ${host} (status ${status}). Send fewer or shorter messages.${said}`,
      'model_context_length',
    );
  if (isAbout(body, WITHHELD))
    return new ModelFailure(
      `The model at ${host} refused to answer (status ${status}).${said}`,
      'model_refused',
    );
  const where = status === 404 ? ' Check the model’s name and the address.' : '';
  return new ModelFailure(
    `The model at ${host} did not take the request (status ${status}).${where}${said}`,
    'model_bad_request',
  );
}

const WRONG_KEY = /API_KEY_INVALID|API key not valid|invalid_api_key|authentication_error/i;
const SPENT = /insufficient_quota|billing|credit balance/i;
const TOO_LONG =
  /context_length_exceeded|context length|context window|prompt is too long|input is too long|too many tokens|token count.{0,40}exceeds|exceeds? the (maximum|available) (context|number of tokens)/i;
const WITHHELD = /content_filter|content_policy_violation|content management policy/i;

function isAbout(body: string, topic: RegExp): boolean {
  // The pattern is ours; a long body is cut, so that no server can make it slow.
  return topic.test(body.slice(0, 4_000));
}

function soon(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined ? 'later' : `in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s`;
}

/** The network's own failure, which a client may have wrapped. */
function networkFailureIn(thrown: unknown): NodeFailure | undefined {
  for (let at = thrown, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof NodeFailure) return at;
  return undefined;
}

function ofNetwork(failure: NodeFailure, host: string): NodeFailure {
  if (failure.code === 'request_timeout')
    return new ModelFailure(`The model at ${host} did not answer in time.`, 'model_network', {
      retryable: true,
    });
  if (failure.retryable)
    return new ModelFailure(`The model could not be reached: ${failure.message}`, 'model_network', {
      retryable: true,
    });
  if (failure.code === 'redirect_refused')
    return new ModelFailure(
      `The server at ${host} answers with a redirect, which is not followed: the key is for this address alone. Set the final address in the settings.`,
      'model_network',
    );
  return failure;
}

function statusOf(thrown: unknown, body: string): number | undefined {
  const status = own(thrown, 'statusCode');
  if (typeof status === 'number') return status;
  // An answer that does not fit the API's form: the client names it so.
  if (
    thrown instanceof Error &&
    /TypeValidation|JSONParse|NoContent|EmptyResponse|InvalidResponse/.test(thrown.name)
  )
    return 200;
  // An error that the server sends in the middle of its answer has a type and no status.
  if (/overloaded|server_error|internal/i.test(body)) return 503;
  if (/rate_limit|RESOURCE_EXHAUSTED/i.test(body)) return 429;
  if (/invalid_request|INVALID_ARGUMENT/i.test(body)) return 400;
  return undefined;
}

function bodyOf(thrown: unknown): string {
  const body = ownString(thrown, 'responseBody');
  if (body !== undefined) return body;
  // What a stream brings instead of text: the server's error as it stands.
  if (typeof thrown === 'string') return thrown;
  if (thrown instanceof Error) return '';
  try {
    return JSON.stringify(thrown) ?? '';
  } catch {
    return '';
  }
}

/** The server's own sentence, short and without the key; the client's where the server gave none. */
function reasonOf(thrown: unknown, body: string, key: string | undefined): string {
  const text =
    messageIn(body) ?? (thrown instanceof Error ? thrown.message : typeof thrown === 'string' ? thrown : '');
  const clean = spellings(key).reduce((left, spelling) => left.replaceAll(spelling, '***'), text);
  // Servers quote keys in part.
  const masked = clean.replace(/\b(sk|key)-[\w*-]{4,}/g, '***');
  return masked.length > 300 ? `${masked.slice(0, 300)}…` : masked;
}

/** The key as it may come back: as it is stored, as a header carries it (trimmed), and as an address or JSON spells it. */
function spellings(key: string | undefined): readonly string[] {
  const trimmed = (key ?? '').trim();
  if (key === undefined || trimmed === '') return [];
  // Not `encodeURIComponent`, which throws for half a surrogate pair.
  const encoded = new URLSearchParams({ key: trimmed }).toString().slice('key='.length);
  return [key, trimmed, encoded, encoded.replaceAll('+', '%20'), JSON.stringify(trimmed).slice(1, -1)];
}

function messageIn(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const error = own(parsed, 'error');
    return (
      ownString(error, 'message') ??
      ownString(parsed, 'message') ??
      (typeof error === 'string' ? error : undefined)
    );
  } catch {
    return undefined;
  }
}

/** Milliseconds; `Retry-After` in seconds. A date is not read: there is no clock here that the server shares. */
function retryAfterOf(thrown: unknown): number | undefined {
  const headers = own(thrown, 'responseHeaders');
  const millis = Number(ownString(headers, 'retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(millis) && millis >= 0) return millis;
  const seconds = Number(ownString(headers, 'retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
