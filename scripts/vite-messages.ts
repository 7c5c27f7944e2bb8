import compile from 'icu-minify/compile';
import { type Plugin, runnerImport } from 'vite';

/** One part of the catalogue; the index that joins them stays code. */
const PART = /\/src\/app\/messages\/[a-z-]+\/(?!index\.)[a-z-]+\.ts$/;

/**
 * Compiles the message catalogue when the app is built, so that the page carries no parser of the message syntax: about
 * 12 kB gzipped that would otherwise stand before the first paint. A message that does not parse fails the build.
 */
export function messages(): Plugin {
  return {
    name: 'sluice-messages',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^use-intl\/format-message$/ },
      handler() {
        return this.resolve('use-intl/format-message/format-only', undefined, { skipSelf: true });
      },
    },
    load: {
      filter: { id: PART },
      async handler(path) {
        const { module } = await runnerImport<{ readonly default: unknown }>(path, { configFile: false });
        return `export default ${JSON.stringify(compiled(module.default, path))};`;
      },
    },
  };
}

/** Every text of a tree of texts, compiled. @throws where something else is in it, or a text does not parse. */
export function compiled(value: unknown, at: string): unknown {
  if (typeof value === 'string') {
    try {
      return compile(value);
    } catch (cause) {
      throw new Error(`${at}: ${JSON.stringify(value)} is no message.`, { cause });
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${at}: a catalogue holds texts and groups of texts only.`);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]): [string, unknown] => [key, compiled(child, `${at}.${key}`)]),
  );
}
