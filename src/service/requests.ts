// Which requests are for the doors, and which of those are let in.

/** Roots of the doors' paths: each is a path itself, and everything below it is a door or none at all. */
const ROOTS = [
  '/api/flowdrop',
  '/api/flowdrop-runtime',
  '/flowdrop/api',
  '/compat/flowdrop-editor',
  '/openapi.json',
];

/** Where a host says that it is there. */
export const HEALTH = '/api/flowdrop/health';

export type Asked = {
  readonly method: string;
  readonly url: string;
  /** `Request.mode`. */
  readonly mode: string;
};

/** True for an address of the doors on the worker's own origin. */
export function isForDoors({ url }: Pick<Asked, 'url'>, origin: string): boolean {
  const address = new URL(url);
  return (
    address.origin === origin &&
    ROOTS.some((root) => address.pathname === root || address.pathname.startsWith(`${root}/`))
  );
}

/**
 * True for what no page of this origin asked. A worker serves the pages of its origin alone, with one exception: it also
 * sees where a tab is being sent, and any page can send one anywhere by a form. So what a tab is sent to is shown, and
 * changes nothing.
 */
export function isForeign({ method, mode }: Asked): boolean {
  return mode === 'navigate' && method !== 'GET' && method !== 'HEAD';
}
