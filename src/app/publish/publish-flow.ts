// One publication, step by step. The import door is atomic, so a workflow is there whole or not at all; only an answer
// that was lost leaves it open which, and then the server is asked.
import { webCryptoHash } from '../../engine/values';
import { DOORS_OF, type DoorRefusal } from '../../formats/door-calls';
import { structureText } from '../../formats/workflow-diff';
import { isAddressable } from '../../model/addressable';
import { decodeWorkflow } from '../../model/api-form';
import type { WorkflowDocument } from '../../model/document';
import { type Json, type JsonObject, ownString } from '../../model/json';
import type { LiveCopy } from '../../store';
import { isFault, mayPublish } from './check-server';
import type { CallFault, CallOutcome, ServerClient } from './server-client';

/** A workflow as a server has it. */
export type ServerCopy = {
  readonly id: string;
  readonly document: WorkflowDocument;
  /** The server's word for when it last changed. */
  readonly changed: string;
  readonly version: string | null;
};

export type Looked =
  | { readonly kind: 'absent' }
  | { readonly kind: 'there'; readonly copy: ServerCopy }
  /** The caller may not see what is there, which says nothing of whether they may publish. */
  | { readonly kind: 'hidden' }
  | ({ readonly kind: 'refused' } & DoorRefusal)
  | CallFault;

export type Sent =
  | { readonly kind: 'live'; readonly copy: Omit<LiveCopy, 'server'> }
  | ({
      readonly kind: 'refused';
      /** Whether this caller may confirm an untrusted publisher; asked only where that is the reason. */
      readonly mayConfirm: boolean;
    } & DoorRefusal)
  /** Whether it arrived is not known. */
  | { readonly kind: 'lost'; readonly fault: CallFault };

/** What the server has under an id. */
export async function lookAt(client: ServerClient, id: string, signal?: AbortSignal): Promise<Looked> {
  const answer = await client.call('GET', DOORS_OF.workflow(client.base, id), { signal });
  if (answer.kind === 'done') {
    const copy = await copyOf(client, id, answer.data, signal);
    return copy === undefined ? { kind: 'foreign', status: answer.status } : { kind: 'there', copy };
  }
  if (answer.kind !== 'refused') return answer;
  if (answer.status === 404) return { kind: 'absent' };
  return answer.code === 'ACCESS_DENIED' ? { kind: 'hidden' } : answer;
}

/** Sends a bundle to the import door. `document` is what it was made of. */
export async function sendBundle(
  client: ServerClient,
  document: WorkflowDocument,
  { bundle }: { readonly bundle: JsonObject },
  now: () => number,
  signal?: AbortSignal,
): Promise<Sent> {
  const answer = await client.call('POST', DOORS_OF.import(client.base), { body: bundle, signal });
  return settle(client, document, answer, now, signal);
}

/** Puts a workflow in place of the one that the server has. */
export async function sendUpdate(
  client: ServerClient,
  document: WorkflowDocument,
  { id, body }: { readonly id: string; readonly body: JsonObject },
  now: () => number,
  signal?: AbortSignal,
): Promise<Sent> {
  const answer = await client.call('PUT', DOORS_OF.workflow(client.base, id), { body, signal });
  return settle(client, document, answer, now, signal);
}

/** Takes a workflow down. Already gone counts as done. */
export async function takeDown(
  client: ServerClient,
  id: string,
  signal?: AbortSignal,
): Promise<{ readonly kind: 'gone' } | ({ readonly kind: 'refused' } & DoorRefusal) | CallFault> {
  const answer = await client.call('DELETE', DOORS_OF.workflow(client.base, id), { signal });
  if (answer.kind === 'done') return { kind: 'gone' };
  if (answer.kind === 'refused' && answer.code === 'WORKFLOW_NOT_FOUND') return { kind: 'gone' };
  return answer;
}

/** What is remembered of a copy that has the structure of `document`. */
export async function remembered(
  document: WorkflowDocument,
  { id, changed, version }: Pick<ServerCopy, 'id' | 'changed' | 'version'>,
  at: number,
): Promise<Omit<LiveCopy, 'server'>> {
  return { id, changed, version, digest: await digestOf(document), at };
}

/** SHA-256 of the structure of a workflow; places on the canvas are no part of it. */
export function digestOf(document: WorkflowDocument): Promise<string> {
  return webCryptoHash(structureText(document));
}

async function settle(
  client: ServerClient,
  document: WorkflowDocument,
  answer: CallOutcome,
  now: () => number,
  signal: AbortSignal | undefined,
): Promise<Sent> {
  if (answer.kind === 'done') {
    const there = ownString(answer.data, 'id');
    // Other services say `success` too; a door says what it stored, under an id that can be asked for again.
    if (there === undefined || !isAddressable(there))
      return { kind: 'lost', fault: { kind: 'foreign', status: answer.status } };
    const changed = ownString(answer.data, 'changed') ?? '';
    const version = await versionOf(client, there, signal);
    return { kind: 'live', copy: await remembered(document, { id: there, changed, version }, now()) };
  }
  if (answer.kind === 'refused') {
    const untrusted = answer.code === 'BUNDLE_PUBLISHER_UNTRUSTED';
    return { ...answer, mayConfirm: untrusted && (await mayConfirm(client, signal)) };
  }
  return { kind: 'lost', fault: answer };
}

async function mayConfirm(client: ServerClient, signal: AbortSignal | undefined): Promise<boolean> {
  const right = await mayPublish(client, signal);
  return right !== 'stranger' && !isFault(right) && right.confirm === true;
}

async function copyOf(
  client: ServerClient,
  id: string,
  data: Json,
  signal: AbortSignal | undefined,
): Promise<ServerCopy | undefined> {
  const decoded = decodeWorkflow(data);
  if (!decoded.ok || ownString(data, 'id') !== id) return undefined;
  const changed = ownString(data, 'changed') ?? '';
  return { id, document: decoded.value.document, changed, version: await versionOf(client, id, signal) };
}

/** The version of the published contract, which its schema door says (META-4). */
async function versionOf(
  client: ServerClient,
  id: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  return ownString(await client.bare(DOORS_OF.schema(client.base, id), signal), 'schema_version') ?? null;
}
