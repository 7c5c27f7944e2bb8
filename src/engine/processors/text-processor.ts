import { stripTags } from '../../expression/html-tags';
import { type Execute, NodeFailure } from './types';
import { textParameter } from './values';

const OPERATIONS: ReadonlyMap<string, (text: string) => string> = new Map<string, (text: string) => string>([
  ['capitalize', capitalized],
  ['uppercase', (text) => text.toUpperCase()],
  ['lowercase', (text) => text.toLowerCase()],
  ['trim', (text) => text.trim()],
  ['strip_tags', (text) => stripTags(text, new Set())],
]);

/** `text_processor`: one simple change of a text. `capitalize` makes its first letter large and leaves the rest. */
export const textProcessor: Execute = (parameters) => {
  const operation = textParameter(parameters, 'operation', 'capitalize');
  const change = OPERATIONS.get(operation);
  if (change === undefined)
    throw new NodeFailure(
      `There is no operation "${operation}"; there are ${[...OPERATIONS.keys()].join(', ')}.`,
      { code: 'operation_unknown' },
    );
  return { outputs: { text: change(textParameter(parameters, 'text')) } };
};

function capitalized(text: string): string {
  const [first = '', ...rest] = Array.from(text);
  return first.toUpperCase() + rest.join('');
}
