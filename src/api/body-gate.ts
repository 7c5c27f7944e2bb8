// STORE-1, API-1: the one gate that every JSON body passes before any of its keys is read.
import { scanJson } from '../formats/json-scan';
import type { Json } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import { type Refusal, refuse } from './envelope';

/** Octets of a body once its content encoding is undone. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Levels of lists and objects; the outermost one is the first. */
export const MAX_BODY_DEPTH = 63;

/**
 * Reads the body of a request: present, within the size, within the depth, JSON, an object or a list, in this order.
 * Never rejects; a body that breaks off is refused like any other.
 *
 * @param optional an absent body reads as `{}`. One that is there passes the whole gate.
 */
export async function readBody(request: Request, optional = false): Promise<Result<Json, Refusal>> {
  if (asksToSendTooMuch(request.headers)) return fail(refuse('BODY_TOO_LARGE'));
  const bytes = await readBytes(request);
  if (!bytes.ok) return bytes;
  if (bytes.value.length === 0) return optional ? ok({}) : fail(refuse('BODY_MISSING'));
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.value);
  } catch {
    return fail(refuse('BODY_NOT_JSON'));
  }
  return parseBody(text);
}

/** The gate behind the reading of bytes. */
export function parseBody(text: string): Result<Json, Refusal> {
  // The depth is counted by a loop, before anything recursive sees the text.
  const scan = scanJson(text, MAX_BODY_DEPTH);
  if (scan.tooDeepAt !== undefined) return fail(refuse('BODY_TOO_DEEP'));
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return fail(refuse('BODY_NOT_JSON'));
  }
  if (typeof value !== 'object' || value === null) return fail(refuse('BODY_SCALAR'));
  if (scan.overflows.length > 0) return fail(refuse('BODY_NUMBER_RANGE'));
  return ok(value);
}

/**
 * A sender that waits to be asked for its body says how long it is. Others are read up to the limit, since one that is busy
 * sending does not look for an answer.
 */
function asksToSendTooMuch(headers: Headers): boolean {
  return (
    /100-continue/i.test(headers.get('expect') ?? '') &&
    headers.get('content-encoding') === null &&
    Number(headers.get('content-length')) > MAX_BODY_BYTES
  );
}

/** Firefox has bodies, and no streams of them. */
async function streamOf(request: Request): Promise<Request['body']> {
  if (request.body !== undefined) return request.body;
  try {
    const bytes = await request.arrayBuffer();
    return bytes.byteLength === 0 ? null : new Response(bytes).body;
  } catch {
    return new ReadableStream({ start: (controller) => controller.error() });
  }
}

async function readBytes(request: Request): Promise<Result<Uint8Array, Refusal>> {
  const decoded = decode(await streamOf(request), request.headers.get('content-encoding'));
  if (!decoded.ok) return decoded;
  if (decoded.value === null) return ok(new Uint8Array());
  const reader = decoded.value.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > MAX_BODY_BYTES) {
        // A sender that does not care is not waited for.
        reader.cancel().catch(() => undefined);
        return fail(refuse('BODY_TOO_LARGE'));
      }
      chunks.push(next.value);
    }
  } catch {
    return fail(refuse('BODY_UNREADABLE'));
  }
  return ok(join(chunks, length));
}

const DECODERS: ReadonlyMap<string, CompressionFormat> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

function decode(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  encoding: string | null,
): Result<ReadableStream<Uint8Array> | null, Refusal> {
  const name = (encoding ?? '').trim().toLowerCase();
  if (body === null || name === '' || name === 'identity') return ok(body);
  const format = DECODERS.get(name);
  if (format === undefined) return fail(refuse('BODY_ENCODING_UNSUPPORTED'));
  return ok(body.pipeThrough(new DecompressionStream(format)));
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
