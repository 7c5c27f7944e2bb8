import { describe, expect, test } from 'vitest';
import { createCatalog } from '../../catalog/catalog';
import { decodeWorkflow } from '../../model/api-form';
import type { WorkflowDocument } from '../../model/document';
import type { JsonObject } from '../../model/json';
import { createRepositories } from '../../store';
import { countingClock, memoryDatabase } from '../../store/testing/memory-database';
import type { ChangeKind } from '../services';
import { createSiteCatalog } from '../site-catalog';
import { createPublished } from './published';

const shipped = createCatalog();

function draft(names: readonly string[], parts: Partial<WorkflowDocument> = {}): WorkflowDocument {
  const value: JsonObject = {
    id: 'wf',
    name: 'Greeting',
    nodes: [
      { id: 'text_output.1', data: { label: 'A', config: {}, metadata: { node_type_id: 'text_output' } } },
    ],
    edges: [],
    interface: {
      inputs: names.map((id) => ({ id, bindings: [{ nodeId: 'text_output.1', portId: 'text' }] })),
    },
  };
  const read = decodeWorkflow(value);
  if (!read.ok) throw new Error('Not a workflow.');
  return { ...read.value.document, ...parts };
}

async function open() {
  const db = await memoryDatabase();
  const listeners = new Set<(kind: ChangeKind) => void>();
  const repositories = createRepositories(db, {
    now: countingClock(),
    announce: ({ kind }) => {
      if (kind === 'contracts') site.forget();
      if (kind === 'workflow' || kind === 'contracts') for (const listener of listeners) listener(kind);
    },
  });
  const site = createSiteCatalog(repositories);
  let revision = 1;
  const published = createPublished(
    {
      workflows: repositories.workflows,
      siteCatalog: site.read,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    'wf',
    { catalog: () => shipped, revision: () => revision },
  );
  const settled = async () => {
    const before = published.store.getState().seq;
    await expect.poll(() => published.store.getState().seq).toBeGreaterThan(before - 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const promote = async (document: WorkflowDocument) => {
    revision += 1;
    const done = await published.promote(document);
    await settled();
    return done;
  };
  await settled();
  return { published, promote, site, repositories };
}

describe('what a workflow publishes, beside its draft', () => {
  test('MAN-18: what would be published is what a promotion then publishes', async () => {
    const { published, promote } = await open();
    expect(published.store.getState().stored).toBeNull();
    for (const names of [['a'], ['a', 'b'], ['b'], ['b']]) {
      const document = draft(names);
      const { contract } = published.planned(document, shipped);
      expect(await promote(document)).toBe(true);
      expect(published.contractOf(document)).toEqual(contract);
      expect(published.planned(document, shipped).rebuilt).toBe(false);
    }
    expect(published.contractOf(draft(['b']))?.schema_version).toBe('2.0.0');
    published.dispose();
  });

  test('MAN-18: an entry that is bound to nothing publishes nothing', async () => {
    const { published, promote } = await open();
    await promote(draft(['a']));
    const [bound] = draft(['a']).inputs;
    if (bound === undefined) throw new Error('There is one.');
    const loose = { ...bound, name: 'later', node_id: undefined, port: undefined };
    const document = draft(['a']);
    const withDraft = { ...document, inputs: [...document.inputs, loose] };
    expect(published.planned(withDraft, shipped)).toMatchObject({
      rebuilt: false,
      contract: { schema_version: '1.0.0' },
    });
    published.dispose();
  });

  test('MAN-18: before anything is stored, the contract is the one that an import brought', async () => {
    const contract = { parameter_schema: null, output_schema: null, schema_version: '4.0.0' };
    const { published } = await open();
    expect(published.contractOf(draft([], { contract }))).toEqual(contract);
    published.dispose();
  });

  test('MAN-9: the catalog of the site has the workflow once it publishes, with the ports of its contract', async () => {
    const { promote, site, repositories, published } = await open();
    const types = async () => (await site.read()).catalog.nodeTypes.flatMap((type) => type.workflow ?? []);
    expect(await types()).toEqual([]);
    await promote(draft(['who']));
    expect(await types()).toEqual(['wf']);
    const { catalog } = await site.read();
    const type = catalog.nodeTypes.find(({ workflow }) => workflow === 'wf');
    expect(type).toMatchObject({ label: 'Run workflow: Greeting', plugin_version: '1.0.0' });
    expect(catalog.built(type?.id ?? '')?.inputs.map(({ id }) => id)).toContain('who');
    await promote(draft(['name']));
    const after = await site.read();
    expect(after.catalog.built(type?.id ?? '')?.inputs.map(({ id }) => id)).not.toContain('who');
    expect(after.catalog.nodeType(type?.id ?? '')?.plugin_version).toBe('2.0.0');
    await repositories.drafts.create({ ...draft([]), id: 'wf' });
    await repositories.drafts.remove('wf');
    expect(await types()).toEqual([]);
    published.dispose();
  });
});
