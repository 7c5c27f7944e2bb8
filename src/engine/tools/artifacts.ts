// RT-TOOL-1 to RT-TOOL-7: what tools hand over beside the prose for the model.
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';

/** RT-TOOL-2: the key of a tool's output that never reaches a model. */
export const ARTIFACTS_KEY = 'artifacts';

/** Untrusted output of tools and models: whoever shows a value of the payload shows it as plain text. */
export type Artifact = { readonly type: string; readonly payload: JsonObject };
/** RT-TOOL-3: what leaves an invoker. */
export type CallArtifact = Artifact & { readonly tool_call_id: string };

/**
 * RT-TOOL-2: what a tool gave, apart from its artifacts. An entry without a type, or with a payload that is no map, is left
 * out by itself.
 */
export function liftArtifacts(outputs: JsonObject): {
  readonly data: JsonObject;
  readonly artifacts: readonly Artifact[];
} {
  const listed = own(outputs, ARTIFACTS_KEY);
  if (listed === undefined) return { data: outputs, artifacts: [] };
  const { [ARTIFACTS_KEY]: _lifted, ...data } = outputs;
  return { data, artifacts: isArray(listed) ? listed.flatMap(readArtifact) : [] };
}

function readArtifact(entry: Json): readonly Artifact[] {
  const type = own(entry, 'type');
  const payload = own(entry, 'payload');
  if (typeof type !== 'string' || type === '' || !isObject(payload)) return [];
  return [{ type, payload }];
}

/** RT-TOOL-3: key by key, so that a tool can neither say whose call it was nor add keys. */
export function artifactsOfCall(artifacts: readonly Artifact[], call: string): readonly CallArtifact[] {
  return artifacts.map(({ type, payload }) => ({ type, payload, tool_call_id: call }));
}

/** RT-TOOL-6: least that has to be taken, and no more is. Sizes in bytes of the payload's JSON text in UTF-8. */
export const ARTIFACT_BOUNDS = { payload: 512 * 1024, count: 50, total: 2 * 1024 * 1024 } as const;

/** RT-TOOL-6: what a run has collected. Plain data, so that it is stored with the run. */
export type Collected = { readonly artifacts: readonly CallArtifact[]; readonly bytes: number };
export const NOTHING_COLLECTED: Collected = { artifacts: [], bytes: 0 };

/** RT-TOOL-6: an artifact that was dropped, and why, for the warning that names tool, run, type and call. */
export type Dropped = {
  readonly type: string;
  readonly call: string;
  readonly reason: 'no type' | 'does not encode' | 'too large' | 'too many' | 'no room';
};

/**
 * RT-TOOL-6: the one place that bounds what a run collects. One that does not fit is dropped by itself; later, smaller ones
 * are still taken, in the order in which they come.
 */
export function collectArtifacts(
  before: Collected,
  arriving: readonly CallArtifact[],
): { readonly collected: Collected; readonly dropped: readonly Dropped[] } {
  const artifacts = [...before.artifacts];
  let { bytes } = before;
  const dropped: Dropped[] = [];
  for (const artifact of arriving) {
    const { type, tool_call_id: call } = artifact;
    const size = encodedSize(artifact.payload);
    const reason = refusal(type, size, artifacts.length, bytes);
    if (reason !== undefined || size === undefined)
      dropped.push({ type, call, reason: reason ?? 'does not encode' });
    else {
      artifacts.push(artifact);
      bytes += size;
    }
  }
  return { collected: { artifacts, bytes }, dropped };
}

function refusal(
  type: string,
  size: number | undefined,
  count: number,
  bytes: number,
): Dropped['reason'] | undefined {
  if (type === '') return 'no type';
  if (size === undefined) return 'does not encode';
  if (size > ARTIFACT_BOUNDS.payload) return 'too large';
  if (count >= ARTIFACT_BOUNDS.count) return 'too many';
  return bytes + size > ARTIFACT_BOUNDS.total ? 'no room' : undefined;
}

const encoder = new TextEncoder();

/** `undefined`: it has no JSON text. */
function encodedSize(payload: JsonObject): number | undefined {
  try {
    return encoder.encode(JSON.stringify(payload)).length;
  } catch {
    return undefined;
  }
}

/** RT-TOOL-7: how many artifacts wait, at most, while their turn is paused. */
export const MOST_HELD = 50;

/** RT-TOOL-7: what is held stays in front; what would be too much is dropped from the newest. */
export function holdArtifacts(
  held: readonly CallArtifact[],
  more: readonly CallArtifact[],
): { readonly held: readonly CallArtifact[]; readonly dropped: number } {
  const all = [...held, ...more];
  return { held: all.slice(0, MOST_HELD), dropped: Math.max(0, all.length - MOST_HELD) };
}
