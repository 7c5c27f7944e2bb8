import { fail, ok, type Problem, type Result } from '../model/problem';
import type { Repair } from '../model/record';

export type DecodedText = { readonly text: string; readonly notes: readonly Repair[] };

/**
 * The text of a file: UTF-8, or UTF-16 where a byte order mark or its zero bytes say so (reported). A byte order mark is
 * dropped. Bytes that are no text are refused, never replaced.
 */
export function decodeText(bytes: Uint8Array): Result<DecodedText, readonly Problem[]> {
  if (bytes.length === 0) return fail([{ path: '', message: 'The file is empty.' }]);
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return fail([{ path: '', message: `The file is not text in ${encoding.toUpperCase()}.` }]);
  }
  if (text.includes('\u0000'))
    return fail([{ path: '', message: 'The file holds zero bytes: it is not a text file.' }]);
  if (text.trim() === '') return fail([{ path: '', message: 'The file holds nothing but blanks.' }]);
  if (encoding === 'utf-8') return ok({ text, notes: [] });
  return ok({
    text,
    notes: [
      {
        code: 'text',
        path: '',
        message: `Read as ${encoding.toUpperCase()}; files are best saved as UTF-8.`,
      },
    ],
  });
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  // Every file that is read here begins with an ASCII character.
  if (a !== 0 && b === 0) return 'utf-16le';
  return a === 0 && b !== 0 && b !== undefined ? 'utf-16be' : 'utf-8';
}
