// What leaves for a server: the bundle of a workflow for the import door, and the body of an update of one that is there.
import type { Catalog } from '../catalog/types';
import { encodeWorkflow } from '../model/api-form';
import type { WorkflowDocument } from '../model/document';
import { withoutEditorKey } from '../model/ids';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../model/json';
import type { Problem } from '../model/problem';
import { omit } from '../model/record';
import { reduceWorkflow } from '../model/wire';
import { BUNDLE_FORMAT } from './bundle';
import { exportWorkflow } from './export';

export type PublishOptions = {
  /** Named as the publisher; a bundle that came with one keeps it where this is left out. */
  readonly publisher?: string | undefined;
  /** Id of the flow, in place of the one that the form makes of the workflow's own. */
  readonly id?: string | undefined;
  /** Takes responsibility for a publisher that the server does not trust. */
  readonly confirm?: boolean | undefined;
};

/** A bundle that is ready to be sent. `notes`: what the form could not hold, or holds under another name. */
export type Publication = {
  readonly id: string;
  readonly bundle: JsonObject;
  readonly fileName: string;
  readonly notes: readonly Problem[];
};

/**
 * The bundle of a workflow, for a server or for a file. A confirmation that came with an imported bundle is never passed
 * on: it was given for that import alone.
 */
export function bundleToPublish(
  document: WorkflowDocument,
  catalog: Catalog,
  { publisher, id, confirm }: PublishOptions = {},
): Publication {
  const { files, notes } = exportWorkflow(document, 'bundle', catalog);
  const [file] = files;
  const written: Json = JSON.parse(new TextDecoder().decode(file?.bytes));
  const envelope = omit(isObject(written) ? written : {}, ['confirm_publisher']);
  const payload = objectOf(own(envelope, 'payload'));
  const flow = objectOf(own(payload, 'flow'));
  const bundle: JsonObject = {
    ...envelope,
    payload: {
      ...(publisher === undefined || publisher === '' ? {} : { publisher }),
      ...omit(payload, publisher === undefined || publisher === '' ? [] : ['publisher']),
      flow: id === undefined ? flow : { ...flow, id },
    },
    ...(confirm === true ? { confirm_publisher: true } : {}),
  };
  const kept = id === undefined ? notes : notes.filter(({ path }) => path !== 'id');
  return { id: flowId(bundle), bundle, fileName: file?.name ?? 'workflow.bundle.json', notes: kept };
}

/** The id of the flow of a bundle; empty where it has none. */
export function flowId(bundle: JsonObject): string {
  return ownString(own(own(bundle, 'payload'), 'flow'), 'id') ?? '';
}

/** What a bundle says beside its flow, for a person who is about to send it. */
export function contentsOf(bundle: JsonObject): {
  readonly publisher: string;
  readonly nodes: number;
  readonly edges: number;
  readonly nodeTypes: readonly string[];
  readonly processors: readonly string[];
} {
  const payload = own(bundle, 'payload');
  const flow = own(payload, 'flow');
  const texts = (value: Json | undefined) => listOf(value).filter((item) => typeof item === 'string');
  return {
    publisher: ownString(payload, 'publisher') ?? '',
    nodes: listOf(own(flow, 'nodes')).length,
    edges: listOf(own(flow, 'edges')).length,
    nodeTypes: listOf(own(payload, 'node_types')).map((type) => ownString(type, 'id') ?? ''),
    processors: texts(own(own(payload, 'capabilities'), 'processors')),
  };
}

/**
 * The body that replaces the workflow `id` of a server. STORE-4: an update keeps what it is not sent, so every part is
 * sent, an interface without entries too.
 */
export function updateBody(document: WorkflowDocument, catalog: Catalog, id: string): JsonObject {
  const exists = (nodeType: string) => catalog.nodeType(nodeType) !== undefined;
  const { name, description, nodes, edges, metadata, ...rest } = encodeWorkflow(
    reduceWorkflow(withoutEditorKey(document), exists),
  );
  const whole = { name, description, nodes, edges, metadata, interface: own(rest, 'interface') ?? {} };
  return {
    id,
    ...Object.fromEntries(Object.entries(whole).map(([key, value]): [string, Json] => [key, value ?? ''])),
  };
}

/**
 * A bundle that no server takes, whoever sends it: it needs a processor that does not exist, and its flow is broken. What
 * is refused first tells whether the caller may confirm a publisher, as STORE-9 puts that gate ahead of the others.
 */
export function probeBundle(): JsonObject {
  const edges = [{ id: 'nowhere', source: 'nobody', target: 'nobody' }];
  return {
    format: BUNDLE_FORMAT,
    payload: {
      publisher: 'sluice-connection-check',
      capabilities: { processors: ['sluice:connection_check'] },
      flow: { id: 'Never Imported', label: '', nodes: [], edges },
    },
    confirm_publisher: true,
  };
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function listOf(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}
