// The doors and the built editor behind one port.
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { securityHeaders, staticFiles } from '../../scripts/static-files.mjs';
import { MAX_BODY_BYTES } from '../api/body-gate';
import type { ApiCode } from '../api/codes';
import { ALL_DOORS, createApi } from '../api/create-api';
import { refusal, refuse } from '../api/envelope';
import type { ApiWorld } from '../api/types';
import { ownString } from '../model/json';
import { fail, ok, type Result } from '../model/problem';

export type ServerOptions = {
  readonly world: ApiWorld;
  /** Folder of the built editor; one that is not there is not served. */
  readonly dist: string;
  readonly hostname: string;
  /** 0: any that is free. */
  readonly port: number;
  /**
   * Answers only requests that name this machine itself. Where every caller is an administrator, a name of somebody
   * else's that leads here would let any page write through its visitors.
   */
  readonly onlyLocalNames: boolean;
  readonly patience?: Patience;
};

/** How long a sender may take, in milliseconds: for the headers, for the whole request, and how often that is looked at. */
export type Patience = { readonly headers: number; readonly request: number; readonly every: number };

const SENDERS: Patience = { headers: 15_000, request: 60_000, every: 5_000 };
const MAX_HEADERS = 16 * 1024;
/** Beyond this many at once, connections are closed as they come: each of them may be a sender that takes its time. */
const MAX_CONNECTIONS = 2_000;

export type Server = {
  /** `http://127.0.0.1:8790`. */
  readonly url: string;
  /** Takes no more requests, finishes those that are under way, and cuts off what is not done in time. */
  close(): Promise<void>;
};

/** How long a close waits for requests, in milliseconds. */
const PATIENCE = 5_000;

/** Listens. Fails with a sentence for people where the port or the address cannot be had. */
export function startServer(options: ServerOptions): Promise<Result<Server, string>> {
  const headers = securityHeaders();
  const api = createApi(options.world);
  const doors = getRequestListener((request) => api.fetch(request), { overrideGlobalObjects: false });
  const files = existsSync(join(options.dist, 'index.html')) ? staticFiles(options.dist, headers) : undefined;

  const exchanges = new WeakMap<Duplex, Set<Exchange>>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    remember(exchanges, { request, response });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (options.onlyLocalNames && !isLocalName(request.headers.host)) {
      json(response, refusal(refuse('ORIGIN_NOT_ALLOWED')));
      return;
    }
    if (isDoor(request.url ?? '/')) {
      // The rest of a body that is refused for its size is not read, so nothing can follow it on this connection.
      if (isTooLarge(request)) response.setHeader('Connection', 'close');
      void doors(request, response);
      return;
    }
    if (files === undefined) absent(response);
    else files(request, response, () => absent(response));
  };

  const patience = options.patience ?? SENDERS;
  const server = createServer(
    {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      connectionsCheckingInterval: patience.every,
      maxHeaderSize: MAX_HEADERS,
    },
    answer,
  );
  server.maxConnections = MAX_CONNECTIONS;
  // A body that would be refused for its size is not asked for.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!isTooLarge(request)) response.writeContinue();
    answer(request, response);
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    json(response, refusal(refuse('EXPECTATION_FAILED')));
  });
  server.on('clientError', (cause, socket) =>
    behindAnswers(exchanges.get(socket), () => refuseUnread(cause, socket, headers)),
  );
  return new Promise((resolve) => {
    server.once('error', (cause) => resolve(fail(refusalToListen(options, cause))));
    server.once('listening', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : options.port;
      const name = options.hostname.includes(':') ? `[${options.hostname}]` : options.hostname;
      resolve(
        ok({
          url: `http://${name}:${port}`,
          close: () =>
            new Promise((closed) => {
              const late = setTimeout(() => server.closeAllConnections(), PATIENCE);
              server.close(() => {
                clearTimeout(late);
                closed();
              });
              server.closeIdleConnections();
            }),
        }),
      );
    });
    server.listen(options.port, options.hostname);
  });
}

/** First steps of the doors' paths: what lies below them is never a file, a mistyped door neither. */
const ROOTS = new Set(ALL_DOORS.map(({ path }) => path.split('/')[1]));

function isDoor(url: string): boolean {
  return ROOTS.has(url.split(/[/?#]/)[1]);
}

function isTooLarge(request: IncomingMessage): boolean {
  return Number(request.headers['content-length']) > MAX_BODY_BYTES;
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Keeps the exchanges of a connection until they are over. */
function remember(exchanges: WeakMap<Duplex, Set<Exchange>>, exchange: Exchange): void {
  const { socket } = exchange.request;
  const open = exchanges.get(socket) ?? new Set();
  exchanges.set(socket, open.add(exchange));
  exchange.response.once('close', () => open.delete(exchange));
}

/**
 * A sender takes the first answer for that to its first request: what is said about bytes that follow a request comes
 * behind its answer. One that broke off itself gets none.
 */
function behindAnswers(open: ReadonlySet<Exchange> | undefined, then: () => void): void {
  const before = [...(open ?? [])].filter(({ request }) => request.complete);
  const last = before.at(-1);
  if (last === undefined) then();
  else last.response.once('close', () => behindAnswers(open, then));
}

/** Answers, in the envelope of the doors, what could not be read as a request, and closes the connection. */
function refuseUnread(cause: Error, socket: Duplex, headers: { readonly [name: string]: string }): void {
  if (!socket.writable || ownString(cause, 'code') === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, body } = refusal(refuse(unreadCode(cause)));
  const text = JSON.stringify(body);
  const lines = {
    ...headers,
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(text)),
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${text}`);
}

function unreadCode(cause: Error): ApiCode {
  switch (ownString(cause, 'code')) {
    case 'HPE_HEADER_OVERFLOW':
      return 'HEADERS_TOO_LARGE';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'REQUEST_TIMEOUT';
    default:
      return 'REQUEST_MALFORMED';
  }
}

function isLocalName(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

function json(response: ServerResponse, { status, body }: ReturnType<typeof refusal>): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}

function absent(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
}

function refusalToListen({ hostname, port }: ServerOptions, cause: Error): string {
  switch (ownString(cause, 'code')) {
    case 'EADDRINUSE':
      return `Port ${port} of ${hostname} is in use. Stop what uses it, or choose another with --port.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Choose one from 1024 on with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `The address ${hostname} is not one of this machine.`;
    default:
      return `Cannot listen at ${hostname}, port ${port}: ${cause.message}`;
  }
}
