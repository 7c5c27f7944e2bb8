// Small words to write workflows in the API form, and files of them.
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type FileOf = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** A node `<type>.<n>` with its place in columns and rows of a grid. */
export function node(
  id: string,
  label: string,
  at: readonly [column: number, row: number],
  config: { readonly [key: string]: Json } = {},
  type = id.slice(0, id.lastIndexOf('.')),
) {
  return {
    id,
    type: 'universalNode',
    position: { x: at[0] * 340, y: at[1] * 280 },
    data: { label, config, metadata: { node_type_id: type } },
  };
}

/** An edge from `node:port` to `node:port`. */
export function wire(from: string, to: string) {
  const [source, sourcePort] = from.split(':');
  const [target, targetPort] = to.split(':');
  return {
    id: `${from}>${to}`,
    source: source ?? '',
    target: target ?? '',
    sourceHandle: `${source}-output-${sourcePort}`,
    targetHandle: `${target}-input-${targetPort}`,
  };
}

export type Workflow = {
  readonly id: string;
  readonly name: string;
  readonly nodes: readonly Json[];
  readonly edges?: readonly Json[];
  readonly [key: string]: Json | undefined;
};

/** A whole workflow of the API form. */
export function workflow(id: string, name: string, parts: Partial<Workflow>): Workflow {
  return { description: '', nodes: [], edges: [], metadata: {}, ...parts, id, name };
}

/** A declared input or output that binds `node:port` (MAN-20). */
export function declared(id: string, bound: string, words: { readonly [key: string]: Json } = {}): Json {
  const [nodeId, portId] = bound.split(':');
  return { id, ...words, bindings: [{ nodeId: nodeId ?? '', portId: portId ?? '' }] };
}

/** A port of a node with dynamic ports, as stored. */
export function dynamicPort(name: string, dataType: string, value?: string): Json {
  const base = { name, label: name, description: '', dataType, required: false };
  return value === undefined ? base : { ...base, value };
}

export function jsonFile(document: Workflow): FileOf {
  return textFile(`${document.id}.json`, JSON.stringify(document));
}

export function textFile(name: string, text: string): FileOf {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
}
