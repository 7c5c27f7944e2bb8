// The doors as one app: `Request` in, `Response` out. All gates are here, each once.
import { Hono } from 'hono';
import type { Json } from '../model/json';
import { readBody } from './body-gate';
import { EDITOR_DOORS } from './compat/flowdrop-editor';
import { corsHeaders, judgeOrigin, preflight } from './cors';
import { admits, type Door } from './door';
import { DOORS } from './doors';
import { type Answer, refusal, refuse } from './envelope';
import { openApi } from './openapi';
import { type ApiWorld, type Principal, StoreFailure } from './types';

/** Paths at which the description of the doors is served. */
const DESCRIPTIONS = ['/openapi.json', '/api/flowdrop/openapi.json'];
/**
 * All doors over a world. Never rejects, and answers JSON to everything but a preflight and a 304.
 *
 * A request passes, in this order: origin, path, method, principal, permission, body; only then is the door's own logic
 * asked. A failure that nobody foresaw is logged and answered with one fixed sentence (API-7, META-3).
 */
export function createApi(world: ApiWorld): Hono {
  const app = new Hono();
  const methods = new Map<string, string[]>();
  for (const door of ALL_DOORS) {
    const { method, path } = door;
    methods.set(path, [...(methods.get(path) ?? []), ...methodsOf(door)]);
    app.on(method, path, (context) => serve(world, door, context.req.raw, context.req.param()));
  }
  // Only what no door took comes here, since handlers are asked in the order in which they were added.
  for (const [path, allowed] of methods) {
    app.all(path, (context) => otherwise(world, context.req.raw, allowed));
  }
  app.notFound((context) => otherwise(world, context.req.raw, undefined));
  // What fails outside of a door: the ports that judge origins.
  app.onError((cause) => {
    report(world, 'The doors', cause);
    return respond(refusal(refuse('INTERNAL_ERROR')), {});
  });
  return app;
}

const DESCRIBED: readonly Door[] = [...DOORS, ...EDITOR_DOORS];
const DESCRIPTION = openApi(DESCRIBED);

/** Every door with the path at which it is mounted. */
export const ALL_DOORS: readonly Door[] = [
  ...DESCRIBED,
  ...DESCRIPTIONS.map(
    (path): Door => ({
      method: 'GET',
      path,
      permission: 'public',
      summary: 'Describes the doors (OpenAPI 3.1)',
      answers: { 200: { type: 'object' } },
      refusals: [],
      handle: async () => ({ status: 200, body: DESCRIPTION }),
    }),
  ),
];

async function serve(
  world: ApiWorld,
  door: Door,
  request: Request,
  params: { readonly [name: string]: string },
): Promise<Response> {
  let answer: Answer;
  try {
    answer = await judge(world, door, request, params);
  } catch (cause) {
    report(world, `${door.method} ${door.path}`, cause);
    answer = refusal(
      cause instanceof StoreFailure ? refuse('STORE_UNAVAILABLE') : refuse('INTERNAL_ERROR', door.failure),
    );
  }
  return respond(door.personal ? forOne(answer) : answer, corsHeaders(world, request));
}

/** PIPE-6: the decision travels with the answer, whatever that is. */
function forOne(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, ...FOR_ONE } };
}

const FOR_ONE = { 'cache-control': 'private, no-store', vary: 'Authorization, X-API-Key' };

async function judge(
  world: ApiWorld,
  door: Door,
  request: Request,
  params: { readonly [name: string]: string },
): Promise<Answer> {
  const stranger = judgeOrigin(world, request);
  if (stranger !== undefined) return refusal(stranger);
  if (door.getOnly && request.method !== 'GET') return notAllowed(methodsOf(door));
  const principal = world.principals(request);
  if (door.permission !== 'public') {
    if (principal === undefined) {
      return {
        ...refusal(refuse('AUTHENTICATION_REQUIRED')),
        headers: { 'www-authenticate': 'Bearer' },
      };
    }
    if (!admits(door, principal)) return refusal(refuse('ACCESS_DENIED'));
  }
  let body: Json = {};
  if (door.body !== undefined) {
    const read = await readBody(request, door.bodyOptional);
    if (!read.ok) return refusal(read.error);
    body = read.value;
  }
  const query = new URL(request.url).searchParams;
  return door.handle({ world, request, query, params, body, principal: principal ?? NOBODY });
}

/** Stands for the caller of a public door. */
const NOBODY: Principal = { id: '', name: '', permissions: new Set() };

/** API-7: to the log, with everything; the log itself must not be able to turn this into a rejection. */
function report(world: ApiWorld, what: string, cause: unknown): void {
  try {
    world.log({ level: 'error', message: `${what} failed.`, cause });
  } catch {
    // There is nobody left to tell.
  }
}

function otherwise(world: ApiWorld, request: Request, allowed: readonly string[] | undefined): Response {
  const headers = corsHeaders(world, request);
  if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method')) {
    return preflight(world, request);
  }
  const stranger = judgeOrigin(world, request);
  if (stranger !== undefined) return respond(refusal(stranger), headers);
  return respond(allowed === undefined ? refusal(refuse('NOT_FOUND')) : notAllowed(allowed), headers);
}

function notAllowed(allowed: readonly string[]): Answer {
  return { ...refusal(refuse('METHOD_NOT_ALLOWED')), headers: { allow: [...new Set(allowed)].join(', ') } };
}

function methodsOf(door: Door): readonly string[] {
  return door.method === 'GET' && door.getOnly === undefined ? ['GET', 'HEAD'] : [door.method];
}

/** META-7: a 304 cannot carry a body in a `Response`; its `{}` ends here. */
function respond(answer: Answer, cors: { readonly [name: string]: string }): Response {
  const headers = new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value);
  for (const [name, value] of Object.entries(cors)) headers.append(name, value);
  if (answer.status === 304) return new Response(null, { status: 304, headers });
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
}
