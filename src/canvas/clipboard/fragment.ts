import {
  type EdgeKey,
  mintKey,
  type NodeKey,
  type Position,
  type WorkflowDocument,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../model/document';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../../model/json';
import { fail, ok, type Problem, type Result } from '../../model/problem';

export const FRAGMENT_FORMAT = 'sluice.fragment/v1';
/** Longest text that is read as a fragment: 4 MiB of UTF-16 units. */
const LONGEST = 4 * 1024 * 1024;
const MOST_ITEMS = 5000;

/** Part of a workflow on its way from one place to another. Edges join nodes of the fragment by their ids. */
export type Fragment = { readonly nodes: readonly WorkflowNode[]; readonly edges: readonly WorkflowEdge[] };

/** These nodes, and the edges that join them. */
export function fragmentOf(document: WorkflowDocument, keys: ReadonlySet<NodeKey>): Fragment {
  const nodes = document.nodes.filter((node) => keys.has(node.key));
  const ids = new Set(nodes.map((node) => node.id));
  return { nodes, edges: document.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)) };
}

/** The fragment as the text that goes onto the clipboard. */
export function encodeFragment(fragment: Fragment): string {
  return JSON.stringify({
    format: FRAGMENT_FORMAT,
    nodes: fragment.nodes.map((node) => ({
      id: node.id,
      type: node.type,
      position: node.position,
      data: {
        label: node.data.label,
        config: node.data.config,
        metadata: node.data.metadata,
        extra: node.data.extra,
      },
      extra: node.extra,
    })),
    edges: fragment.edges.map(({ key: _key, ...edge }) => edge),
  });
}

/** Reads a text from a clipboard. It may come from anywhere: every part is checked, nothing is repaired. */
export function decodeFragment(text: string): Result<Fragment> {
  if (text.length > LONGEST)
    return fail([{ path: '', message: 'The text is too long to be a part of a workflow.' }]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail([{ path: '', message: 'The text is no JSON.' }]);
  }
  if (ownString(value, 'format') !== FRAGMENT_FORMAT) {
    return fail([{ path: 'format', message: `It should be "${FRAGMENT_FORMAT}".` }]);
  }
  const problems: Problem[] = [];
  const nodes = readList(own(value, 'nodes'), 'nodes', readNode, problems);
  const edges = readList(own(value, 'edges') ?? [], 'edges', readEdge, problems);
  if (problems.length === 0 && nodes.length === 0)
    problems.push({ path: 'nodes', message: 'It holds no node.' });
  return problems.length > 0 ? fail(problems) : ok({ nodes, edges });
}

function readList<T>(
  value: Json | undefined,
  path: string,
  read: (item: Json, path: string, problems: Problem[]) => T,
  problems: Problem[],
): readonly T[] {
  if (!isArray(value) || value.length > MOST_ITEMS) {
    problems.push({ path, message: `It should be a list of at most ${MOST_ITEMS} entries.` });
    return [];
  }
  return value.map((item, at) => read(item, `${path}[${at}]`, problems));
}

function readNode(value: Json, path: string, problems: Problem[]): WorkflowNode {
  const data = own(value, 'data');
  const id = ownString(value, 'id');
  if (id === undefined || id === '') problems.push({ path: `${path}.id`, message: 'It should be a text.' });
  return {
    key: mintKey<NodeKey>(),
    id: id ?? '',
    type: ownString(value, 'type'),
    position: readPosition(own(value, 'position'), `${path}.position`, problems),
    data: {
      label: ownString(data, 'label'),
      config: own(data, 'config'),
      metadata: objectAt(data, 'metadata'),
      extra: objectAt(data, 'extra') ?? {},
    },
    extra: objectAt(value, 'extra') ?? {},
  };
}

function readEdge(value: Json, path: string, problems: Problem[]): WorkflowEdge {
  const source = ownString(value, 'source');
  const target = ownString(value, 'target');
  if (source === undefined) problems.push({ path: `${path}.source`, message: 'It should be a text.' });
  if (target === undefined) problems.push({ path: `${path}.target`, message: 'It should be a text.' });
  return {
    key: mintKey<EdgeKey>(),
    id: ownString(value, 'id') ?? '',
    source: source ?? '',
    target: target ?? '',
    sourceHandle: ownString(value, 'sourceHandle'),
    targetHandle: ownString(value, 'targetHandle'),
    data: objectAt(value, 'data'),
    extra: objectAt(value, 'extra') ?? {},
  };
}

function readPosition(value: Json | undefined, path: string, problems: Problem[]): Position {
  const x = own(value, 'x');
  const y = own(value, 'y');
  if (typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y))
    return { x, y };
  problems.push({ path, message: 'It should be an object with the numbers x and y.' });
  return { x: 0, y: 0 };
}

function objectAt(value: Json | undefined, key: string): JsonObject | undefined {
  const found = own(value, key);
  return isObject(found) ? found : undefined;
}
