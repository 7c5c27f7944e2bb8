// Real processes of ours, for tests and benches.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject, type Json } from '../../model/json';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

/** A process whose output is collected. */
export function started(
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
  user: number | undefined = undefined,
) {
  const child: ChildProcess = spawn(process.execPath, [...args], {
    cwd: root,
    ...(user === undefined ? {} : { uid: user }),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text.out += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text.err += chunk;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...text }));
  });
  return { child, text, ended };
}

/** Runs `sluice` to its end. */
export function sluice(args: readonly string[], env?: { readonly [name: string]: string }): Promise<Ended> {
  return started([join(root, 'bin/sluice.mjs'), ...args], env).ended;
}

export type RunningHost = {
  readonly url: string;
  readonly pid: number;
  /** What it has printed to its error stream so far. */
  err(): string;
  /** Ends it, and tells how. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
  call(
    method: string,
    path: string,
    body?: Json,
    headers?: { readonly [name: string]: string },
  ): Promise<Reply>;
};
export type Reply = { readonly status: number; readonly body: Json; readonly headers: Headers };

/** Starts a host on a free port and waits until it listens. Rejects with its words where it ends before that. */
export async function startHost(
  args: readonly string[] = [],
  env: { readonly [name: string]: string } = {},
): Promise<RunningHost> {
  const main = ['--import', 'tsx', join(root, 'src/host/main.ts'), '--port', '0'];
  const { child, text, ended } = started([...main, ...args], env);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /^listening on (\S+)\n/.exec(text.out)?.[1];
      if (found !== undefined) resolve(found);
    });
    ended.then(({ code, err }) => reject(new Error(`The host ended with ${code}: ${err}`)), reject);
  });
  return {
    url,
    pid: child.pid ?? 0,
    err: () => text.err,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
    async call(method, path, body, headers = {}) {
      const response = await fetch(url + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
  };
}

/** Directories that are gone at the end of a test. */
export function temporary(): { make(): string; remove(): void } {
  const made: string[] = [];
  return {
    make() {
      const path = mkdtempSync(join(tmpdir(), 'sluice-'));
      made.push(path);
      return path;
    },
    remove() {
      for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** `data` of an answer. */
export function dataOf({ body }: Reply): Json {
  return isObject(body) && Object.hasOwn(body, 'data') ? (body.data ?? null) : null;
}
