// Routes live in the hash, so that a deep link works from any folder, from a file server without rewrites, and offline.
import { useSyncExternalStore } from 'react';

/** The parts of the site's page; an `item` is one of what a part lists. */
export const SITE_VIEWS = [
  'node-types',
  'categories',
  'lanes',
  'content',
  'secrets',
  'memory',
  'triggers',
] as const;
export type SiteView = (typeof SITE_VIEWS)[number];

export type Route =
  | { readonly page: 'start' }
  | {
      readonly page: 'editor';
      readonly workflow: string;
      readonly run: string | null;
      /** Opens the dialog that publishes. */
      readonly publish?: true;
    }
  | { readonly page: 'settings' }
  | { readonly page: 'site'; readonly view: SiteView; readonly item: string | null }
  | { readonly page: 'unknown'; readonly path: string };

/** The route of a location hash (`#/w/<id>?run=<run id>`). Total: a hash that names nothing is `unknown`. */
export function parseRoute(hash: string): Route {
  const raw = hash.startsWith('#') ? hash.slice(1) : hash;
  const mark = raw.indexOf('?');
  const path = mark < 0 ? raw : raw.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : raw.slice(mark + 1));
  const [head, tail, ...rest] = path.split('/').filter((part) => part !== '');
  if (head === undefined) return { page: 'start' };
  if (head === 'settings' && tail === undefined) return { page: 'settings' };
  const view = head === 'site' ? SITE_VIEWS.find((one) => one === (tail ?? SITE_VIEWS[0])) : undefined;
  if (view !== undefined && rest.length < 2) {
    const item = rest[0] === undefined ? null : decode(rest[0]);
    if (item !== undefined) return { page: 'site', view, item };
  }
  const workflow = head === 'w' && tail !== undefined && rest.length === 0 ? decode(tail) : undefined;
  if (workflow !== undefined) {
    const publish = query.has('publish') ? ({ publish: true } as const) : {};
    return { page: 'editor', workflow, run: query.get('run'), ...publish };
  }
  return { page: 'unknown', path };
}

/** The hash of a route, the inverse of {@link parseRoute}. */
export function hrefOf(route: Route): string {
  switch (route.page) {
    case 'start':
      return '#/';
    case 'settings':
      return '#/settings';
    case 'site':
      return `#/site/${route.view}${route.item === null ? '' : `/${encodeURIComponent(route.item)}`}`;
    case 'editor': {
      const query = [
        ...(route.run === null ? [] : [`run=${encodeURIComponent(route.run)}`]),
        ...(route.publish === true ? ['publish'] : []),
      ].join('&');
      return `#/w/${encodeURIComponent(route.workflow)}${query === '' ? '' : `?${query}`}`;
    }
    case 'unknown':
      return `#${route.path}`;
  }
}

export const START: Route = { page: 'start' };
export const SETTINGS: Route = { page: 'settings' };
/** The route of a part of the site's page, or of one thing in it. */
export function siteRoute(view: SiteView = 'node-types', item: string | null = null): Route {
  return { page: 'site', view, item };
}
/** The route of one workflow's editor. */
export function editorRoute(workflow: string, run: string | null = null): Route {
  return { page: 'editor', workflow, run };
}

/** The route of one workflow's editor with the dialog that publishes it. */
export function publishRoute(workflow: string): Route {
  return { page: 'editor', workflow, run: null, publish: true };
}

/** Goes to a route. `replace` leaves no entry in the history (redirects). */
export function navigate(route: Route, options?: { readonly replace?: boolean }): void {
  const href = hrefOf(route);
  if (options?.replace === true) {
    window.history.replaceState(null, '', href);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  } else window.location.hash = href;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

let outside: Route = START;
/** The page from which the pages of the site were entered: where their way back leads, however many of them were looked at. */
export function outsideSite(): Route {
  return outside;
}

let last: { readonly hash: string; readonly route: Route } | undefined;
function current(): Route {
  const hash = window.location.hash;
  if (last?.hash !== hash) {
    last = { hash, route: parseRoute(hash) };
    const { route } = last;
    if (route.page === 'editor') outside = editorRoute(route.workflow, route.run);
    else if (route.page !== 'site' && route.page !== 'unknown') outside = route;
  }
  return last.route;
}

/** The current route; renders again when it changes. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, current);
}

/** A percent-encoded segment; `undefined` where it is not well formed. */
function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
