// Writes through the doors of a real host, kills it, starts it again, and compares.
import { isArray, isObject, type Json, own, ownString } from '../../model/json';
import { dataOf, type RunningHost, startHost } from './processes';

export type KillOptions = {
  readonly directory: string;
  readonly rounds: number;
  readonly seed: number;
  /** Acknowledged writes before a kill, at most; it comes at any moment of those that follow. */
  readonly writes: number;
  /** Starts the program that is killed; default the host itself. */
  start?(directory: string): Promise<RunningHost>;
};

export type KillReport = {
  /** Writes that were answered with success. */
  readonly acknowledged: number;
  readonly faults: readonly string[];
  /** Milliseconds from start to listening, after each kill. */
  readonly starts: readonly number[];
};

const WORKFLOWS = '/api/flowdrop/workflows';
/** Makes a record longer than a page of a disk, so that a half of it could be there. */
const FILLING = 'x'.repeat(6_000);

/** What is known of one id: the last acknowledged state, and the one that was asked for at the kill. `null`: deleted. */
type Known = { acknowledged: number | null; pending: number | null | undefined };

export async function killRounds(options: KillOptions): Promise<KillReport> {
  const start =
    options.start ??
    ((directory: string) => startHost(['--data', directory, '--trusted-publishers', 'acme']));
  const random = createRandom(options.seed);
  const known = new Map<string, Known>();
  const imports = new Map<string, boolean>();
  const faults: string[] = [];
  const starts: number[] = [];
  let acknowledged = 0;
  let version = 0;
  const timed = async () => {
    const before = performance.now();
    const running = await start(options.directory);
    starts.push(performance.now() - before);
    return running;
  };

  let host = await timed();
  for (let round = 0; round < options.rounds; round += 1) {
    let over = false;
    const writer = async (name: string): Promise<void> => {
      for (let i = 0; !over; i += 1) {
        const id = `${name}_${Math.floor(random() * 5)}`;
        const importId = `${name}_i${round}_${i}`;
        try {
          if (random() < 0.2) {
            imports.set(importId, false);
            const { status } = await host.call('POST', `${WORKFLOWS}/import`, bundleOf(importId));
            if (status !== 201) faults.push(`The import of ${importId} was answered with ${status}.`);
            imports.set(importId, true);
          } else {
            await write(id, random() < 0.15);
          }
          acknowledged += 1;
        } catch (cause) {
          // The kill; anything before it is a fault.
          if (!over) faults.push(`A write before the kill failed: ${String(cause)}`);
          return;
        }
      }
    };
    const write = async (id: string, remove: boolean): Promise<void> => {
      const one = known.get(id) ?? { acknowledged: null, pending: undefined };
      known.set(id, one);
      version += 1;
      const next = version;
      const there = one.acknowledged !== null;
      one.pending = remove && there ? null : next;
      const { status } =
        remove && there
          ? await host.call('DELETE', `${WORKFLOWS}/${id}`)
          : await host.call(
              there ? 'PUT' : 'POST',
              there ? `${WORKFLOWS}/${id}` : WORKFLOWS,
              bodyOf(id, next),
            );
      if (status !== 200 && status !== 201) faults.push(`A write of ${id} was answered with ${status}.`);
      one.acknowledged = one.pending;
      one.pending = undefined;
    };
    const until = acknowledged + Math.ceil(random() * options.writes);
    const writers = ['a', 'b', 'c', 'd'].map(writer);
    while (acknowledged < until && faults.length === 0) await pause(1);
    await pause(random() * 10);
    over = true;
    await host.stop('SIGKILL');
    await Promise.all(writers);
    host = await timed();
    faults.push(...(await compare(host, known)), ...(await compareImports(host, imports)));
  }
  await host.stop();
  return { acknowledged, faults, starts };
}

/** Every id is as it was acknowledged, or as the write asked for that was under way; the latter is then what is known. */
async function compare(host: RunningHost, known: Map<string, Known>): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [id, one] of known) {
    const reply = await host.call('GET', `${WORKFLOWS}/${id}`);
    const found = reply.status === 404 ? null : versionOf(dataOf(reply));
    if (found === undefined) faults.push(`${id} is half there.`);
    else if (found !== one.acknowledged && (one.pending === undefined || found !== one.pending))
      faults.push(`${id} is at ${found}; acknowledged was ${one.acknowledged}, under way ${one.pending}.`);
    known.set(id, { acknowledged: found ?? null, pending: undefined });
  }
  return faults;
}

/** STORE-9: a workflow and its node type are both there or both not; acknowledged ones are. */
async function compareImports(host: RunningHost, imports: Map<string, boolean>): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [id, acknowledged] of imports) {
    const flow = (await host.call('GET', `${WORKFLOWS}/${id}`)).status === 200;
    const type = (await host.call('GET', `/api/flowdrop/node-types/type_${id}`)).status === 200;
    if (flow !== type)
      faults.push(`Of the import ${id} only the ${flow ? 'workflow' : 'node type'} is there.`);
    if (acknowledged && !flow) faults.push(`The import ${id} is lost.`);
    imports.set(id, flow);
  }
  return faults;
}

function bodyOf(id: string, version: number): Json {
  const node = {
    id: 'note.1',
    type: 'note',
    position: { x: version, y: 0 },
    data: { label: `${version}`, config: {}, metadata: { node_type_id: 'note' } },
  };
  return { id, name: `${version}`, description: `${version}:${FILLING}`, nodes: [node] };
}

/** The version of a record whose parts all say the same; `undefined` of one that is mixed or cut. */
function versionOf(workflow: Json): number | undefined {
  const name = ownString(workflow, 'name') ?? '';
  const nodes = own(workflow, 'nodes');
  const [node] = isArray(nodes) ? nodes : [];
  const label = isObject(node) ? ownString(own(node, 'data'), 'label') : undefined;
  const whole = ownString(workflow, 'description') === `${name}:${FILLING}` && label === name;
  return whole ? Number(name) : undefined;
}

function bundleOf(id: string): Json {
  return {
    format: 'flowdrop.bundle/v1',
    payload: {
      publisher: 'acme',
      node_types: [{ id: `type_${id}`, label: id, executor_plugin: 'flowdrop_node_processor:text_input' }],
      flow: {
        id,
        label: id,
        nodes: [
          {
            id: 'n.1',
            type: 'universalNode',
            position: { x: 0, y: 0 },
            data: { label: id, config: {}, metadata: { node_type_id: `type_${id}` } },
          },
        ],
        edges: [],
      },
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** mulberry32: the same rounds for the same seed, but for what the machine does. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
