// META-9: what a door is. Its declaration is the whole access contract: method and authorization are decided before its
// handler runs, and the handler decides neither again.
import type { Schema } from '../catalog/types';
import type { Json } from '../model/json';
import type { Permission } from '../model/permission';
import type { ApiCode } from './codes';
import type { Answer } from './envelope';
import type { ApiWorld, Principal } from './types';

/** One request that has passed the gates of its door. */
export type Call = {
  readonly world: ApiWorld;
  readonly request: Request;
  readonly query: URLSearchParams;
  /** Parameters of the path, decoded. */
  readonly params: { readonly [name: string]: string };
  /** The body behind the gate; `{}` at a door that takes none. */
  readonly body: Json;
  readonly principal: Principal;
};

export type QueryParameter = { readonly name: string; readonly description: string; readonly schema: Schema };

export type Door = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Hono's spelling, e.g. `/api/flowdrop/workflows/:id`. */
  readonly path: string;
  /** `public`: no principal is asked for. */
  readonly permission: Permission | 'public';
  /** Another permission that opens the door as well; what each lets its holder see is decided where the run is read. */
  readonly orPermission?: Permission;
  /** PIPE-6: what is answered depends on who asks: no cache may give it to another principal. */
  readonly personal?: true;
  readonly summary: string;
  readonly query?: readonly QueryParameter[];
  /** Headers that the door reads beside those of its gates. */
  readonly requestHeaders?: readonly QueryParameter[];
  /** Headers of its answers that carry a meaning, with what they say. */
  readonly answerHeaders?: { readonly [name: string]: string };
  /** Schema of the body; absent: the door reads none. */
  readonly body?: Schema;
  /** API-1: an absent body reads as `{}`. */
  readonly bodyOptional?: true;
  /** Bodies of answers that are no refusal, by status; `null`: none. */
  readonly answers: { readonly [status: number]: Schema | null };
  /** Codes that the handler itself can answer. Those of the gates follow from the declaration. */
  readonly refusals: readonly ApiCode[];
  /** Bodies of refusals that a rule wants bare, by status. */
  readonly bare?: { readonly [status: number]: Schema };
  /** META-3: the fixed message of a read that failed; else the generic one. */
  readonly failure?: string;
  /** The door changes nothing, whatever its method is. */
  readonly storesNothing?: true;
  /** META-9: takes `GET` and nothing else, `HEAD` included. */
  readonly getOnly?: true;
  handle(call: Call): Promise<Answer>;
};

const BODY_CODES: readonly ApiCode[] = [
  'BODY_MISSING',
  'BODY_UNREADABLE',
  'BODY_ENCODING_UNSUPPORTED',
  'BODY_TOO_LARGE',
  'BODY_TOO_DEEP',
  'BODY_NOT_JSON',
  'BODY_SCALAR',
  'BODY_NUMBER_RANGE',
];

/** Every code that a door can answer, those of its gates first. */
export function codesOf(door: Door): readonly ApiCode[] {
  return [
    'ORIGIN_NOT_ALLOWED',
    ...(door.permission === 'public' ? [] : (['AUTHENTICATION_REQUIRED', 'ACCESS_DENIED'] as const)),
    ...(door.body === undefined
      ? []
      : BODY_CODES.filter((code) => code !== 'BODY_MISSING' || door.bodyOptional === undefined)),
    ...door.refusals,
    ...(door.method === 'GET' || door.storesNothing ? [] : (['STORE_UNAVAILABLE'] as const)),
    'INTERNAL_ERROR',
  ];
}

/** Whether a principal may use a door at all (META-9). */
export function admits({ permission, orPermission }: Door, principal: Principal): boolean {
  return (
    permission === 'public' ||
    permits(principal, permission) ||
    (orPermission !== undefined && permits(principal, orPermission))
  );
}

/** Names of the permissions that open a door. */
export function permissionsOf({ permission, orPermission }: Door): readonly Permission[] {
  return permission === 'public'
    ? []
    : orPermission === undefined
      ? [permission]
      : [permission, orPermission];
}

/** `administer` stands for every permission. */
export function permits(principal: Principal, permission: Permission): boolean {
  return principal.permissions.has(permission) || principal.permissions.has('administer');
}
