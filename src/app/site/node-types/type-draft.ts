// One node type being edited: the stored record that the edits stand on, the edited record, and how the two relate to what
// is stored by now. Unsaved edits are remembered, so that going away loses nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { sameNodeType, withPresentedExposure } from '../../../catalog/edit-node-type';
import { nodeTypeProblems } from '../../../catalog/node-type-problems';
import { decodeNodeType, encodeNodeType } from '../../../catalog/node-type-record';
import {
  type NodeTypeRefusal,
  readStorable,
  refusesNew,
  refusesUpdate,
} from '../../../catalog/store-node-type';
import type { Catalog, NodeType } from '../../../catalog/types';
import { type Json, own } from '../../../model/json';
import { fail, type Result } from '../../../model/problem';
import type { SiteChange, SiteStore, StoreFault } from '../../../store';
import type { Memory } from '../../person';
import { openType } from './open-type';
import { storing } from './use-type-verbs';

export type TypeDraftState = {
  /** The stored record that the edits stand on, and its stamp. */
  readonly base: NodeType;
  readonly changed: number | null;
  readonly edited: NodeType;
  readonly dirty: boolean;
  /** Somebody else has stored another record since; `gone`: has deleted it. */
  readonly conflict: 'changed' | 'gone' | null;
  /** The edits were there from an earlier visit. */
  readonly restored: boolean;
};

export type SaveFault =
  | { readonly reason: 'problems' }
  | { readonly reason: 'refused'; readonly refusal: NodeTypeRefusal }
  | { readonly reason: 'store'; readonly fault: StoreFault };

export type TypeDraft = {
  readonly store: StoreApi<TypeDraftState>;
  edit(change: (nodeType: NodeType) => NodeType): void;
  /** Stores the edited record over the one that it stands on; `conflict` where that one is no longer stored. */
  save(catalog: Catalog): Promise<Result<SiteChange, SaveFault>>;
  /** Stores it over whatever is stored by now. */
  saveOver(catalog: Catalog): Promise<Result<SiteChange, SaveFault>>;
  discard(): void;
  /** Takes up what is stored by now; edits are dropped. False: it is there no more. */
  load(): Promise<boolean>;
  /** Looks whether another record is stored by now; without edits that one is taken up at once. */
  look(): Promise<void>;
  /** The page goes away: unsaved edits are noted once more, as another tab may have cleared the note with its own. */
  leave(): void;
};

/** Opens a draft of a stored record, with the edits that an earlier visit left. */
export async function openDraft(
  opened: { readonly nodeType: NodeType; readonly changed: number | null },
  ports: { readonly site: Pick<SiteStore, 'one' | 'change'>; readonly memory: Memory },
): Promise<TypeDraft> {
  const { site, memory } = ports;
  const { id } = opened.nodeType;
  const key = `node-type:${id}`;
  const left = readLeft(await memory.recall(key));
  const store = createStore<TypeDraftState>(() => ({
    base: opened.nodeType,
    changed: opened.changed,
    edited: left?.nodeType ?? opened.nodeType,
    dirty: left !== undefined,
    // Edits that stand on another record than the one that is stored now.
    conflict: left !== undefined && left.changed !== opened.changed ? 'changed' : null,
    restored: left !== undefined,
  }));

  const take = (nodeType: NodeType, changed: number | null) => {
    void memory.remember(key, null);
    store.setState({
      base: nodeType,
      changed,
      edited: nodeType,
      dirty: false,
      conflict: null,
      restored: false,
    });
  };

  const note = () => {
    const { edited, changed, dirty } = store.getState();
    if (dirty) void memory.remember(key, { record: encodeNodeType(edited), changed });
  };

  async function write(catalog: Catalog, over: number | null): Promise<Result<SiteChange, SaveFault>> {
    const { edited, base } = store.getState();
    if (nodeTypeProblems(edited, base, catalog).some(({ severity }) => severity === 'error'))
      return fail({ reason: 'problems' });
    const presented = withPresentedExposure(edited, catalog.processor(edited.executor_plugin));
    const read = readStorable(encodeNodeType(presented));
    // One that was deleted meanwhile is stored as a new one, where that is what was asked for.
    const judge = catalog.nodeType(id) === undefined ? refusesNew : refusesUpdate;
    const refusal = read.ok ? judge(read.value, catalog) : read.error;
    if (!read.ok || refusal !== undefined)
      return fail({ reason: 'refused', refusal: refusal ?? { code: 'NODE_TYPE_INVALID', problems: [] } });
    const stored = await site.change({
      ...storing(read.value),
      expect: [{ kind: 'nodeTypes', id, changed: over }],
    });
    if (!stored.ok) {
      if (stored.error.reason === 'conflict') await look();
      return fail({ reason: 'store', fault: stored.error });
    }
    const after = stored.value.find((change) => change.id === id)?.after ?? null;
    // What was typed while it was being stored stays to be saved.
    if (store.getState().edited === edited) take(read.value, after);
    else store.setState({ base: read.value, changed: after, conflict: null });
    return stored;
  }

  async function look(): Promise<void> {
    const now = await openType(site, id);
    const state = store.getState();
    const changed = now.state === 'found' ? now.changed : undefined;
    if (changed === state.changed && state.conflict === null) return;
    if (now.state === 'found' && !state.dirty) take(now.nodeType, now.changed);
    else if (now.state === 'found')
      store.setState({ conflict: now.changed === state.changed ? state.conflict : 'changed' });
    else store.setState({ conflict: 'gone' });
  }

  return {
    store,
    edit(change) {
      const { edited, base } = store.getState();
      const next = change(edited);
      if (next === edited) return;
      const dirty = !sameNodeType(next, base);
      store.setState({ edited: next, dirty });
      if (dirty) note();
      else void memory.remember(key, null);
    },
    save: (catalog) => write(catalog, store.getState().changed),
    async saveOver(catalog) {
      return write(catalog, (await site.one('nodeTypes', id))?.changed ?? null);
    },
    discard() {
      const { base, changed } = store.getState();
      take(base, changed);
    },
    async load() {
      const now = await openType(site, id);
      if (now.state !== 'found') return false;
      take(now.nodeType, now.changed);
      return true;
    },
    look,
    leave: note,
  };
}

function readLeft(
  value: Json | undefined,
): { readonly nodeType: NodeType; readonly changed: number | null } | undefined {
  const decoded = decodeNodeType(own(value, 'record'));
  const changed = own(value, 'changed');
  if (!decoded.ok) return undefined;
  return { nodeType: decoded.value, changed: typeof changed === 'number' ? changed : null };
}
