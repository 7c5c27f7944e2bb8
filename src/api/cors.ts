// Pages of other origins. A host without tokens takes every caller for its owner, so a page of another origin is refused
// unless it is let in by name: without this, any site could write through a visitor's browser.
import { type Refusal, refuse } from './envelope';
import type { ApiWorld } from './types';

/** Headers that clients send: the FlowDrop editor sends a content type even with GET. */
const REQUEST_HEADERS = 'Accept, Authorization, Content-Type, If-None-Match, X-API-Key';
const METHODS = 'GET, HEAD, POST, PUT, DELETE';
const ANSWER_HEADERS = 'ETag, Allow';

/** Refuses a request that a page of an origin sent which is not let in. Requests of no page have no `Origin`. */
export function judgeOrigin(world: ApiWorld, request: Request): Refusal | undefined {
  return standing(world, request) === 'stranger' ? refuse('ORIGIN_NOT_ALLOWED') : undefined;
}

/** What tells the browser that the page may read the answer; nothing for the doors' own page. */
export function corsHeaders(world: ApiWorld, request: Request): { readonly [name: string]: string } {
  if (standing(world, request) !== 'guest') return {};
  return {
    'access-control-allow-origin': request.headers.get('origin') ?? '',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': ANSWER_HEADERS,
    vary: 'Origin',
  };
}

/** The answer to a preflight. It tells nothing of the doors, so it asks for no principal. */
export function preflight(world: ApiWorld, request: Request): Response {
  const guest = standing(world, request) === 'guest';
  // A page from the internet that calls a host on this machine or in this network is asked about twice by browsers.
  const near = request.headers.get('access-control-request-private-network') === 'true';
  return new Response(null, {
    status: guest ? 204 : 403,
    headers: guest
      ? {
          ...corsHeaders(world, request),
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': REQUEST_HEADERS,
          'access-control-max-age': '600',
          ...(near ? { 'access-control-allow-private-network': 'true' } : {}),
        }
      : {},
  });
}

function standing(world: ApiWorld, request: Request): 'home' | 'guest' | 'stranger' {
  const origin = request.headers.get('origin');
  if (origin === null || origin === new URL(request.url).origin) return 'home';
  return world.allowsOrigin?.(origin) === true ? 'guest' : 'stranger';
}
