// `npm run host`: one line on stdout once it listens; everything else goes to stderr.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtEditor } from '../../scripts/static-files.mjs';
import type { LogEntry } from '../api/types';
import { type HostStore, memoryStore, openStore } from './journal/host-store';
import { HOST_HELP, type HostOptions, readHostOptions } from './options';
import { installPatterns } from './patterns';
import { startServer } from './server';
import { decodeTokens, type Tokens } from './tokens';
import { createWorld } from './world';

const options = readHostOptions(process.argv.slice(2));
if (!options.ok) end(2, `${options.error} --help lists the options.`);
else if (options.value === 'help') console.log(HOST_HELP);
else await start(options.value);

async function start({
  port,
  hostname,
  data,
  tokens: tokenFile,
  trustedPublishers,
  origins,
}: HostOptions): Promise<void> {
  installPatterns();
  const tokens = tokenFile === undefined ? undefined : await readTokens(tokenFile);
  if (tokenFile !== undefined && tokens === undefined) return;
  const store = data === undefined ? memoryStore() : await open(data);
  if (store === undefined) return;
  const world = createWorld({ store, tokens, trustedPublishers, origins, log });
  const server = await startServer({
    world,
    dist: builtEditor,
    hostname,
    port,
    onlyLocalNames: tokens === undefined,
  });
  if (!server.ok) {
    await store.close();
    end(1, server.error);
    return;
  }
  if (!existsSync(join(builtEditor, 'index.html')))
    console.error('The editor is not built, so only the doors are served; `npm run build` builds it.');
  let ending = false;
  const stop = (): void => {
    ending = true;
    void server.value
      .close()
      .then(() => store.close())
      .then(
        () => process.exit(0),
        (cause: unknown) => end(1, `The store did not close: ${String(cause)}`),
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second one does not wait.
      if (ending) process.exit(1);
      stop();
    });
  }
  if (process.env.npm_lifecycle_event !== undefined) whenLeftAlone(() => ending || stop());
  console.log(`listening on ${server.value.url}`);
}

/**
 * npm starts a shell that starts us, and a SIGTERM to npm ends that shell alone: without this the host would go on, and keep
 * its port. A process whose parent is gone is given to another one.
 */
function whenLeftAlone(then: () => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || then(), 200).unref();
}

async function readTokens(path: string): Promise<Tokens | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    end(2, `The token file cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
    return undefined;
  }
  const tokens = decodeTokens(text);
  if (tokens.ok) return tokens.value;
  const lines = tokens.error.map(({ path: at, message }) => `  ${at === '' ? '' : `${at}: `}${message}`);
  end(2, `The token file ${path} is not right:\n${lines.join('\n')}`);
  return undefined;
}

async function open(directory: string): Promise<HostStore | undefined> {
  const store = await openStore(directory);
  if (store.ok) return store.value;
  end(1, store.error);
  return undefined;
}

/** API-7: causes are for whoever runs the host, and for nobody else. */
function log({ level, message, cause }: LogEntry): void {
  if (cause === undefined) console.error(`${level}: ${message}`);
  else console.error(`${level}: ${message}`, cause);
}

function end(code: number, message: string): void {
  console.error(message);
  process.exitCode = code;
}
