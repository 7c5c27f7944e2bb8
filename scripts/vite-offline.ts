import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Tells the service worker what the app consists of: every built file, so that all of it works offline after the first
 * load, and a build id that changes with any of them. The icon set (large, rarely needed) is cached when it is first asked for.
 */
export function offline(): Plugin {
  let out = 'dist';
  return {
    name: 'sluice-offline',
    apply: 'build',
    configResolved(config) {
      if (!config.isWorker) out = config.build.outDir;
    },
    closeBundle() {
      const files = list(out, '').filter((file) => file !== '/sw.js' && !file.startsWith('/icons/'));
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(join(out, file)));
      const shell = ['/', ...files.filter((file) => file !== '/index.html')];
      const head = `self.__SLUICE_BUILD__ = ${JSON.stringify(hash.digest('hex').slice(0, 12))};\nself.__SLUICE_FILES__ = ${JSON.stringify(shell)};\n`;
      const path = join(out, 'sw.js');
      const code = readFileSync(path, 'utf8');
      if (!code.startsWith('self.__SLUICE_BUILD__')) writeFileSync(path, head + code);
    },
  };
}

function list(root: string, at: string): string[] {
  return readdirSync(join(root, at), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? list(root, `${at}/${entry.name}`) : [`${at}/${entry.name}`]))
    .sort();
}
