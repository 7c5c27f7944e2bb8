// `npm run host`: one line on stdout once it listens; everything else goes to stderr.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtEditor } from '../../scripts/static-files.mjs';
import { documentOf } from '../api/stored-workflow';
import type { LogEntry, WorkflowRepository } from '../api/types';
import type { MemoryStore } from '../engine/memory/store';
import { realmTurns } from '../engine/memory/turns';
import { createModelGateway } from '../engine/models/gateway';
import type { ModelSettings } from '../engine/models/settings';
import type { ContentStore, SecretSource } from '../engine/ports';
import { realmClock } from '../worker/clock';
import { keepMemory, keepSnapshots } from './cleanup';
import { type HostContent, memoryContent, openContent } from './content/content-store';
import { type HostStore, memoryStore, openStore } from './journal/host-store';
import { type HostMemory, memoryMemory, openMemory } from './memory/memory-store';
import { HOST_HELP, type HostOptions, readHostOptions } from './options';
import { installPatterns } from './patterns';
import { readModelKey, readModelSettings } from './runs/engine-settings';
import { createThreadedExpressions } from './runs/expression-threads';
import { openSecrets } from './runs/host-secrets';
import { createPinnedNetwork } from './runs/pinned-network';
import { createHostRuns, type HostRuns } from './runs/run-service';
import { type HostRunStore, memoryRuns, openRuns } from './runs/run-store';
import { contentThatFires, createHostTriggers, type HostTriggers } from './runs/triggers';
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
  runsAtOnce,
  workers,
  keepRuns,
  keepSnapshotsDays,
  allowInternal,
  publicUrl,
  secrets: secretsFile,
}: HostOptions): Promise<void> {
  installPatterns();
  const tokens = tokenFile === undefined ? undefined : await readTokens(tokenFile);
  if (tokenFile !== undefined && tokens === undefined) return;
  const models = readModelSettings(process.env);
  if (!models.ok) return end(2, models.error);
  const secrets = await openSecrets(process.env, secretsFile);
  if (!secrets.ok) return end(2, secrets.error);
  const store = data === undefined ? memoryStore() : await open(data);
  if (store === undefined) return;
  const kept = data === undefined ? memoryRuns({ keep: keepRuns }) : await openKept(data, keepRuns);
  if (kept === undefined) {
    await store.close();
    return;
  }
  const content = data === undefined ? memoryContent() : await openContentIn(data);
  if (content === undefined) {
    await Promise.all([kept.close(), store.close()]);
    return;
  }
  const memory = data === undefined ? memoryMemory() : await openMemoryIn(data);
  if (memory === undefined) {
    await Promise.all([content.close(), kept.close(), store.close()]);
    return;
  }
  let triggers: HostTriggers | undefined;
  let address = '';
  const runs = hostRuns(
    kept,
    store.workflows,
    contentThatFires(content.store, kept, () => triggers?.desk),
    memory.store,
    { atOnce: runsAtOnce, workers },
    allowInternal,
    models.value,
    secrets.value,
    (id) => `${publicUrl ?? address}/api/flowdrop/interrupts/${encodeURIComponent(id)}/callback`,
  );
  triggers = createHostTriggers({
    ...{ store: store.triggers, workflows: store.workflows, runs, kept, log },
    catalog: () => world.catalog(),
  });
  const world = createWorld({
    ...{ store, runs: runs.service, triggers: triggers.service },
    tokens,
    trustedPublishers,
    origins,
    log,
  });
  const server = await startServer({
    world,
    dist: builtEditor,
    hostname,
    port,
    onlyLocalNames: tokens === undefined,
  });
  if (server.ok) address = server.value.url;
  if (!server.ok) {
    await runs.stop(0);
    await Promise.all([memory.close(), content.close(), store.close()]);
    end(1, server.error);
    return;
  }
  if (!existsSync(join(builtEditor, 'index.html')))
    console.error('The editor is not built, so only the doors are served; `npm run build` builds it.');
  const cleaning = [
    keepSnapshots(store.snapshots, { days: keepSnapshotsDays, log }),
    keepMemory(memory.store, { log }),
  ];
  let ending = false;
  const stop = (): void => {
    ending = true;
    for (const one of cleaning) one.stop();
    // Requests that wait for a run are answered when that stands still.
    void Promise.all([triggers?.stop(), runs.stop(PATIENCE), server.value.close()])
      .then(() => Promise.all([memory.close(), content.close(), store.close()]))
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
  const taken = await runs.recover(await world.catalog());
  if (taken.length > 0) log({ level: 'info', message: `Runs that are gone on with: ${taken.join(', ')}.` });
  triggers.start();
  console.log(`listening on ${server.value.url}`);
}

/** How long a host that stops waits for jobs in flight, in milliseconds. */
const PATIENCE = 5_000;

function hostRuns(
  runs: HostRunStore,
  workflows: WorkflowRepository,
  content: ContentStore,
  memory: MemoryStore,
  room: { readonly atOnce: number; readonly workers: number },
  allowInternal: boolean,
  models: ModelSettings,
  secrets: SecretSource,
  callbackUrl: (interrupt: string) => string,
): HostRuns {
  return createHostRuns({
    runs,
    content,
    callbackUrl,
    memory: { store: memory, turns: realmTurns(realmClock) },
    workflows: {
      async workflow(id) {
        const record = await workflows.get(id);
        return record === undefined ? undefined : documentOf(record);
      },
    },
    ...room,
    expressions: createThreadedExpressions(),
    log: (message, cause) => log({ level: 'warning', message, cause }),
    network: createPinnedNetwork({ allowInternal }),
    models: createModelGateway(models, {
      secret: (name) => readModelKey(process.env, name),
      // The address of the models is the host's own choice.
      network: createPinnedNetwork({ allowInternal: true }),
      clock: realmClock,
    }),
    secrets,
  });
}

async function openMemoryIn(directory: string): Promise<HostMemory | undefined> {
  const memory = await openMemory(join(directory, 'memory'));
  if (memory.ok) return memory.value;
  end(1, memory.error);
  return undefined;
}

async function openContentIn(directory: string): Promise<HostContent | undefined> {
  const content = await openContent(join(directory, 'content'));
  if (content.ok) return content.value;
  end(1, content.error);
  return undefined;
}

async function openKept(directory: string, keep: number): Promise<HostRunStore | undefined> {
  const kept = await openRuns(join(directory, 'runs'), { keep });
  if (kept.ok) return kept.value;
  end(1, kept.error);
  return undefined;
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
