// What a workflow publishes, beside its draft. The draft's document is not touched by a promotion: its history holds edits
// alone, so undo never takes a version back. Whoever needs both asks here.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Catalog } from '../../catalog/types';
import { publication } from '../../contract/publication';
import type { Rebuilt } from '../../contract/rebuild';
import type { ResolveWorkflow } from '../../contract/types';
import type { Contract, WorkflowDocument } from '../../model/document';
import { frozenWorkflow, storedWorkflow } from '../../store';
import type { Services } from '../services';
import { storedForm } from './promotion';

export type PublishedState = {
  /** The stored workflow with its contract; null: none is stored yet. `undefined`: not read yet. */
  readonly stored: WorkflowDocument | null | undefined;
  /** Follows nodes that are workflows (MAN-9). */
  readonly resolveWorkflow: ResolveWorkflow;
  /** Raised with every change, so that lists of versions read again. */
  readonly seq: number;
};

export type Published = {
  readonly store: StoreApi<PublishedState>;
  /** Stores the draft and publishes its contract (MAN-18). False: it could not be stored. */
  promote(document: WorkflowDocument, options?: { readonly force?: boolean }): Promise<boolean>;
  /** What promoting a document would publish. */
  planned(document: WorkflowDocument, catalog: Catalog, options?: { readonly force?: boolean }): Rebuilt;
  /** The published contract; before the first promotion the one that the draft came with. */
  contractOf(document: WorkflowDocument): Contract | undefined;
  dispose(): void;
};

/**
 * @param catalog that of the editor, which the draft is judged by.
 * @param revision of the draft that is on the screen.
 */
export function createPublished(
  services: Pick<Services, 'workflows' | 'siteCatalog' | 'onChange'>,
  id: string,
  now: { readonly catalog: () => Catalog; readonly revision: () => number },
): Published {
  const store = createStore<PublishedState>(() => ({
    stored: undefined,
    resolveWorkflow: () => undefined,
    seq: 0,
  }));

  async function read(): Promise<void> {
    const [row, { resolveWorkflow }] = await Promise.all([
      services.workflows.get(id),
      services.siteCatalog(),
    ]);
    const stored = row.ok ? storedWorkflow(row.value) : row.error.reason === 'missing' ? null : undefined;
    store.setState(({ seq }) => ({
      ...(stored === undefined ? {} : { stored }),
      resolveWorkflow,
      seq: seq + 1,
    }));
  }
  const stop = services.onChange((kind) => {
    if (kind === 'workflow' || kind === 'contracts' || kind === 'site') void read().catch(() => undefined);
  });
  void read().catch(() => undefined);

  return {
    store,
    async promote(document, { force = false } = {}) {
      const catalog = now.catalog();
      const done = await services.workflows.promote(id, storedForm(document, catalog), now.revision(), {
        catalog,
        brought: document.contract,
        force,
        report({ failure }) {
          // MAN-18: told to the log alone; the save went on and the old contract stands.
          if (failure !== undefined)
            console.error(`The contract of workflow "${id}" could not be built.`, failure);
        },
      });
      return done.ok;
    },
    planned(document, catalog, { force = false } = {}) {
      const { stored, resolveWorkflow } = store.getState();
      const reduced = frozenWorkflow(storedForm(document, catalog));
      return publication(stored ?? undefined, { ...reduced, contract: document.contract }, catalog, {
        resolveWorkflow,
        force,
      });
    },
    contractOf: (document) => store.getState().stored?.contract ?? document.contract,
    dispose: stop,
  };
}
