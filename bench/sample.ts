import type { Json, JsonObject } from '../src/model/json';

const KINDS: readonly (readonly [type: string, input: string, output: string, config: JsonObject])[] = [
  [
    'http_request',
    'url',
    'json',
    { method: 'GET', headers: { accept: 'application/json' }, body: '', timeout: 30, follow_redirects: true },
  ],
  [
    'data_mapper',
    'q',
    'url',
    {
      engine: 'twig',
      dynamicInputs: [{ name: 'q', label: 'Query', description: '', dataType: 'string', required: false }],
      dynamicOutputs: [
        {
          name: 'url',
          label: 'URL',
          description: '',
          dataType: 'string',
          required: false,
          value: 'https://a.test/?q={{ q|url_encode }}',
        },
      ],
    },
  ],
  ['if_else', 'data', 'True', { matchText: '', operator: 'not_equals', caseSensitive: false }],
  ['prompt_template', 'variables', 'prompt', { template: 'Say {{ text }} in a few words.' }],
  [
    'data_extractor',
    'data',
    'data',
    { path: '$.results[0].name', engine: 'jsonpath', default: null, extract_all: false },
  ],
];
const kind = (index: number) => KINDS[index % KINDS.length] ?? ['note', '', '', {}];

/** The id of the sample's node at a place in its list. */
export function sampleNodeId(index: number): string {
  return `${kind(index)[0]}.${index}`;
}

/** Where the sample's node lies: rows of 25, in canvas units. */
export function samplePosition(index: number): { readonly x: number; readonly y: number } {
  return { x: (index % 25) * 320, y: Math.floor(index / 25) * 240 };
}

/** The ends of the sample's wires as places in the list of nodes: chains first, then wires that skip more and more nodes. */
export function sampleEnds(
  nodes: number,
  edges: number,
): readonly { readonly from: number; readonly to: number; readonly first: boolean }[] {
  return Array.from({ length: edges }, (_, index) => {
    const from = index % (nodes - 2);
    return { from, to: from + 1 + Math.floor(index / (nodes - 2)), first: index < nodes - 2 };
  });
}

/** A workflow in API form with so many nodes and edges; types that workflows really use, each with its configuration. */
export function sampleWorkflow(id: string, nodes: number, edges: number): JsonObject {
  return {
    id,
    name: 'Bench',
    nodes: Array.from({ length: nodes }, (_, index): Json => {
      const [type, , , config] = kind(index);
      return {
        id: sampleNodeId(index),
        type: 'universalNode',
        position: samplePosition(index),
        data: {
          label: type,
          config: { ...config, instanceTitle: `Step ${index}`, maxRetries: 0 },
          metadata: { node_type_id: type },
        },
      };
    }),
    edges: sampleEnds(nodes, edges).map(({ from, to, first }, index): Json => {
      const [, , output] = kind(from);
      const port = first ? kind(to)[1] : 'trigger';
      return {
        id: `edge-${index}`,
        source: sampleNodeId(from),
        target: sampleNodeId(to),
        sourceHandle: `${sampleNodeId(from)}-output-${output}`,
        targetHandle: `${sampleNodeId(to)}-input-${port}`,
        data: { metadata: { edgeType: 'data', sourcePortDataType: 'string' } },
      };
    }),
  };
}
