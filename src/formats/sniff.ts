import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';
import type { Repair } from '../model/record';
import { parseJson } from './json-text';
import { checkSize, type Limits } from './limits';
import { decodeText } from './text';
import { parseYaml } from './yaml-text';
import { isZip } from './zip';

export type RecordKind =
  | 'api'
  | 'editor'
  | 'bundle'
  | 'drupal-workflow'
  | 'drupal-node-type'
  | 'drupal-category'
  | 'lanes';

/** What one file holds. A list or an answer of the API may hold several records. */
export type Sniffed =
  | { readonly kind: 'zip' }
  | {
      readonly kind: 'records';
      readonly records: readonly SniffedRecord[];
      readonly notes: readonly Repair[];
      readonly yaml: boolean;
    }
  /** Readable, and none of our business: another kind of configuration in the same folder. */
  | { readonly kind: 'other'; readonly message: string };

export type SniffedRecord = { readonly kind: RecordKind; readonly path: string; readonly value: JsonObject };

/**
 * Says what a file is, by its content; its name only decides between JSON and YAML, and what a bare record is. Never
 * throws. Refused with a reason: too large (before anything is parsed), no text, neither JSON nor YAML, nothing known.
 *
 * @param yamlLeft characters of YAML that this import may still parse.
 */
export function sniff(
  name: string,
  bytes: Uint8Array,
  limits: Limits,
  yamlLeft = limits.yamlTotal,
): Result<Sniffed, readonly Problem[]> {
  const tooLarge = checkSize(bytes.length, limits.fileBytes, 'The file');
  if (tooLarge !== undefined) return fail([tooLarge]);
  if (isZip(bytes)) return ok({ kind: 'zip' });
  const foreign = SIGNATURES.find(({ start }) => start.every((byte, i) => bytes[i] === byte));
  if (foreign !== undefined) return fail([{ path: '', message: `This is ${foreign.what}. ${EXPECTED}` }]);
  const decoded = decodeText(bytes);
  if (!decoded.ok) return decoded;
  const { text } = decoded.value;
  const yaml = /\.ya?ml$/i.test(name) || !/^\s*[[{]/.test(text);
  if (yaml && /\.(md|txt|html?|svg|xml|css|js|ts|php|lock|csv)$/i.test(name)) {
    return fail([{ path: '', message: `The file is neither JSON nor YAML. ${EXPECTED}` }]);
  }
  if (yaml && text.length > yamlLeft) {
    return fail([
      {
        path: '',
        message: `The YAML files of one import may have ${limits.yamlTotal} characters together; import this one by itself.`,
      },
    ]);
  }
  const parsed = yaml ? parseYaml(text, limits) : parseJson(text, limits);
  if (!parsed.ok) return parsed;
  const notes = [...decoded.value.notes, ...parsed.value.notes];
  return classifyFile(name, parsed.value.value, notes, yaml);
}

const EXPECTED =
  'Sluice reads workflow JSON, flowdrop.bundle/v1 bundles, Drupal YAML of workflows, node types and categories, JSON of lanes and shapes, and zip archives of those.';

const SIGNATURES = [
  { start: [0x1f, 0x8b], what: 'a gzip archive' },
  { start: [0x89, 0x50, 0x4e, 0x47], what: 'a PNG image' },
  { start: [0xff, 0xd8, 0xff], what: 'a JPEG image' },
  { start: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document' },
];

function classifyFile(
  name: string,
  value: Json,
  notes: readonly Repair[],
  yaml: boolean,
): Result<Sniffed, readonly Problem[]> {
  const single = classify(name, value);
  if (isObject(value) && single.kind === 'record') {
    return ok({ kind: 'records', records: [{ kind: single.record, path: '', value }], notes, yaml });
  }
  const many = listIn(value);
  if (many !== undefined) {
    const records = many.items.flatMap((item, i): SniffedRecord[] => {
      const found = classify('', item);
      const path = many.single ? many.path : `${many.path}[${i}]`;
      return found.kind === 'record' && isObject(item) ? [{ kind: found.record, path, value: item }] : [];
    });
    if (records.length > 0 && records.length === many.items.length)
      return ok({ kind: 'records', records, notes, yaml });
  }
  if (single.kind === 'other') return ok({ kind: 'other', message: single.message });
  return fail([
    { path: '', message: `${single.kind === 'unknown' ? single.message : 'Nothing known.'} ${EXPECTED}` },
  ]);
}

/** Records that come in a list, or in the `data` of an API answer. */
function listIn(
  value: Json,
): { readonly items: readonly Json[]; readonly path: string; readonly single: boolean } | undefined {
  if (isArray(value)) return { items: value, path: '', single: false };
  const data = own(value, 'data');
  if (data === undefined || typeof own(value, 'success') !== 'boolean') return undefined;
  return isArray(data)
    ? { items: data, path: 'data', single: false }
    : { items: [data], path: 'data', single: true };
}

type Class =
  | { readonly kind: 'record'; readonly record: RecordKind }
  | { readonly kind: 'other'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

function classify(name: string, value: Json): Class {
  if (!isObject(value))
    return unknown(isArray(value) ? foreignList(value) : 'The file holds a single value, not a record.');
  const format = ownString(value, 'format');
  if (format?.startsWith('flowdrop.bundle/') === true || isObject(own(own(value, 'payload'), 'flow')))
    return record('bundle');
  if (isObject(own(value, 'connections')) && isArray(own(value, 'nodes')))
    return unknown('This looks like an n8n workflow.');
  const named = /flowdrop_(workflow|node_type|node_category)\.[^/]*$/.exec(name)?.[1];
  const has = (key: string): boolean => Object.hasOwn(value, key);
  if (has('executor_plugin') || named === 'node_type') return record('drupal-node-type');
  if (has('nodes') || has('edges') || named === 'workflow') {
    if (has('label') && !has('name')) return record('drupal-workflow');
    if (named === 'workflow') return record('drupal-workflow');
    return record(looksLikeEditor(value) ? 'editor' : 'api');
  }
  // The served port configuration, a lane overlay, or shapes: what is wrong in them is said with its place (SCH-45).
  if (has('dataTypes') || has('compatibilityRules') || isArray(own(value, 'shapes'))) return record('lanes');
  if (named === 'node_category' || (has('id') && has('label') && has('icon') && has('color')))
    return record('drupal-category');
  if (has('langcode') || has('_core') || (has('uuid') && has('dependencies'))) {
    return { kind: 'other', message: 'A Drupal configuration record of another kind; nothing to import.' };
  }
  // Of the export of everything.
  if (isArray(own(value, 'servers')) && isObject(own(value, 'live'))) {
    return { kind: 'other', message: 'Servers to publish to; add them in the settings, with their tokens.' };
  }
  if (isArray(own(own(value, 'data'), 'nodes'))) return unknown('This looks like a Langflow workflow.');
  return unknown('The record is of no known kind.');
}

/** The editor's Export writes what the canvas holds: node ids repeated in `data`, and whole metadata. */
function looksLikeEditor(workflow: JsonObject): boolean {
  const nodes = own(workflow, 'nodes');
  return (
    isArray(nodes) &&
    nodes.some((node) => {
      const data = own(node, 'data');
      return own(data, 'nodeId') !== undefined || isArray(own(own(data, 'metadata'), 'inputs'));
    })
  );
}

function foreignList(list: readonly Json[]): string {
  if (list.length === 0) return 'The file holds an empty list.';
  if (list.some((item) => own(item, 'wires') !== undefined)) return 'This looks like a Node-RED flow.';
  return 'The file holds a list in which not every entry is a workflow.';
}

function record(kind: RecordKind): Class {
  return { kind: 'record', record: kind };
}

function unknown(message: string): Class {
  return { kind: 'unknown', message };
}
