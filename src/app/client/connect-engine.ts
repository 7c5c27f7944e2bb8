// The playground's source of runs: commands go to the engine's worker, rows are read from the store after announcements.
import type { RunEvent, TokenEvent } from '../../engine/ports';
import { isObject, type Json, own } from '../../model/json';
import type { Answer, RunSource } from '../../playground/ports';
import {
  createInterruptStore,
  type createRepositories,
  runHeads,
  type SluiceDatabase,
  type Tabs,
} from '../../store';
import { watchLock } from '../../worker/notices';
import type { CommandAnswer, PageServices, ToldNotice } from '../../worker/protocol';
import { createEngineClient, type EngineClient } from './engine-client';
import { runLinks } from './run-links';
import { createRunReader, type RunReader } from './run-reader';

export type EngineConnection = {
  readonly runs: RunSource;
  readonly reader: RunReader;
  /** Gives the engine the settings, the site's records and what workflows offer, as they are stored now. */
  configure(): Promise<void>;
  /** Hears the answers of models while they come, of runs that this page's worker drives. @returns ends it. */
  onToken(listener: (event: TokenEvent) => void): () => void;
  /** Triggers fire and hear of events in the worker, which starts for it. */
  readonly triggers: {
    fire(id: string): Promise<Awaited<ReturnType<EngineClient['fireTrigger']>>>;
    raise: EngineClient['raise'];
    /** Schedules may have been made or changed. */
    changed(): void;
  };
  /** Hears that the worker was lost; its runs go on in a new one. @returns ends it. */
  onLost(listener: (message: string) => void): () => void;
  /**
   * Says that this page shows a workflow, and hears what the nodes of its runs have to say, wherever those are driven. One
   * workflow at a time. @returns ends it.
   */
  watch(workflow: string, listener: (told: ToldNotice) => void): () => void;
};

/** Small things that a page remembers for a person. */
export type Remembered = {
  recall(key: string): Promise<Json | undefined>;
  remember(key: string, value: Json): Promise<void>;
};

/**
 * Connects a page to its engine. The worker starts with the first command; or as soon as there are runs that have not
 * ended, here or in another tab, so that it can take them over when their driver goes.
 */
export function connectEngine(given: {
  readonly db: SluiceDatabase;
  readonly tabs: Tabs;
  readonly repositories: Pick<ReturnType<typeof createRepositories>, 'settings' | 'site' | 'workflows'>;
  readonly memory: Remembered;
  readonly page?: PageServices;
  /** The engine's client; tests give one. */
  readonly client?: EngineClient;
}): EngineConnection {
  const { db, tabs, repositories, memory, page } = given;
  let watching: { readonly workflow: string; readonly listener: (told: ToldNotice) => void } | undefined;
  const tell = (told: ToldNotice) => {
    if (told.workflow === watching?.workflow) watching.listener(told);
  };
  const client =
    given.client ??
    createEngineClient(page === undefined ? {} : { page: { ...page, notice: async (told) => tell(told) } });
  let started: Promise<void> | undefined;

  async function configure(): Promise<void> {
    const [{ settings }, { records }, outsides] = await Promise.all([
      repositories.settings.read(),
      repositories.site.read(),
      repositories.workflows.outsides(),
    ]);
    await client.configure(
      {
        model: settings.model,
        allowInternalAddresses: settings.allowInternalAddresses,
        strategy: settings.strategy,
      },
      records,
      outsides.ok ? outsides.value : [],
    );
  }

  /** Configured first, then runs that were left are taken over. A failure is told by the command that needs the engine. */
  function start(): Promise<void> {
    started ??= configure()
      .then(() => client.recover())
      .then(
        () => undefined,
        () => {
          started = undefined;
        },
      );
    return started;
  }

  async function command<T, U>(
    work: () => Promise<CommandAnswer<T>>,
    read: (data: T) => U,
  ): Promise<Answer<U>> {
    await start();
    const answer = await work();
    if (answer.success) return { ok: true, value: read(answer.data) };
    return {
      ok: false,
      refusal: { message: answer.error, code: answer.error_code, details: answer.details },
    };
  }

  const reader = createRunReader({
    db,
    onEvent(listener) {
      const endOwn = client.onEvent(listener);
      const endOthers = tabs.listen((announcement) => {
        if (announcement.kind === 'run') listener(announcement.event);
      });
      return () => {
        endOwn();
        endOthers();
      };
    },
  });

  tabs.listen((announcement) => {
    if (['settings', 'site', 'contracts'].includes(announcement.kind)) {
      if (started !== undefined) void configure().catch(() => undefined);
    }
    if (announcement.kind === 'notice') tell(announcement.told);
    if (announcement.kind === 'run' && goesOn(announcement.event)) void start();
    // It may be for a run that nobody drives.
    if (announcement.kind === 'signal') void start();
  });
  // Schedules fire while a page is open, so its engine has to be there.
  const startForSchedules = () =>
    void scheduled(db).then(
      (there) => (there && started === undefined ? start() : undefined),
      () => undefined,
    );
  startForSchedules();
  tabs.listen(({ kind }) => kind === 'triggers' && startForSchedules());
  void unfinished(db).then(
    (waiting) => (waiting ? start() : undefined),
    () => undefined,
  );

  return {
    reader,
    configure: async () => {
      if (started !== undefined) await configure();
    },
    onToken: (listener) => client.onToken(listener),
    triggers: {
      async fire(id) {
        await start();
        return client.fireTrigger(id, {});
      },
      async raise(event) {
        await start();
        await client.raise(event);
      },
      changed: startForSchedules,
    },
    onLost: (listener) => client.onLost(listener),
    watch(workflow, listener) {
      const mine = { workflow, listener };
      watching = mine;
      const letGo = holdShared(watchLock(workflow));
      void client.watch(workflow).catch(() => undefined);
      return () => {
        letGo();
        if (watching !== mine) return;
        watching = undefined;
        void client.watch(null).catch(() => undefined);
      };
    },
    runs: {
      launch: (request) =>
        command(
          () => client.launch(request),
          (data) => data.execution_id,
        ),
      cancel: (runId, reason) =>
        command(
          () => client.cancel(runId, reason),
          () => null,
        ),
      pause: (runId, reason) =>
        command(
          () => client.pause(runId, reason),
          () => null,
        ),
      resume: (runId) =>
        command(
          () => client.resume(runId),
          () => null,
        ),
      questions: {
        read: (id) => createInterruptStore(db).get(id),
        answer: (id, value) =>
          command(
            () => client.answer(id, value),
            () => null,
          ),
        withdraw: (id) =>
          command(
            () => client.cancelInterrupt(id, ''),
            () => null,
          ),
      },
      watchRun: reader.watchRun,
      watchRuns: reader.watchRuns,
      value: reader.value,
      ...runLinks(db),
      remove: reader.remove,
      states: async () => (await import('./run-states')).runStates(db),
      async rememberedInputs(workflow) {
        const found = await memory.recall(`inputs:${workflow}`);
        if (!isObject(found)) return {};
        const texts = Object.entries(found).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        );
        return Object.fromEntries(texts);
      },
      rememberInputs: (workflow, entered) => memory.remember(`inputs:${workflow}`, entered),
    },
  };
}

/** Holds a lock that others may hold as well, until it is let go or the page is gone. */
function holdShared(name: string): () => void {
  const manager = typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  manager?.request(name, { mode: 'shared' }, () => held).catch(() => undefined);
  return letGo;
}

function goesOn({ finished, kind }: RunEvent): boolean {
  return finished === undefined && kind !== 'paused' && kind !== 'cancelled';
}

/** Whether any trigger is to fire by itself. */
async function scheduled(db: SluiceDatabase): Promise<boolean> {
  const waiting = await db.triggers
    .filter(
      (row) =>
        own(own(row, 'config'), 'event_type') === 'cron' && own(own(row, 'config'), 'enabled') === true,
    )
    .count();
  return waiting > 0;
}

async function unfinished(db: SluiceDatabase): Promise<boolean> {
  // A run that was resumed is still `paused` while it waits for a worker: only the queue tells.
  if ((await db.queue.count()) > 0) return true;
  for (const status of ['running', 'pending'] as const) {
    if ((await runHeads(db, { status, limit: 1 })).length > 0) return true;
  }
  // A pause that a budget made is nobody's to resume but the driver's; a cancel that was asked for is still to be answered.
  return (await runHeads(db, { status: 'paused', limit: 50 })).some(
    // One that asks may have been answered by a page that is gone, or have to be ended when its time is over.
    ({ pauseReason, signal, asked }) =>
      pauseReason !== null || signal?.type === 'cancel' || (asked === true && signal === null),
  );
}
