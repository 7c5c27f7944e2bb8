// Bytes to a socket and back: what `fetch` does not let anybody send.
import { connect } from 'node:net';

export type Step =
  /** Bytes to send. */
  | Uint8Array
  | string
  /** Milliseconds to wait. */
  | number
  /** Half-closes; cuts the connection off; waits for the first bytes of an answer. */
  | 'END'
  | 'CUT'
  | 'ANSWER';

/** The ways to end or to wait, which are no text to send. */
const WAYS: ReadonlySet<Step> = new Set<Step>(['END', 'CUT', 'ANSWER']);

export type RawAnswer = {
  readonly text: string;
  /** Every status line in it, interim ones included. */
  readonly statuses: readonly number[];
  /** The peer closed, and was not closed by us. */
  readonly closed: boolean;
};

/** How long silence lasts until nothing more is expected, in milliseconds, where nobody closes. */
const SILENCE = 5_000;

/** Plays the steps on one connection, and collects what comes until the peer closes or `answers` final answers are there. */
export function sendRaw(url: string, steps: readonly Step[], answers = 1): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let text = '';
    let closed = true;
    let first = () => {};
    const answered = new Promise<void>((done) => {
      first = done;
    });
    const cut = () => {
      closed = false;
      socket.destroy();
    };
    socket.setTimeout(SILENCE, cut);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      first();
      if (statusesIn(text).filter((status) => status >= 200).length >= answers && isWhole(text)) cut();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      first();
      resolve({ text, statuses: statusesIn(text), closed });
    });
    const play = async (): Promise<void> => {
      for (const step of steps) {
        if (socket.destroyed) return;
        if (typeof step === 'number') await new Promise((done) => setTimeout(done, step));
        else if (step === 'END') socket.end();
        else if (step === 'CUT') cut();
        else if (step === 'ANSWER') await answered;
        else if (!WAYS.has(step)) socket.write(step);
      }
    };
    socket.on('connect', () => void play());
  });
}

function statusesIn(text: string): readonly number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** The last answer has come to its end, as its length says. */
function isWhole(text: string): boolean {
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
  const end = last.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(last)?.[1];
  return length === undefined ? last.endsWith('0\r\n\r\n') : last.length >= end + 4 + Number(length);
}

/** A request in one piece. A length is added where the body is given and none is in the headers. */
export function rawRequest(
  method: string,
  target: string,
  headers: { readonly [name: string]: string } = {},
  body?: string,
): string {
  const lines: { readonly [name: string]: string } = {
    Host: 'localhost',
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`;
}
