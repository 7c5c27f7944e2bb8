// Twing for a page whose policy forbids code made from text, and that has no Node modules.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));

/** How the lexer reads `\n` and its like in a string: by running it as code. */
const UNESCAPE = `return new Function('return "' + match + '"')();`;
const UNESCAPE_BY_TABLE = `return ({ b: '\\b', f: '\\f', n: '\\n', r: '\\r', t: '\\t', v: '\\v', 0: '\\0' })[char] ?? char;`;

/** The source of the lexer's `TokenStream` without code made from text. Throws where the library has no such place any more. */
export function withoutGeneratedCode(source: string): string {
  if (!source.includes(UNESCAPE))
    throw new Error(
      'twig-lexer has changed: TokenStream.js does not call `new Function` as it did. Look at scripts/vite-twing.ts.',
    );
  return source.replace(UNESCAPE, () => UNESCAPE_BY_TABLE);
}

/** Where Locutus keeps the settings of PHP: on the window, or in Node on `global`. A worker has neither. */
const GLOBAL = "typeof window !== 'undefined' ? window : global";

/** The source of a module of Locutus that finds its settings everywhere. */
export function withGlobalThis(source: string): string {
  return source.replaceAll(GLOBAL, 'globalThis');
}

/** Modules that are answered by smaller ones. */
const STAND_INS: { readonly [id: string]: string } = {
  'locutus/php/strings': join(here, 'twing', 'strings.cjs'),
  'locutus/php/math': join(here, 'twing', 'math.cjs'),
};

const hooks = {
  name: 'sluice-twing',
  resolveId(id: string): string | undefined {
    // The ES build, so that the bundler can leave out what is not used.
    if (id === 'twig-lexer')
      return join(dirname(require.resolve('twig-lexer/package.json')), 'dist', 'es', 'index.js');
    return STAND_INS[id];
  },
  transform(code: string, id: string): { code: string; map: null } | undefined {
    const lexer = /twig-lexer[\\/]dist[\\/].*[\\/]TokenStream\.js/.test(id);
    if (lexer) return { code: withoutGeneratedCode(code), map: null };
    const locutus = /[\\/]locutus[\\/]php[\\/]/.test(id) && code.includes(GLOBAL);
    return locutus ? { code: withGlobalThis(code), map: null } : undefined;
  },
};

/**
 * For `plugins` and `worker.plugins`, in builds and in development:
 * replaces the one `new Function` of `twig-lexer`, which reads the escapes of strings, lets PHP's functions work in a worker,
 * and gives Twing only those PHP functions that it calls, in place of an index of all of them that asks for Node's `crypto`.
 */
export function twing(): Plugin {
  return {
    ...hooks,
    enforce: 'pre',
    config: () => ({
      optimizeDeps: { include: ['twing/light'], rolldownOptions: { plugins: [hooks] } },
    }),
  };
}
