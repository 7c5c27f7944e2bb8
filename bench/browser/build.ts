import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import sirv from 'sirv';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const built = `${root}.cache/bench/`;

const quiet = { logLevel: 'error', mode: 'production' } as const;

/**
 * Builds the editor and the bare pages for production, each into a folder of its own under `.cache/bench`.
 *
 * @param reuse takes what an earlier run built.
 */
export async function buildPages(
  reuse: boolean,
): Promise<{ readonly sluice: string; readonly bare: string }> {
  const sluice = `${built}sluice`;
  const bare = await buildBare(reuse);
  if (reuse && existsSync(sluice)) return { sluice, bare };
  const icons = spawnSync(process.execPath, [`${root}scripts/icons.mjs`], { stdio: 'inherit' });
  if (icons.status !== 0) throw new Error('The icons were not made.');
  await build({ ...quiet, root, build: { outDir: sluice, emptyOutDir: true } });
  return { sluice, bare };
}

/** Builds the bare pages alone. */
export async function buildBare(reuse: boolean): Promise<string> {
  const folder = `${built}bare`;
  if (reuse && existsSync(folder)) return folder;
  await build({
    ...quiet,
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      rollupOptions: {
        input: ['bare.html', 'durable.html'].map((name) => fileURLToPath(new URL(name, import.meta.url))),
      },
    },
  });
  return folder;
}

/** Serves a folder on loopback. */
export async function serveFolder(folder: string): Promise<{ readonly url: string; close(): void }> {
  const files = sirv(folder, { etag: true });
  const server = createServer((request, response) =>
    files(request, response, () => {
      response.writeHead(404).end();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on a port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
