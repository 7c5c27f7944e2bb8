// The form before a run (data-model: run form). Declared inputs first; then, for the author alone, the unwired inputs of
// entry nodes as node-keyed data (MAN-12, DATA-6), which never enter the contract.
import type { Catalog } from '../catalog/types';
import { anchorOf, configOf, titleOf, type WorkflowDocument, type WorkflowNode } from '../model/document';
import { sourcePort, targetPort } from '../model/handle';
import { isArray, type Json, type JsonObject, own, ownString } from '../model/json';
import type { EnteredInputs, Refusal } from './ports';

export type FieldKind = 'text' | 'long' | 'number' | 'integer' | 'boolean' | 'choice' | 'json' | 'any';

export type RunField = {
  /** Key into what was entered; unique in the form. */
  readonly key: string;
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly kind: FieldKind;
  readonly choices: readonly Json[];
  readonly examples: readonly Json[];
  /** Nothing stands in for it when it is left out, so a run from elsewhere asks for it once. */
  readonly asked: boolean;
  readonly target:
    | { readonly kind: 'declared'; readonly name: string }
    | { readonly kind: 'node'; readonly node: string; readonly port: string };
};

export type NodeFields = {
  readonly node: string;
  readonly title: string;
  /** Required, or passed on to another node. */
  readonly fields: readonly RunField[];
  /** The rest, shown on demand. */
  readonly more: readonly RunField[];
};

export type RunForm = { readonly declared: readonly RunField[]; readonly nodes: readonly NodeFields[] };

const INJECTED = new Set(['trigger', 'loop_back', 'tool', 'input']);

/** The form of a document. An entry that binds nothing usable is still asked for by name: the door decides (MAN-14). */
export function runForm(document: WorkflowDocument, catalog: Catalog): RunForm {
  const nodes = new Map(document.nodes.map((node) => [node.id, node]));
  const bound = new Set<string>();
  const declared = document.inputs.flatMap((entry): readonly RunField[] => {
    if (entry.name === undefined || entry.name === '') return [];
    const node = entry.node_id === undefined ? undefined : nodes.get(entry.node_id);
    if (entry.node_id !== undefined && entry.port !== undefined) bound.add(`${entry.node_id} ${entry.port}`);
    const schema = node === undefined || entry.port === undefined ? {} : schemaOf(node, entry.port, catalog);
    return [
      {
        key: `declared:${entry.name}`,
        // MAN-6: a blank word of the author leaves the port's in its place.
        label: said(entry.title) ?? entry.name,
        help: said(entry.description) ?? ownString(schema, 'description') ?? '',
        required: entry.required === true,
        ...shape(schema),
        examples: examplesOf(entry.examples, schema),
        asked: own(schema, 'default') === undefined && (node === undefined || !isConfigured(node)),
        target: { kind: 'declared', name: entry.name },
      },
    ];
  });
  const fed = new Set(document.edges.map((edge) => edge.target));
  const used = new Set(document.edges.map((edge) => `${edge.source} ${sourcePort(edge) ?? ''}`));
  const wired = new Set(document.edges.map((edge) => `${edge.target} ${targetPort(edge) ?? ''}`));
  const entries = document.nodes.flatMap((node): readonly NodeFields[] => {
    const type = anchorOf(node);
    const built = type === undefined || fed.has(node.id) ? undefined : catalog.built(type);
    if (built === undefined || !built.flags.executable || built.flags.start) return [];
    const config = configOf(node);
    const open = built.inputs.filter(
      (port) =>
        !INJECTED.has(port.id) &&
        !bound.has(`${node.id} ${port.id}`) &&
        !wired.has(`${node.id} ${port.id}`) &&
        !Object.hasOwn(config, port.id),
    );
    const all = open.map((port): { readonly field: RunField; readonly first: boolean } => {
      const schema = schemaOf(node, port.id, catalog);
      const first = port.required || used.has(`${node.id} ${port.id}`);
      return {
        field: {
          key: `node:${node.id}:${port.id}`,
          label: ownString(schema, 'title') ?? port.name,
          help: port.description,
          required: port.required && port.defaultValue === undefined,
          ...shape(schema),
          examples: [],
          asked: first,
          target: { kind: 'node', node: node.id, port: port.id },
        },
        first,
      };
    });
    if (all.length === 0) return [];
    return [
      {
        node: node.id,
        title: titleOf(node),
        fields: all.filter(({ first }) => first).map(({ field }) => field),
        more: all.filter(({ first }) => !first).map(({ field }) => field),
      },
    ];
  });
  return { declared, nodes: entries };
}

function said(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

function examplesOf(authored: readonly Json[] | undefined, schema: JsonObject): readonly Json[] {
  if (authored !== undefined && authored.length > 0) return authored;
  const declared = own(schema, 'examples');
  return isArray(declared) ? declared : [];
}

/** Every field of a form, in the order they are drawn. */
export function fieldsOf(form: RunForm): readonly RunField[] {
  return [...form.declared, ...form.nodes.flatMap(({ fields, more }) => [...fields, ...more])];
}

/** Whether a field that is to be asked for was never shown to the person: `entered` has no word of it. */
export function hasUnasked(form: RunForm, entered: EnteredInputs): boolean {
  return fieldsOf(form).some(({ asked, key }) => asked && !Object.hasOwn(entered, key));
}

/** What was entered, with every field of the form in it: what was left empty was left so on purpose. */
export function answered(form: RunForm, entered: EnteredInputs): EnteredInputs {
  return { ...Object.fromEntries(fieldsOf(form).map(({ key }) => [key, ''])), ...entered };
}

/** Whether a node is configured with anything that a value could fall back on. */
function isConfigured(node: WorkflowNode): boolean {
  return Object.entries(configOf(node)).some(
    ([key, value]) =>
      key !== 'ports' && value !== '' && value !== null && !(isArray(value) && value.length === 0),
  );
}

export type FieldFault = {
  /** `refused`: the launch check found it (MAN-16); the others are found before anything is sent. */
  readonly code: 'required' | 'number' | 'integer' | 'json' | 'refused';
  readonly message: string;
};
export type ReadInputs =
  | { readonly ok: true; readonly inputs: JsonObject; readonly initialData: JsonObject }
  | { readonly ok: false; readonly faults: { readonly [field: string]: FieldFault } };

/**
 * What the launch check refused, at the fields that it is about (MAN-15, MAN-16). Nothing where the refusal is about
 * something else than a declared input of this form.
 */
export function refusedFields(
  form: RunForm,
  { code, details }: Pick<Refusal, 'code' | 'details'>,
): { readonly [field: string]: FieldFault } {
  if (code !== 'INPUT_REQUIRED' && code !== 'INPUT_INVALID') return {};
  const faults: { [field: string]: FieldFault } = {};
  for (const detail of details) {
    const name = ownString(detail, 'name');
    const field = form.declared.find(({ target }) => target.kind === 'declared' && target.name === name);
    if (field === undefined) continue;
    const message = ownString(detail, 'message') ?? '';
    faults[field.key] =
      code === 'INPUT_REQUIRED' ? { code: 'required', message: '' } : { code: 'refused', message };
  }
  return faults;
}

/** Key under which the reading of an untyped field is remembered: `json`, else text. */
export function modeKey(field: RunField): string {
  return `${field.key}:as`;
}

/** What was typed, as launch data. A field that was left empty is not sent, so that defaults hold. */
export function readInputs(form: RunForm, entered: EnteredInputs): ReadInputs {
  const inputs: { [name: string]: Json } = {};
  const initial: { [node: string]: { [port: string]: Json } } = {};
  const faults: { [field: string]: FieldFault } = {};
  for (const field of fieldsOf(form)) {
    const text = Object.hasOwn(entered, field.key) ? (entered[field.key] ?? '') : '';
    if (text === '') {
      if (field.required) faults[field.key] = { code: 'required', message: '' };
      continue;
    }
    const read = readValue(field, text, entered[modeKey(field)]);
    if ('fault' in read) faults[field.key] = read.fault;
    else if (field.target.kind === 'declared') define(inputs, field.target.name, read.value);
    else {
      const { node, port } = field.target;
      const of = Object.hasOwn(initial, node) ? initial[node] : undefined;
      const values = of ?? {};
      define(values, port, read.value);
      define(initial, node, values);
    }
  }
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, inputs, initialData: initial };
}

function readValue(
  field: RunField,
  text: string,
  mode: string | undefined,
): { readonly value: Json } | { readonly fault: FieldFault } {
  switch (field.kind) {
    case 'text':
    case 'long':
      return { value: text };
    case 'number':
    case 'integer': {
      const value = Number(text);
      if (text.trim() === '' || !Number.isFinite(value)) return { fault: { code: 'number', message: '' } };
      if (field.kind === 'integer' && !Number.isInteger(value))
        return { fault: { code: 'integer', message: '' } };
      return { value };
    }
    case 'boolean':
      return { value: text === 'true' };
    case 'any':
      return mode === 'json' ? parse(text) : { value: text };
    case 'choice':
    case 'json':
      return parse(text);
  }
}

function parse(text: string): { readonly value: Json } | { readonly fault: FieldFault } {
  try {
    const value: Json = JSON.parse(text);
    return { value };
  } catch (cause) {
    return { fault: { code: 'json', message: cause instanceof Error ? cause.message : String(cause) } };
  }
}

/** Sets an own property, `__proto__` included. */
function define<T>(target: { [key: string]: T }, key: string, value: T): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function schemaOf(node: WorkflowNode, port: string, catalog: Catalog): JsonObject {
  const type = anchorOf(node);
  const built = type === undefined ? undefined : catalog.built(type);
  const schema =
    own(own(built?.processor?.parameters, 'properties'), port) ??
    own(own(built?.inputSchema, 'properties'), port);
  return typeof schema === 'object' && schema !== null && !isArray(schema) ? schema : {};
}

function shape(schema: JsonObject): Pick<RunField, 'kind' | 'choices'> {
  const choices = own(schema, 'enum');
  if (isArray(choices) && choices.length > 0) return { kind: 'choice', choices };
  const declared = own(schema, 'type');
  const type = isArray(declared) ? declared.find((one) => one !== 'null') : declared;
  const long = ['multiline', 'template', 'markdown'].includes(ownString(schema, 'format') ?? '');
  switch (type) {
    case 'string':
      return { kind: long ? 'long' : 'text', choices: [] };
    case 'number':
    case 'integer':
    case 'boolean':
      return { kind: type, choices: [] };
    case 'array':
    case 'object':
      return { kind: 'json', choices: [] };
    default:
      return { kind: 'any', choices: [] };
  }
}
