// What a template may hold before it is parsed: the parser's time grows faster than the length of one tag, and a document may
// hold megabytes of text.
import type { TwingTokenStream } from 'twing/light';

/** Most characters of a template. */
export const LONGEST_TEMPLATE = 500_000;
/** Most tokens of one tag; real ones have a few dozen. */
export const LARGEST_TAG = 2_000;
/** Most tokens of a whole template. */
export const MOST_TOKENS = 50_000;

/** Refuses what would take too long to tokenize. @throws what is too long, and what is accepted. */
export function boundedText(template: string): string {
  if (template.length > LONGEST_TEMPLATE)
    throw new Error(`The template has ${template.length} characters; ${LONGEST_TEMPLATE} are accepted.`);
  return template;
}

/** Refuses what would take too long to parse; uses the stream up. @throws the tag that is too large, or the count. */
export function judgeTokens(stream: TwingTokenStream): void {
  const tokens = stream.toAst();
  if (tokens.length > MOST_TOKENS)
    throw new Error(`The template has ${tokens.length} tokens; ${MOST_TOKENS} are accepted.`);
  let start = 0;
  for (const [at, { type, line }] of tokens.entries()) {
    if (type === 'TAG_START' || type === 'VARIABLE_START') start = at;
    if (type !== 'TAG_END' && type !== 'VARIABLE_END') continue;
    if (at - start > LARGEST_TAG)
      throw new Error(
        `The tag that ends at line ${line} has ${at - start} tokens; ${LARGEST_TAG} are accepted.`,
      );
  }
}
