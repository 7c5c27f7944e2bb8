// An import from files to drafts. Reading makes a plan; taken ids are asked about; then node types, categories, lanes and drafts
// are stored. One import at a time; its state is what the dialog draws.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { createCatalog } from '../../catalog/catalog';
import { mergeOverlay, mergeShapes } from '../../catalog/lane-overlay';
import type { SiteRecords } from '../../catalog/types';
import type { ExtendCatalog } from '../../formats/import';
import type { ImportedWorkflow, ImportPlan } from '../../formats/import-report';
import type { WorkflowDocument } from '../../model/document';
import { fail, ok, type Result } from '../../model/problem';
import { LANE_OVERLAY, type SiteChange, type SiteEdit, type StoreFault } from '../../store';
import type { Services } from '../services';

export type Choice = 'copy' | 'replace' | 'skip';

export type Brought = {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  /** What was found in it. Without errors it can run. */
  readonly problems: { readonly errors: number; readonly warnings: number };
  /** Loops whose head nothing enters: they would never run (CMP-6). */
  readonly loops: number;
};

export type ImportState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading' }
  /** Some ids are taken; `choices` by position in the plan. */
  | {
      readonly phase: 'asking';
      readonly plan: ImportPlan;
      readonly taken: readonly number[];
      readonly choices: { readonly [index: number]: Choice };
    }
  | { readonly phase: 'storing' }
  | {
      readonly phase: 'done';
      readonly plan: ImportPlan;
      readonly brought: readonly Brought[];
      /** The node types, categories and lanes that were put in, to take them out again. */
      readonly site: SiteChange | null;
      readonly fault: StoreFault | null;
    }
  | { readonly phase: 'failed'; readonly message: string };

export type ImportFlow = {
  readonly store: StoreApi<ImportState>;
  read(files: readonly File[]): Promise<void>;
  choose(index: number, choice: Choice): void;
  go(): Promise<void>;
  takeOutSite(): Promise<void>;
  /** Wires the start to the loops of a workflow that was brought; one step, which its editor can undo. */
  enterLoops(id: string): Promise<void>;
  close(): void;
};

/**
 * @param copyName names the copy of a workflow whose id is taken.
 * @param onDone hears what came; with `quiet` there is nothing to report and no dialog is needed.
 */
export function createImportFlow(options: {
  readonly services: Pick<Services, 'drafts' | 'site' | 'catalog'>;
  readonly uuid: () => string;
  readonly copyName: (name: string) => string;
  readonly onDone: (brought: readonly Brought[], quiet: boolean) => void;
}): ImportFlow {
  const { services, uuid, copyName, onDone } = options;
  const store = createStore<ImportState>(() => ({ phase: 'idle' }));

  async function takenIn(plan: ImportPlan): Promise<readonly number[]> {
    const seen = new Set<string>();
    const taken: number[] = [];
    for (const [index, { document }] of plan.workflows.entries()) {
      const { id } = document;
      if (id === '') continue;
      if (seen.has(id) || (await services.drafts.revision(id)) !== undefined) taken.push(index);
      seen.add(id);
    }
    return taken;
  }

  /** Stores one workflow. Null: left out. */
  async function bring(
    { document, file, verdict }: ImportedWorkflow,
    choice: Choice | 'new',
  ): Promise<Result<Brought | null, StoreFault>> {
    if (choice === 'skip') return ok(null);
    const problems = { errors: verdict.errors, warnings: verdict.warnings };
    const copy = choice === 'copy' || document.id === '';
    const stored: WorkflowDocument = copy
      ? { ...document, id: uuid(), name: choice === 'copy' ? copyName(document.name) : document.name }
      : document;
    const result =
      choice === 'replace'
        ? await services.drafts.replace(stored.id, stored, problems)
        : await services.drafts.create(stored, problems);
    const loops = verdict.codes.W_LOOP_HEAD_NO_ENTRY ?? 0;
    return result.ok ? ok({ id: stored.id, name: stored.name, file, problems, loops }) : fail(result.error);
  }

  /** The lanes that came over those that are here; nobody's later change of them is overwritten. */
  async function laneRecords({ lanes }: ImportPlan): Promise<Required<Pick<SiteEdit, 'put' | 'expect'>>> {
    const { overlay, shapes } = lanes;
    if (overlay === undefined) return { put: { shapes }, expect: [] };
    const here = await services.site.one('lanes', LANE_OVERLAY);
    return {
      put: { shapes, laneOverlay: mergeOverlay(here?.record, overlay) },
      expect: [{ kind: 'lanes', id: LANE_OVERLAY, changed: here?.changed ?? null }],
    };
  }

  async function carryOut(plan: ImportPlan, choices: { readonly [index: number]: Choice }): Promise<void> {
    store.setState({ phase: 'storing' });
    const nodeTypes = plan.nodeTypes.map(({ record }) => record);
    const categories = plan.categories.map(({ record }) => record);
    let site: SiteChange | null = null;
    let fault: StoreFault | null = null;
    const brought: Brought[] = [];
    if (nodeTypes.length + categories.length > 0 || bringsLanes(plan)) {
      const lanes = await laneRecords(plan);
      const put = await services.site.change({
        put: { nodeTypes, categories, ...lanes.put },
        expect: lanes.expect,
      });
      if (put.ok) site = put.value;
      else fault = put.error;
    }
    for (const [index, workflow] of plan.workflows.entries()) {
      if (fault !== null) break;
      const result = await bring(workflow, choices[index] ?? 'new');
      if (!result.ok) fault = result.error;
      else if (result.value !== null) brought.push(result.value);
    }
    const remarks = plan.files.some(({ entries }) => entries.some(({ outcome }) => outcome !== 'came'));
    const quiet =
      fault === null && !remarks && site === null && brought.length === 1 && brought[0]?.loops === 0;
    store.setState(quiet ? { phase: 'idle' } : { phase: 'done', plan, brought, site, fault });
    onDone(brought, quiet);
  }

  return {
    store,
    async read(files) {
      const { phase } = store.getState();
      if (files.length === 0 || phase === 'reading' || phase === 'storing') return;
      store.setState({ phase: 'reading' });
      try {
        const [{ importFiles }, { DEFAULT_LIMITS }, { createCatalog }, catalog, site] = await Promise.all([
          import('../../formats/import'),
          import('../../formats/limits'),
          import('../../catalog/catalog'),
          services.catalog(),
          services.site.read(),
        ]);
        const bytes = await Promise.all(
          files.slice(0, DEFAULT_LIMITS.entries).map(async (file) => ({
            name: file.name,
            // One byte beyond the bound is enough for the reader to refuse a file with the bound named.
            bytes: new Uint8Array(await file.slice(0, DEFAULT_LIMITS.unpackedBytes + 1).arrayBuffer()),
          })),
        );
        const plan = importFiles(bytes, catalog, { extend: extendSite(site.records, createCatalog) });
        const taken = await takenIn(plan);
        if (taken.length === 0) await carryOut(plan, {});
        else {
          const choices = Object.fromEntries(taken.map((index): [number, Choice] => [index, 'copy']));
          store.setState({ phase: 'asking', plan, taken, choices });
        }
      } catch (cause) {
        store.setState({ phase: 'failed', message: cause instanceof Error ? cause.message : String(cause) });
      }
    },
    choose(index, choice) {
      const state = store.getState();
      if (state.phase === 'asking')
        store.setState({ ...state, choices: { ...state.choices, [index]: choice } });
    },
    async go() {
      const state = store.getState();
      if (state.phase === 'asking') await carryOut(state.plan, state.choices);
    },
    async takeOutSite() {
      const state = store.getState();
      if (state.phase !== 'done' || state.site === null) return;
      const result = await services.site.revert(state.site);
      store.setState(result.ok ? { ...state, site: null } : { ...state, fault: result.error });
    },
    async enterLoops(id) {
      const [opened, catalog, { enterLoops }, { validate }] = await Promise.all([
        services.drafts.open(id),
        services.catalog(),
        import('../../canvas/panels/enter-loops'),
        import('../../validation/validate'),
      ]);
      let fault: StoreFault | null = opened.ok ? null : opened.error;
      let left: Pick<Brought, 'problems' | 'loops'> | undefined;
      if (opened.ok) {
        const { document, added } = enterLoops(opened.value.document, catalog, uuid);
        const findings = validate(document, catalog);
        const errors = findings.filter(({ severity }) => severity === 'error').length;
        const problems = { errors, warnings: findings.length - errors };
        // A head that there is nothing to wire from goes on being told.
        const loops = findings.filter(({ code }) => code === 'W_LOOP_HEAD_NO_ENTRY').length;
        const stored = added === 0 ? null : await services.drafts.replace(id, document, problems);
        if (stored === null || stored.ok) left = { problems, loops };
        else fault = stored.error;
      }
      const state = store.getState();
      if (state.phase !== 'done') return;
      const brought = state.brought.map((one) => (one.id === id ? { ...one, ...left } : one));
      store.setState({ ...state, brought, fault });
    },
    close() {
      store.setState({ phase: 'idle' });
    },
  };
}

/** Does an import change lanes or shapes? */
export function bringsLanes({ lanes }: Pick<ImportPlan, 'lanes'>): boolean {
  return lanes.overlay !== undefined || lanes.shapes.length > 0;
}

/** The catalog of a site with what an import brings: as it will be once that is stored. */
function extendSite(site: SiteRecords, make: typeof createCatalog): ExtendCatalog {
  return ({ nodeTypes, categories, lanes }) => {
    const { overlay, shapes } = lanes;
    return make({
      ...site,
      nodeTypes: [...(site.nodeTypes ?? []), ...nodeTypes],
      categories: [...(site.categories ?? []), ...categories],
      shapes: mergeShapes(site.shapes ?? [], shapes),
      ...(overlay === undefined ? {} : { laneOverlay: mergeOverlay(site.laneOverlay, overlay) }),
    });
  };
}
