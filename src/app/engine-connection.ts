// The playground's source of runs: commands go to the engine's worker, rows are read from the store after announcements.
// The engine knows the stored settings and records before its first command, and every change of them at once.
import type { RunEvent } from '../engine/ports';
import { isObject } from '../model/json';
import type { Answer, RunSource } from '../playground/ports';
import { type createRepositories, runHeads, type SluiceDatabase, type Tabs } from '../store';
import type { CommandAnswer } from '../worker/protocol';
import { createBuiltinModel } from './client/builtin-model';
import { createEngineClient } from './client/engine-client';
import { createRunReader } from './client/run-reader';
import type { Memory } from './person';

export type EngineConnection = {
  readonly runs: RunSource;
  /** Gives the engine the settings and the site's records as they are stored now. */
  configure(): Promise<void>;
  /** Hears what runs announce, wherever they are driven. Returns how to stop. */
  onEvent(listener: (event: RunEvent) => void): () => void;
};

export function connectEngine(given: {
  readonly db: SluiceDatabase;
  readonly tabs: Tabs;
  readonly repositories: Pick<ReturnType<typeof createRepositories>, 'settings' | 'site'>;
  readonly memory: Memory;
}): EngineConnection {
  const { db, tabs, repositories, memory } = given;
  const client = createEngineClient({ page: createBuiltinModel() });
  let configured: Promise<void> | undefined;

  async function configure(): Promise<void> {
    const [{ settings }, { records }] = await Promise.all([
      repositories.settings.read(),
      repositories.site.read(),
    ]);
    const { model, allowInternalAddresses } = settings;
    await client.configure({ model, allowInternalAddresses }, records);
  }

  /** The first command waits for the settings; later ones find them there. */
  function ready(): Promise<void> {
    configured ??= configure();
    return configured;
  }

  async function command<T, U>(
    work: () => Promise<CommandAnswer<T>>,
    read: (data: T) => U,
  ): Promise<Answer<U>> {
    await ready();
    const answer = await work();
    if (answer.success) return { ok: true, value: read(answer.data) };
    return {
      ok: false,
      refusal: { message: answer.error, code: answer.error_code, details: answer.details },
    };
  }

  function onEvent(listener: (event: RunEvent) => void): () => void {
    const stops = [
      client.onEvent(listener),
      tabs.listen((announcement) => {
        if (announcement.kind === 'run') listener(announcement.event);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  const reader = createRunReader({ db, onEvent });
  // Runs that an earlier page left unfinished go on here, if nobody else drives them.
  void runHeads(db, { status: 'running', limit: 1 }).then(async (waiting) => {
    if (waiting.length === 0) return;
    await ready();
    await client.recover();
  });

  return {
    configure: () => (configured === undefined ? ready() : configure()),
    onEvent,
    runs: {
      launch: (request) =>
        command(
          () => client.launch(request),
          ({ execution_id }) => execution_id,
        ),
      cancel: (runId, reason) =>
        command(
          () => client.cancel(runId, reason),
          () => null,
        ),
      resume: (runId) =>
        command(
          () => client.resume(runId),
          () => null,
        ),
      watchRun: reader.watchRun,
      watchRuns: reader.watchRuns,
      value: reader.value,
      remove: reader.remove,
      async rememberedInputs(workflow) {
        const found = await memory.recall(`inputs:${workflow}`);
        if (!isObject(found)) return {};
        return Object.fromEntries(
          Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        );
      },
      rememberInputs: (workflow, entered) => memory.remember(`inputs:${workflow}`, entered),
    },
  };
}
