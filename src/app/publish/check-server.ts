// Whether a server can be published to, asked before a workflow depends on it.
import { DOORS_OF, type DoorRefusal } from '../../formats/door-calls';
import { probeBundle } from '../../formats/publish-bundle';
import { isArray, ownString } from '../../model/json';
import type { CallFault, CallOutcome, ServerClient } from './server-client';

/** What the workflows of this browser ask of a server. */
export type Needs = { readonly nodeTypes: readonly string[]; readonly processors: readonly string[] };

/** `null`: the server does not say. */
export type ServerCheck =
  | { readonly state: 'fault'; readonly fault: CallFault }
  /** 401: the token is not known there, or none was sent where one is needed. */
  | { readonly state: 'stranger'; readonly service: string; readonly version: string | null }
  | {
      readonly state: 'ready';
      readonly service: string;
      readonly version: string | null;
      readonly may: {
        readonly view: boolean;
        readonly publish: boolean | null;
        readonly confirm: boolean | null;
      };
      /** Node types that it offers; `null` where the caller may not see them. */
      readonly offers: Needs | null;
      /** What of the needs it does not offer. */
      readonly lacks: Needs;
    };

/**
 * Asks the doors themselves: the health door what is there, the door of node types what it offers, the import door (with
 * a bundle that it cannot take) what the caller may. Nothing is stored by any of it.
 */
export async function checkServer(
  client: ServerClient,
  needs: Needs,
  signal?: AbortSignal,
): Promise<ServerCheck> {
  const ask = { signal };
  const health = await client.call('GET', DOORS_OF.health(client.base), ask);
  if (isFault(health)) return { state: 'fault', fault: health };
  const data = health.kind === 'done' ? health.data : null;
  const service = ownString(data, 'service') ?? 'FlowDrop';
  const version = ownString(data, 'version') ?? null;
  const nodes = await client.call('GET', DOORS_OF.nodes(client.base), ask);
  if (isFault(nodes)) return { state: 'fault', fault: nodes };
  const right = await mayPublish(client, signal);
  if (isFault(right)) return { state: 'fault', fault: right };
  if (isStranger(nodes) || right === 'stranger') return { state: 'stranger', service, version };
  const list = nodes.kind === 'done' && isArray(nodes.data) ? nodes.data : null;
  const offers =
    list === null
      ? null
      : {
          nodeTypes: list.flatMap((type) => ownString(type, 'id') ?? []),
          processors: [...new Set(list.flatMap((type) => ownString(type, 'executor_plugin') ?? []))],
        };
  const lacking = (wanted: readonly string[], offered: readonly string[] | undefined) =>
    offered === undefined ? [] : wanted.filter((name) => !offered.includes(name));
  return {
    state: 'ready',
    service,
    version,
    may: { view: list !== null, ...right },
    offers,
    lacks: {
      nodeTypes: lacking(needs.nodeTypes, offers?.nodeTypes),
      processors: lacking(needs.processors, offers?.processors),
    },
  };
}

export type PublishRight = { readonly publish: boolean | null; readonly confirm: boolean | null };

/**
 * What the caller may do at the import door, told by the gate that refuses {@link probeBundle}: whoever is refused for the
 * publisher although it is confirmed may not confirm (STORE-9).
 */
export async function mayPublish(
  client: ServerClient,
  signal?: AbortSignal,
): Promise<PublishRight | 'stranger' | CallFault> {
  const answer = await client.call('POST', DOORS_OF.import(client.base), { body: probeBundle(), signal });
  if (isFault(answer)) return answer;
  if (isStranger(answer)) return 'stranger';
  if (answer.kind === 'done') return { publish: true, confirm: null };
  switch (answer.code) {
    case 'BUNDLE_PUBLISHER_UNTRUSTED':
      return { publish: true, confirm: false };
    case 'BUNDLE_PROCESSOR_MISSING':
      return { publish: true, confirm: true };
    case 'ACCESS_DENIED':
      return { publish: false, confirm: false };
    default:
      return { publish: null, confirm: null };
  }
}

const FAULTS = ['unreachable', 'cors', 'timeout', 'cancelled', 'redirect', 'foreign'] as const;

/** True for a call that no door answered. */
export function isFault(outcome: object | string): outcome is CallFault {
  return typeof outcome !== 'string' && 'kind' in outcome && FAULTS.some((kind) => kind === outcome.kind);
}

/** True where the server does not know who calls. */
export function isStranger(outcome: CallOutcome | DoorRefusal): boolean {
  return 'status' in outcome && outcome.status === 401;
}
