import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { twing } from './vite-twing';

/**
 * Builds the service worker beside the app (`src/service/sw.ts`), and tells it what the app consists of: every built file,
 * so that all of it works offline after the first load, and a build id that changes with any of them. The icon set (large,
 * rarely needed) is cached when it is first asked for.
 */
export function offline(): Plugin {
  let out = 'dist';
  let target: string | string[] | false | undefined;
  return {
    name: 'sluice-offline',
    apply: 'build',
    configResolved(config) {
      if (config.isWorker) return;
      out = config.build.outDir;
      target = config.build.target;
    },
    async closeBundle() {
      const script = (entry: string, name: string) => buildScript({ entry, name, out, target });
      const doors = await script('src/service/doors.ts', 'assets/doors-[hash].js');
      await script('src/service/sw.ts', 'sw.js');
      // The browser keeps the second file with the worker, so the app's cache does not need it.
      const files = list(out, '').filter(
        (file) => file !== '/sw.js' && file !== `/${doors}` && !file.startsWith('/icons/'),
      );
      const hash = createHash('sha256').update(doors);
      for (const file of files) hash.update(file).update(readFileSync(join(out, file)));
      const shell = ['/', ...files.filter((file) => file !== '/index.html')];
      const head = [
        `self.__SLUICE_BUILD__ = ${JSON.stringify(hash.digest('hex').slice(0, 12))};`,
        `self.__SLUICE_FILES__ = ${JSON.stringify(shell)};`,
        `self.__SLUICE_DOORS__ = ${JSON.stringify(`/${doors}`)};\n`,
      ];
      const path = join(out, 'sw.js');
      writeFileSync(path, head.join('\n') + readFileSync(path, 'utf8'));
    },
  };
}

type Script = {
  readonly entry: string;
  readonly name: string;
  readonly out: string;
  readonly target: string | string[] | false | undefined;
};

/** One classic script with everything in it, as a worker without modules loads it. Answers the name it was given. */
async function buildScript({ entry, name, out, target }: Script): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [twing()],
    build: {
      outDir: out,
      emptyOutDir: false,
      copyPublicDir: false,
      sourcemap: false,
      chunkSizeWarningLimit: 2000,
      ...(target === undefined ? {} : { target }),
      // As a library, whose parts are not preloaded by a page.
      lib: { entry, formats: ['iife'], name: 'sluiceService' },
      rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const files = output !== undefined && 'output' in output ? output.output : [];
  const [file] = files;
  if (file === undefined || files.length !== 1)
    throw new Error(`${entry} was to become one file; it became ${files.length}.`);
  return file.fileName;
}

function list(root: string, at: string): string[] {
  return readdirSync(join(root, at), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? list(root, `${at}/${entry.name}`) : [`${at}/${entry.name}`]))
    .sort();
}
