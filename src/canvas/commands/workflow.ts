import { type EntryKey, type ManifestEntry, type ManifestSide, mintKey } from '../../model/document';
import { sameJson } from '../../model/json';
import type { Command, DocumentDraft } from '../editor/types';

/** Sets the workflow's name or description. */
export function setWorkflowField(field: 'name' | 'description', value: string): Command {
  return {
    name: field === 'name' ? 'renameWorkflow' : 'describeWorkflow',
    mergeKey: `workflow:${field}`,
    perform(draft) {
      if (draft[field] !== value) draft[field] = value;
    },
  };
}

export type EntryChanges = Partial<Omit<ManifestEntry, 'key' | 'extra'>>;

const listOf = (draft: DocumentDraft, side: ManifestSide) =>
  side === 'input' ? draft.inputs : draft.outputs;

/**
 * Changes fields of a launch input or a declared output; a field that is `undefined` is removed. `called` is the entry's
 * name so far, by which the step is called where the name stays.
 */
export function setManifestEntry(
  side: ManifestSide,
  key: EntryKey,
  changes: EntryChanges,
  options: { readonly merge?: boolean; readonly called?: string | undefined } = {},
): Command {
  return {
    name: side === 'input' ? 'setInput' : 'setOutput',
    params: { name: changes.name ?? options.called ?? '' },
    mergeKey: options.merge === true ? `entry:${key}:${Object.keys(changes).join(',')}` : undefined,
    perform(draft) {
      const entry = listOf(draft, side).find((other) => other.key === key);
      if (entry === undefined) return;
      const { examples, ...plain } = changes;
      for (const [field, value] of Object.entries(plain)) {
        if (Reflect.get(entry, field) !== value) Reflect.set(entry, field, value);
      }
      if (Object.hasOwn(changes, 'examples') && !sameJson(entry.examples, examples)) {
        entry.examples = examples === undefined ? undefined : [...examples];
      }
    },
  };
}

/** Declares a launch input or an output. */
export function addManifestEntry(side: ManifestSide, entry: EntryChanges, key?: EntryKey): Command {
  return {
    name: side === 'input' ? 'addInput' : 'addOutput',
    params: { name: entry.name ?? '' },
    perform(draft) {
      listOf(draft, side).push({
        key: key ?? mintKey<EntryKey>(),
        name: entry.name,
        node_id: entry.node_id,
        port: entry.port,
        title: entry.title,
        description: entry.description,
        examples: entry.examples === undefined ? undefined : [...entry.examples],
        required: entry.required,
        extra: {},
      });
    },
  };
}

/** Withdraws a launch input or an output. */
export function removeManifestEntry(side: ManifestSide, key: EntryKey): Command {
  return {
    name: side === 'input' ? 'removeInput' : 'removeOutput',
    perform(draft) {
      const list = listOf(draft, side);
      const at = list.findIndex((entry) => entry.key === key);
      if (at >= 0) list.splice(at, 1);
    },
  };
}

/** Moves a launch input or an output by so many places among its own, as far as there are any. */
export function moveManifestEntry(side: ManifestSide, key: EntryKey, by: number): Command {
  return {
    name: side === 'input' ? 'moveInput' : 'moveOutput',
    perform(draft) {
      const list = listOf(draft, side);
      const at = list.findIndex((entry) => entry.key === key);
      const to = Math.max(0, Math.min(list.length - 1, at + by));
      const entry = list[at];
      if (entry === undefined || to === at) return;
      list.splice(at, 1);
      list.splice(to, 0, entry);
    },
  };
}
