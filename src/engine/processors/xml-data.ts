// XML as data: elements as objects, repeated ones as lists, attributes under `@name`, text beside them under `#text`.
import { Parser } from 'htmlparser2';
import type { Json } from '../../model/json';

type Open = {
  readonly name: string;
  readonly members: Map<string, Json[]>;
  /** Where its tag begins in the text. */
  readonly start: number;
  text: string;
};
/** Deeper documents are refused: nothing reads them without exhausting the call stack. */
const DEEPEST = 500;

/** The root element's name and what it holds. Throws a sentence where the text is no well-formed XML. */
export function readXml(xml: string): Json {
  const open: Open[] = [{ name: '', members: new Map(), start: -1, text: '' }];
  const fail = (message: string): never => {
    throw new Error(message);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > DEEPEST) fail(`Elements lie more than ${DEEPEST} deep.`);
        const members = new Map(
          Object.entries(attributes).map(([key, value]): [string, Json[]] => [`@${key}`, [value]]),
        );
        open.push({ name, members, start: parser.startIndex, text: '' });
      },
      onclosetag(name, implied) {
        const closed = open.pop();
        const parent = open.at(-1);
        if (closed === undefined || parent === undefined) return fail(`"</${name}>" closes nothing.`);
        // A tag that closes itself is closed where it begins.
        if (implied && closed.start !== parser.startIndex)
          fail(`"<${closed.name}>" is not closed where "<${parent.name}>" ends, or at the end of the text.`);
        const siblings = parent.members.get(closed.name);
        if (siblings === undefined) parent.members.set(closed.name, [dataOf(closed)]);
        else siblings.push(dataOf(closed));
      },
      ontext(text) {
        const top = open.at(-1);
        if (top !== undefined) top.text += text;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
  const [root] = open;
  if (root === undefined || root.members.size !== 1 || root.text.trim() !== '')
    throw new Error('There is not exactly one element that holds all the others.');
  return dataOf(root);
}

function dataOf({ members, text }: Open): Json {
  const own = text.trim();
  if (members.size === 0) return own;
  const entries = [...members].map(([name, values]): [string, Json] => [
    name,
    values.length === 1 ? (values[0] ?? null) : values,
  ]);
  if (own !== '') entries.push(['#text', own]);
  return Object.fromEntries(entries);
}
