// The built editor over HTTP, with the headers that every answer wears: for `npm start` and for the host.
import { join } from 'node:path';
import sirv from 'sirv';
import { root } from './ensure.mjs';

/** Where a build puts the editor. */
export const builtEditor = join(root, 'dist');

/**
 * The headers of every answer, a refusal too.
 *
 * @param {readonly string[]} embed origins that may frame the editor; none by default.
 * @returns {Record<string, string>}
 */
export function securityHeaders(embed = []) {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${embed.length > 0 ? embed.join(' ') : "'none'"}`,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

/**
 * Answers from a folder; every address that is no file is the editor's own, so it gets `index.html`.
 *
 * @param {string} dist the folder of a built editor. It is read now: a later build needs a new call.
 * @param {Record<string, string>} headers
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, next?: () => void) => void}
 */
export function staticFiles(dist, headers) {
  return sirv(dist, {
    etag: true,
    single: true,
    setHeaders(response, path) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader(
        'Cache-Control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}
