// API-5, API-8: the three envelopes, in this place only. A door answers data; nothing else writes `success`.
import { answered } from '../model/envelope';
import type { Json, JsonObject } from '../model/json';
import { API_CODES, type ApiCode } from './codes';

/** What a door answers, before it is bytes. A 304 has no body on the wire, whatever it holds here. */
export type Answer = {
  readonly status: number;
  readonly body: Json;
  readonly headers?: { readonly [name: string]: string };
};

/** STORE-5: one reason of a refusal. `locator` says where, in words of what was sent. */
export type Detail = { readonly code: string; readonly message: string; readonly locator: string };

/** Why a door refuses. `error` is for people; `code` is contract. */
export type Refusal = {
  readonly code: ApiCode;
  readonly error: string;
  readonly details?: readonly Detail[];
};

export type Pagination = {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
};

/** `{success, data}`. */
export function result(data: Json, status = 200): Answer {
  return { status, body: answered(data) };
}

/** `{success, data, pagination}`: the one place that builds the block; `has_more` is arithmetic (API-5). */
export function page(rows: readonly Json[], { total, limit, offset }: Pagination): Answer {
  const pagination: JsonObject = { total, limit, offset, has_more: offset + limit < total };
  return { status: 200, body: { ...answered(rows), pagination } };
}

/** A refusal by its code; the published sentence where there is nothing more to say. */
export function refuse(code: ApiCode, error?: string, details?: readonly Detail[]): Refusal {
  return { code, error: error ?? API_CODES[code].sentence, ...(details === undefined ? {} : { details }) };
}

/** `{success, error, error_code, details?}` with the status of the code. */
export function refusal({ code, error, details }: Refusal): Answer {
  return {
    status: API_CODES[code].status,
    body: { success: false, error, error_code: code, ...(details === undefined ? {} : { details }) },
  };
}

/** Problems with paths as details: `path` is the locator, behind `root` where that is given. */
export function detailsOf(
  problems: readonly { readonly path: string; readonly message: string }[],
  code: ApiCode,
  root = '',
): readonly Detail[] {
  return problems.map(({ path, message }) => ({
    code,
    message,
    locator: root === '' || path === '' ? root + path : `${root}.${path}`,
  }));
}
