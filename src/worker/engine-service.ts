// What the engine's worker does for its page, apart from being a worker: everything it needs is given.
import { createCatalog } from '../catalog/catalog';
import type { Catalog } from '../catalog/types';
import { withWorkflowTypes, workflowTypes } from '../contract/workflow-types';
import { createEngine, type SignalRefusal } from '../engine/engine';
import type { Executors } from '../engine/job';
import { LOCAL_USER } from '../engine/memory/identity';
import type { Memory } from '../engine/memory/store';
import { createModelGateway } from '../engine/models/gateway';
import { DEFAULT_MODELS } from '../engine/models/settings';
import { createFetchNetwork } from '../engine/network/fetch-network';
import type {
  Clock,
  ContentStore,
  Ids,
  ModelGateway,
  ModelRequest,
  Network,
  RunEvent,
  RunStore,
  SecretSource,
  StrategyId,
  WorkflowLibrary,
} from '../engine/ports';
import type { TriggerDesk } from '../engine/triggers/desk';
import type { TriggerStore } from '../engine/triggers/types';
import type { ExpressionHost } from '../expression/types';
import { decodeWorkflow } from '../model/api-form';
import type { Json } from '../model/json';
import type { Result } from '../model/problem';
import type { Tabs } from '../store/tabs';
import { type Locks, lockLiveness } from './locks';
import { createNotices, watchLock } from './notices';
import { contentWithEvents, createPageTriggers } from './page-triggers';
import type { CommandAnswer, EngineApi, EngineSettings, PageServices } from './protocol';
import { createRunKeeper } from './run-keeper';
import { createRunWaker } from './run-waker';
import { createSweeper } from './sweeper';
import { createTokenChannel } from './token-channel';

export type EngineServiceWorld = {
  readonly store: RunStore;
  /** Ids of the runs that have not ended. */
  readonly unfinished: () => Promise<readonly string[]>;
  readonly locks: Locks;
  /** The locks are seen by this realm only: of others nobody can tell whether they live. */
  readonly alone?: boolean;
  readonly tabs: Pick<Tabs, 'announce' | 'listen'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly expressions: ExpressionHost;
  readonly executors: Executors;
  /** Absent where this place keeps no content. */
  readonly content?: ContentStore;
  /** Absent where nothing fires workflows. */
  readonly triggers?: TriggerStore;
  /** Absent where nothing is remembered between runs. */
  readonly memory?: Memory;
  /** Absent where workflows cannot be run as nodes. */
  readonly workflows?: WorkflowLibrary;
  /** Whether any tab or worker holds the lock of this name; absent where that cannot be known. */
  readonly held?: (lock: string) => Promise<boolean>;
  readonly fetch: typeof fetch;
  /** Secrets of workflows and keys of models. */
  readonly secrets: SecretSource;
};

/** Rung 3 of ORC-2 in a page. */
const CONFIGURED_STRATEGY: StrategyId = 'flowdrop_runtime:synchronous_pipeline';

/** Fires nothing. */
const NO_DESK: Pick<TriggerDesk, 'raise'> = { raise: async () => [] };

const INITIAL: EngineSettings = { model: DEFAULT_MODELS, allowInternalAddresses: false };

/** The engine as pages command it. Commands are answered like their doors and do not reject. */
export function createEngineService(world: EngineServiceWorld): EngineApi {
  const { store, locks, tabs, clock, ids, expressions, executors } = world;
  const listeners = new Set<(event: RunEvent) => unknown>();
  let settings = INITIAL;
  let catalog: Catalog = createCatalog();
  let page: PageServices | undefined;

  function announce(event: RunEvent): void {
    tabs.announce({ kind: 'run', event });
    waker.heard(event);
    sweeper.heard(event);
    for (const listener of [...listeners]) void tell(listener, event);
  }

  const keeper = createRunKeeper({
    store,
    locks,
    clock,
    engine: () => engine,
    catalog: () => catalog,
    announce,
    unfinished: world.unfinished,
  });
  const sweeper = createSweeper({
    store: store.interrupts,
    clock,
    sweep: () => engine.sweep(catalog),
  });
  const waker = createRunWaker({
    store,
    clock,
    unfinished: world.unfinished,
    wake: (runId) => keeper.owning(runId, () => engine.wake(catalog, runId)),
  });
  const network: Network = {
    request: (request, signal) =>
      createFetchNetwork({ fetch: world.fetch, allowInternal: settings.allowInternalAddresses }).request(
        request,
        signal,
      ),
  };
  const models: ModelGateway = {
    complete(request, signal) {
      const builtin = page === undefined ? undefined : askPage(page, ids);
      return createModelGateway(settings.model, {
        secret: (name) => world.secrets.get(name),
        // The addresses of connections are the person's own choice.
        network: createFetchNetwork({ fetch: world.fetch, allowInternal: true }),
        clock,
        ...(builtin === undefined ? {} : { builtin }),
      }).complete(request, signal);
    },
  };
  const tokens = createTokenChannel(clock);
  const notices = createNotices({
    now: clock.now,
    show: (told) => {
      if (page?.notice === undefined) return false;
      Promise.resolve(page.notice(told)).catch(() => undefined);
      return true;
    },
    elsewhere: async (told) => {
      if ((await world.held?.(watchLock(told.workflow))) !== true) return false;
      tabs.announce({ kind: 'notice', told });
      return true;
    },
  });
  const engine = createEngine(
    {
      notify: notices.notify,
      ...{ store: keeper.store, clock, ids, announce, expressions, network, models, secrets: world.secrets },
      tokens,
      ...(world.content === undefined ? {} : { content: firing(world.content) }),
      ...(world.memory === undefined ? {} : { memory: world.memory }),
      ...(world.workflows === undefined ? {} : { workflows: world.workflows }),
    },
    {
      executors,
      care: keeper,
      queue: {
        worker: ids.uuid(),
        catalog: () => catalog,
        ...(world.alone === true ? {} : { liveness: lockLiveness(locks) }),
      },
    },
  );

  tabs.listen((announcement) => {
    if (announcement.kind === 'run') {
      keeper.heard(announcement.event);
      engine.heard(announcement.event);
      waker.heard(announcement.event);
      sweeper.heard(announcement.event);
    }
    if (announcement.kind === 'signal') void keeper.signalled(announcement.runId).catch(() => undefined);
  });

  /** The status of a run once a command has been taken up, for its answer. */
  async function standing(
    runId: string,
    answer: Result<unknown, SignalRefusal>,
  ): Promise<CommandAnswer<{ readonly status: string }>> {
    if (!answer.ok) return refused(answer.error.message, answer.error.code);
    const run = await store.run(runId);
    return { success: true, data: { status: run?.status ?? 'unknown' } };
  }

  const triggers =
    world.triggers === undefined || world.workflows === undefined
      ? undefined
      : createPageTriggers({
          ...{ triggers: world.triggers, runs: store, workflows: world.workflows, locks, clock },
          engine: () => engine,
          keeper: () => keeper,
          catalog: () => catalog,
          configured: () => settings.strategy ?? CONFIGURED_STRATEGY,
        });
  tabs.listen(({ kind }) => {
    if (kind === 'triggers' || kind === 'workflow') triggers?.changed();
  });

  function firing(content: ContentStore): ContentStore {
    return contentWithEvents(content, store, () => triggers?.desk ?? NO_DESK);
  }

  return {
    async configure(next, site, workflows = []) {
      settings = next;
      const types = workflowTypes(workflows, createCatalog(site));
      catalog = createCatalog(withWorkflowTypes(site, types), types.processors);
    },

    async connect(connected) {
      page = connected;
    },

    launch: (command) =>
      answered(async () => {
        const decoded = decodeWorkflow(command.document);
        if (!decoded.ok)
          return refused(decoded.error.map(({ message }) => message).join(' '), 'BODY_INVALID');
        const { inputs, initialData, strategy, thread, checkpoint, checkpoints, snapshot } = command;
        const launched = await engine.launch(catalog, {
          document: { ...decoded.value.document, contract: command.contract },
          source: command.document,
          inputs,
          initialData,
          ...{ strategy, thread, checkpoint, checkpoints, snapshot },
          // ORC-2 (3), data-model: what this page is configured to run with.
          configuredStrategy: settings.strategy ?? CONFIGURED_STRATEGY,
          // MAN-12: the author's own page is the system's caller.
          caller: 'system',
          // MEM-8: whoever sits before the page is a real user, the same one in every tab.
          identity: { user_id: LOCAL_USER },
        });
        if (!launched.ok) return refused(launched.error.message, launched.error.code, launched.error.details);
        const { run } = launched.value;
        keeper.keep(run.id);
        return { success: true, data: { execution_id: run.id, status: run.status } };
      }),

    async watch(workflow) {
      notices.watch(workflow);
    },

    cancel: (runId, reason) =>
      answered(async () => {
        const answer = await keeper.under(runId, () => engine.cancel(catalog, runId, reason));
        // Whoever drives the run elsewhere tells its job in flight.
        if (answer.ok) tabs.announce({ kind: 'signal', runId });
        return standing(runId, answer);
      }),

    pause: (runId, reason) =>
      answered(async () => {
        // The owner reads the signal with its next commit, wherever it is.
        const answer = await keeper.under(runId, () => engine.pause(runId, reason));
        return standing(runId, answer);
      }),

    resume: (runId) =>
      answered(async () => {
        const answer = await keeper.owning(runId, () => engine.resume(catalog, runId));
        // INT-16: whoever keeps the lock drives the run.
        if (answer === undefined) return refused(`The run ${runId} is not paused.`, 'NO_ACTIVE_PAUSE');
        return standing(runId, answer);
      }),

    fireTrigger: (id, data) =>
      answered(async () => {
        if (triggers === undefined) return refused('Nothing fires workflows here.', 'TRIGGERS_UNAVAILABLE');
        const fired = await triggers.desk.fire(id, { cause: 'manual', data });
        if (fired.kind === 'missing') return refused('The trigger does not exist.', 'TRIGGER_NOT_FOUND');
        if (fired.kind === 'skipped') return refused(fired.message, 'TRIGGER_SKIPPED');
        return { success: true, data: { execution_id: fired.run, status: 'queued' } };
      }),

    async raise(event) {
      await triggers?.desk.raise(event);
    },

    answer: (interruptId, value) =>
      answered(async () => {
        const answer = await engine.answer(catalog, interruptId, { value, by: null, via: 'person' });
        return answer.ok
          ? { success: true, data: { status: answer.value.status } }
          : refused(answer.error.message, answer.error.code);
      }),

    cancelInterrupt: (interruptId, reason) =>
      answered(async () => {
        const answer = await engine.withdraw(catalog, interruptId, { by: null, reason });
        return answer.ok
          ? { success: true, data: { status: answer.value.status } }
          : refused(answer.error.message, answer.error.code);
      }),

    async recover() {
      // From here on the page is configured.
      triggers?.lead();
      const taken = [...(await keeper.recover()), ...(await engine.work(catalog))];
      await waker.start();
      sweeper.start();
      return taken;
    },

    async subscribe(listener) {
      listeners.add(listener);
    },

    async subscribeTokens(listener) {
      tokens.listen(listener);
    },
  };
}

/** Asks the browser's model through the page, and takes the question back on an abort. */
function askPage(page: PageServices, ids: Ids) {
  return async (
    { messages, temperature }: ModelRequest,
    signal: AbortSignal,
  ): Promise<{ readonly text: string }> => {
    signal.throwIfAborted();
    const id = ids.uuid();
    const taken = new Promise<never>((_, reject) => {
      signal.addEventListener(
        'abort',
        () => {
          // The page may answer late or never: a cancelled run does not wait for it.
          reject(signal.reason);
          Promise.resolve(page.builtinAbort(id)).catch(() => undefined);
        },
        { once: true },
      );
    });
    return Promise.race([page.builtinComplete({ id, messages: spoken(messages), temperature }), taken]);
  };
}

/** The turns that a model without tools can read: a call or a result of an earlier turn becomes part of the text. */
function spoken(
  messages: ModelRequest['messages'],
): Parameters<PageServices['builtinComplete']>[0]['messages'] {
  return messages.map((message) =>
    message.role === 'tool'
      ? { role: 'user', content: `Result of the tool: ${message.content}` }
      : { role: message.role, content: message.content },
  );
}

/** A listener that is gone cannot break the run. */
async function tell(listener: (event: RunEvent) => unknown, event: RunEvent): Promise<void> {
  try {
    await listener(event);
  } catch {
    // What is true is persisted; readers that were not told find it there.
  }
}

function refused(
  error: string,
  error_code: string,
  details: readonly Json[] = [],
): { readonly success: false } & { error: string; error_code: string; details: readonly Json[] } {
  return { success: false, error, error_code, details };
}

async function answered<T>(work: () => Promise<CommandAnswer<T>>): Promise<CommandAnswer<T>> {
  try {
    return await work();
  } catch (cause) {
    console.error(cause);
    return refused('An unexpected error occurred.', 'INTERNAL_ERROR');
  }
}
