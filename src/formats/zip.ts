// Archives of many files. The directory at the archive's end is read here, and each file is unpacked in small pieces, so
// that the bounds hold whatever sizes the archive claims.
import { Inflate, type Zippable, zipSync } from 'fflate';
import { fail, ok, type Problem, type Result } from '../model/problem';
import { checkSize, inWords, type Limits } from './limits';

export type FileBytes = { readonly name: string; readonly bytes: Uint8Array };
/** A file of an archive: its bytes, or why it cannot be read. */
export type ArchiveEntry = {
  readonly name: string;
  readonly content: Result<Uint8Array, readonly Problem[]>;
};

/**
 * The files of an archive; folders and what operating systems add are left out. Refused as a whole: an archive without a
 * readable directory, one with more files than `limits.entries`, and one that unpacks beyond `limits.unpackedBytes` or
 * `limits.ratio`. Names are for display: they hold no `..`, no drive, no control characters.
 */
export function unzip(
  bytes: Uint8Array,
  limits: Limits,
): Result<readonly ArchiveEntry[], readonly Problem[]> {
  const headers = readDirectory(bytes, limits);
  if (!headers.ok) return headers;
  const files = headers.value.filter((header) => !isClutter(header.name));
  const budget: Budget = {
    left: Math.min(limits.unpackedBytes, Math.max(FREE, bytes.length * limits.ratio)),
  };
  const entries: ArchiveEntry[] = [];
  for (const header of files) {
    const content = unpack(bytes, header, limits, budget);
    if (budget.left < 0) {
      const bound = `${inWords(limits.unpackedBytes)}, nor to more than ${limits.ratio} times its size`;
      return fail([
        { path: harmless(header.name), message: `The archive may not unpack to more than ${bound}.` },
      ]);
    }
    entries.push({ name: harmless(header.name), content });
  }
  return ok(entries);
}

/** An archive of these files. Every name gets the same fixed time, so equal files make equal archives. */
export function zip(files: readonly FileBytes[]): Uint8Array {
  const entries: Zippable = {};
  for (const { name, bytes } of files) entries[harmless(name)] = [bytes, { mtime: '1980-01-01T00:00:00' }];
  return zipSync(entries, { level: 6 });
}

/** True for bytes that begin like a zip archive. */
export function isZip(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 &&
    bytes[1] === 0x4b &&
    ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  );
}

type Header = {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly packed: number;
  readonly at: number;
};
type Budget = { left: number };

/** What a small archive may unpack to, whatever the ratio. */
const FREE = 1024 * 1024;
const PIECE = 4096;
const END_MARK = 0x06054b50;
const DIRECTORY_MARK = 0x02014b50;
const LOCAL_MARK = 0x04034b50;

function readDirectory(bytes: Uint8Array, limits: Limits): Result<readonly Header[], readonly Problem[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const broken = fail([{ path: '', message: 'The archive is damaged: its directory cannot be read.' }]);
  let end = bytes.length - 22;
  const earliest = Math.max(0, end - 0xffff);
  while (end >= earliest && view.getUint32(end, true) !== END_MARK) end -= 1;
  if (end < earliest) return broken;
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries) {
    return fail([{ path: '', message: `The archive holds ${count} files; the limit is ${limits.entries}.` }]);
  }
  const headers: Header[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY_MARK) return broken;
    const flags = view.getUint16(at + 8, true);
    const nameLength = view.getUint16(at + 28, true);
    headers.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      encrypted: (flags & 1) === 1,
      packed: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return ok(headers);
}

function unpack(
  bytes: Uint8Array,
  header: Header,
  limits: Limits,
  budget: Budget,
): Result<Uint8Array, readonly Problem[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const refuse = (message: string) => fail([{ path: '', message }]);
  if (header.encrypted) return refuse('The file is encrypted; unpack the archive first.');
  if (header.at + 30 > bytes.length || view.getUint32(header.at, true) !== LOCAL_MARK)
    return refuse('The file is damaged.');
  const start = header.at + 30 + view.getUint16(header.at + 26, true) + view.getUint16(header.at + 28, true);
  if (start + header.packed > bytes.length) return refuse('The file is damaged: it ends too early.');
  const packed = bytes.subarray(start, start + header.packed);
  if (header.method === 0) {
    budget.left -= packed.length;
    const tooLarge = checkSize(packed.length, limits.fileBytes, 'The file');
    return tooLarge === undefined ? ok(packed) : fail([tooLarge]);
  }
  if (header.method !== 8)
    return refuse('The file is packed in a way that is not supported; use ordinary zip compression.');
  return inflate(packed, limits, budget);
}

function inflate(packed: Uint8Array, limits: Limits, budget: Budget): Result<Uint8Array, readonly Problem[]> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let finished = false;
  const stream = new Inflate((piece, final) => {
    pieces.push(piece);
    size += piece.length;
    finished = final;
  });
  try {
    for (let at = 0; at < packed.length && !finished; at += PIECE) {
      const before = size;
      stream.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
      budget.left -= size - before;
      if (budget.left < 0) return fail([]);
      const tooLarge = checkSize(size, limits.fileBytes, 'The file');
      if (tooLarge !== undefined)
        return fail([
          { path: '', message: `Unpacked, the file is larger than ${inWords(limits.fileBytes)}.` },
        ]);
    }
  } catch {
    return fail([{ path: '', message: 'The file is damaged: it cannot be unpacked.' }]);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return ok(whole);
}

function isClutter(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || /(^|[/\\])(\.[^/\\]*|Thumbs\.db)$/.test(name);
}

/** A relative name with plain steps only. */
export function harmless(name: string): string {
  const steps = name
    .replace(CONTROL, '')
    .split(/[/\\]/)
    .filter((step) => step !== '' && step !== '.' && step !== '..' && !/^[A-Za-z]:$/.test(step));
  const joined = steps.join('/').slice(0, 300);
  return joined === '' ? 'file' : joined;
}

const CONTROL = /[\p{Cc}\p{Cf}\p{Surrogate}]/gu;
