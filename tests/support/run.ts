import { createServer, type IncomingMessage } from 'node:http';
import { createCatalog } from '../../src/catalog/catalog';
import type { Catalog } from '../../src/catalog/types';
import { createEngine, type Engine } from '../../src/engine/engine';
import type { LaunchRequest } from '../../src/engine/launch';
import { createModelGateway } from '../../src/engine/models/gateway';
import { DEFAULT_MODELS } from '../../src/engine/models/settings';
import { createFetchNetwork } from '../../src/engine/network/fetch-network';
import type { JobRow, RunRow, RunStore, StoredValues } from '../../src/engine/ports';
import { processors } from '../../src/engine/processors/index';
import { seededIds } from '../../src/engine/simulation/seeded-ids';
import { memoryStore } from '../../src/engine/testing/memory-store';
import { createExpressionHost } from '../../src/expression/host';
import type { WorkflowDocument } from '../../src/model/document';
import type { Json } from '../../src/model/json';

type ModelSettings = Parameters<typeof createModelGateway>[0];

/** The real engine over a store in memory: shipped processors, real expressions, `fetch` on loopback. */
export function realEngine(
  options: { readonly model?: ModelSettings; readonly secrets?: { readonly [name: string]: string } } = {},
): { readonly engine: Engine; readonly store: RunStore } {
  const store = memoryStore();
  const world = {
    store,
    clock: {
      now: () => Date.now(),
      sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    },
    ids: seededIds(),
    announce: () => undefined,
    expressions: createExpressionHost(),
    network: createFetchNetwork({ fetch, allowInternal: true }),
    models: createModelGateway(options.model ?? DEFAULT_MODELS, {
      network: createFetchNetwork({ fetch, allowInternal: true }),
      secret: async (name) => {
        const value = options.secrets?.[name];
        return value === undefined ? { kind: 'missing' } : { kind: 'found', value };
      },
    }),
  };
  return { engine: createEngine(world, { executors: processors }), store };
}

export type Finished = {
  readonly run: RunRow;
  readonly jobs: ReadonlyMap<string, JobRow>;
  readonly executed: readonly string[];
  value(values: StoredValues | null, port: string): Promise<Json | undefined>;
};

/** Launches a workflow and waits for its end; throws where the launch is refused. */
export async function runToEnd(
  { engine, store }: ReturnType<typeof realEngine>,
  document: WorkflowDocument,
  request: Omit<LaunchRequest, 'document' | 'caller'>,
  catalog: Catalog = createCatalog(),
): Promise<Finished> {
  const launched = await engine.launch(catalog, { caller: 'system', ...request, document });
  if (!launched.ok)
    throw new Error(
      `${launched.error.code}: ${launched.error.message} ${JSON.stringify(launched.error.details)}`,
    );
  await launched.value.done;
  const run = await store.run(launched.value.run.id);
  if (run === undefined) throw new Error('The run is gone');
  const rows = await store.jobs(run.id);
  const ordered = rows.filter((job) => job.order !== null).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return {
    run,
    jobs: new Map(rows.map((job) => [job.node, job])),
    executed: ordered.map((job) => job.node),
    async value(values, port) {
      const stored = values?.[port];
      if (stored === undefined) return undefined;
      return 'inline' in stored ? stored.inline : store.value(stored.ref);
    },
  };
}

export type Answer = (
  path: string,
  body: string,
  request: IncomingMessage,
) => { readonly status?: number; readonly json: Json };

/** A JSON service on loopback. */
export async function service(answer: Answer): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { status = 200, json } = answer(
        request.url ?? '',
        Buffer.concat(parts).toString('utf8'),
        request,
      );
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
