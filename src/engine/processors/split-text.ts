import { type Execute, NodeFailure } from './types';
import { numberParameter, textParameter } from './values';

/** `split_text`: a text in chunks of so many words, characters (code points), sentences or paragraphs. */
export const splitText: Execute = (parameters) => {
  const text = textParameter(parameters, 'text');
  const method = textParameter(parameters, 'method', 'words');
  const size = numberParameter(parameters, 'chunkSize', 100);
  if (!Number.isInteger(size) || size < 1)
    throw new NodeFailure(`"chunkSize" is ${size}: it is a whole number of 1 or more.`, {
      code: 'chunk_size_invalid',
    });
  const [units, glue] = unitsOf(text, method, textParameter(parameters, 'separator', ' '));
  const chunks: string[] = [];
  for (let at = 0; at < units.length; at += size) chunks.push(units.slice(at, at + size).join(glue));
  return { outputs: { chunks, method, chunk_size: size, total_chunks: chunks.length } };
};

/** The units of a text, and what puts them together again. */
function unitsOf(text: string, method: string, separator: string): readonly [readonly string[], string] {
  if (text === '') return [[], ''];
  switch (method) {
    case 'characters':
      return [Array.from(text), ''];
    case 'sentences':
      return [sentences(text), ' '];
    case 'paragraphs':
      return [filled(text.split(/(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*/)), '\n\n'];
    case 'words':
      // Without a separator, and at a blank, any white space is between words.
      if (separator === '' || separator === ' ') return [filled(text.split(/\s+/)), ' '];
      return [text.split(separator).filter((word) => word !== ''), separator];
    default:
      throw new NodeFailure(
        `There is no method "${method}"; there are words, characters, sentences, paragraphs.`,
        { code: 'split_method_unknown' },
      );
  }
}

function filled(parts: readonly string[]): readonly string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** As Unicode cuts them, which every engine of ours knows. */
function sentences(text: string): readonly string[] {
  return filled(
    [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment),
  );
}
