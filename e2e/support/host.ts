// A real host process for tests that speak to one, and its doors as a caller without a page sees them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningHost, startHost, temporary } from '../../src/host/testing/processes';
import type { Json } from './documents';

export type TestHost = RunningHost & {
  /** Calls a door as the administrator. */
  ask(
    method: string,
    path: string,
    body?: Json,
  ): Promise<{ readonly status: number; readonly data: unknown }>;
  end(): Promise<void>;
};

/** Everything may be done with `admin-token`; the others may do less. */
const PRINCIPALS = [
  { token: 'admin-token', id: 'a', name: 'Admin', permissions: ['administer'] },
  { token: 'editor-token', id: 'e', name: 'Editor', permissions: ['view workflows', 'edit workflows'] },
  { token: 'viewer-token', id: 'v', name: 'Viewer', permissions: ['view workflows'] },
  {
    token: 'confirmer-token',
    id: 'c',
    name: 'Confirmer',
    permissions: ['view workflows', 'edit workflows', 'import untrusted bundles'],
  },
];

/** Starts a host on a free port of this machine, which trusts `acme` and lets a page of `origin` call. */
export async function publishHost(
  origin: string | undefined,
  options: { readonly data?: string; readonly more?: readonly string[] } = {},
): Promise<TestHost> {
  const files = temporary();
  const tokens = join(files.make(), 'tokens.json');
  writeFileSync(tokens, JSON.stringify(PRINCIPALS));
  const host = await startHost([
    '--tokens',
    tokens,
    '--trusted-publishers',
    'acme',
    ...(origin === undefined ? [] : ['--allow-origin', origin]),
    ...(options.data === undefined ? [] : ['--data', options.data]),
    ...(options.more ?? []),
  ]);
  return {
    ...host,
    async ask(method, path, body) {
      const headers = { authorization: 'Bearer admin-token' };
      const { status, body: answer } = await host.call(method, `/api/flowdrop${path}`, body, headers);
      const data: unknown =
        typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'data') : undefined;
      return { status, data };
    },
    async end() {
      await host.stop();
      files.remove();
    },
  };
}
