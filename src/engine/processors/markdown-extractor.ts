import { isObject, type JsonObject } from '../../model/json';
import type { Execute } from './types';
import { textParameter } from './values';

/** `markdown_extractor`: title, text, sections and front matter of a Markdown document. Loads its parsers when met. */
export const markdownExtractor: Execute = async (parameters) => {
  const raw = textParameter(parameters, 'text');
  const { front, rest } = parts(raw.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  const { dissect } = await import('./markdown-parts');
  return { outputs: { ...dissect(rest), front_matter: await frontMatter(front), raw } };
};

/** YAML between a first line `---` and the next one. */
function parts(text: string): { readonly front: string; readonly rest: string } {
  if (!text.startsWith('---\n')) return { front: '', rest: text };
  const end = /^(?:---|\.\.\.)[ \t]*$/m.exec(text.slice(4));
  if (end === null) return { front: '', rest: text };
  return {
    front: text.slice(4, 4 + end.index),
    rest: text.slice(4 + end.index + end[0].length).replace(/^\n/, ''),
  };
}

/** What is no map, or does not parse, is no front matter. */
async function frontMatter(text: string): Promise<JsonObject> {
  if (text.trim() === '') return {};
  const { readYaml } = await import('./yaml-text');
  const read = readYaml(text);
  return read.ok && isObject(read.value) ? read.value : {};
}
