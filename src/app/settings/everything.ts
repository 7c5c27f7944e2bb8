import type { SiteRecords } from '../../catalog/types';
import { isObject, type JsonObject, ownString } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { rawDraft } from '../../store';
import { download, fileNameOf } from '../download';
import type { Services } from '../services';

/**
 * One archive with every workflow (the API form, one file each) and what the site adds to the catalog: node types and
 * categories as Drupal keeps them, lanes and shapes as JSON, where workflows are published, without tokens, and
 * the local content. Keys and settings are not in it. @returns how many workflows it holds; nothing is downloaded where there is none.
 */
export async function exportEverything(services: Everything): Promise<Result<number, string>> {
  try {
    const [formats, found] = await Promise.all([import('../../formats/export'), collectEverything(services)]);
    if (!found.ok) return found;
    const { files, workflows } = found.value;
    if (files.length === 0) return ok(0);
    const packed = formats.packFiles(files, 'sluice.zip');
    download(
      packed.name,
      Uint8Array.from(packed.bytes),
      packed.name.endsWith('.zip') ? 'application/zip' : 'application/json',
    );
    return ok(workflows);
  } catch (cause) {
    return fail(cause instanceof Error ? cause.message : String(cause));
  }
}

/** The files of {@link exportEverything}. A draft that cannot be read comes along as its rows are; it holds up no other. */
export async function collectEverything({
  db,
  drafts,
  workflows: stored,
  site,
  catalog,
  publishing,
  content,
}: Everything): Promise<
  Result<{ readonly files: readonly NamedBytes[]; readonly workflows: number }, string>
> {
  const [formats, list, { records }, current] = await Promise.all([
    import('../../formats/export'),
    drafts.list(),
    site.read(),
    catalog(),
  ]);
  if (!list.ok) return fail(list.error.reason);
  const files: NamedBytes[] = [
    ...(records.nodeTypes ?? []).map(formats.exportNodeType),
    ...(records.categories ?? []).map(formats.exportCategory),
    ...laneFiles(records),
    ...(await serverFiles(publishing)),
    ...contentFiles(await content.everything()),
  ];
  const ids = [...list.value.drafts, ...list.value.unreadable].map(({ id }) => id);
  let workflows = 0;
  for (const id of ids) {
    const draft = await drafts.open(id);
    if (draft.ok) {
      const row = await stored.get(id);
      const contract = (row.ok ? row.value.contract : undefined) ?? draft.value.document.contract;
      files.push(...formats.exportWorkflow({ ...draft.value.document, contract }, 'api', current).files);
    } else {
      const text = await rawDraft(db, id);
      if (text === undefined) continue;
      const name = `unreadable-${id.replace(/[^\w.-]+/g, '-').slice(0, 120)}.json`;
      files.push({ name, bytes: new TextEncoder().encode(text) });
    }
    workflows += 1;
  }
  return ok({ files, workflows });
}

/** Lanes and shapes of the site, each kind in a file of its own; none where there is none. */
export function laneFiles({
  laneOverlay,
  shapes = [],
}: Pick<SiteRecords, 'laneOverlay' | 'shapes'>): readonly NamedBytes[] {
  return [
    ...(laneOverlay === undefined ? [] : [jsonFile('flowdrop-lanes.json', laneOverlay)]),
    ...(shapes.length === 0 ? [] : [jsonFile('flowdrop-shapes.json', { shapes })]),
  ];
}

/** Servers and what is live where; tokens stay. Nothing where there is no server. */
async function serverFiles(publishing: Services['publishing']): Promise<readonly NamedBytes[]> {
  const [servers, live] = await Promise.all([publishing.servers(), publishing.live()]);
  if (servers.length === 0) return [];
  return [
    jsonFile('sluice-servers.json', {
      servers: servers.map(({ id, name, address, publisher }) => ({ id, name, address, publisher })),
      live: Object.fromEntries(
        [...live].map(([workflow, copies]) => [workflow, copies.map((copy) => ({ ...copy }))]),
      ),
    }),
  ];
}

/**
 * The local content, a file a collection, which the content page takes again. Documents are as they are stored, so that those
 * that only a newer version can read are there too.
 */
export function contentFiles(rows: readonly unknown[]): readonly NamedBytes[] {
  const collections = new Map<string, JsonObject[]>();
  for (const row of rows) {
    if (!isObject(row)) continue;
    const name = ownString(row, 'collection') ?? '';
    const documents = collections.get(name);
    if (documents === undefined) collections.set(name, [row]);
    else documents.push(row);
  }
  const taken = new Set<string>();
  return [...collections].map(([collection, documents]) => {
    const plain = `content-${fileNameOf(collection)}`;
    let name = plain;
    for (let n = 2; taken.has(name); n += 1) name = `${plain}-${n}`;
    taken.add(name);
    return jsonFile(`${name}.json`, { collection, documents });
  });
}

/** What is gathered from. */
type Everything = Pick<
  Services,
  'db' | 'drafts' | 'workflows' | 'site' | 'catalog' | 'publishing' | 'content'
>;

type NamedBytes = { readonly name: string; readonly bytes: Uint8Array };

function jsonFile(name: string, value: JsonObject): NamedBytes {
  return { name, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) };
}

/** Ends everything that Sluice stores in this browser. The page must be loaded again afterwards. */
export async function deleteEverything(services: Pick<Services, 'db'>): Promise<Result<null, string>> {
  try {
    await services.db.delete({ disableAutoOpen: true });
    for (const key of Object.keys(localStorage)) if (key.startsWith('sluice.')) localStorage.removeItem(key);
    return ok(null);
  } catch (cause) {
    return fail(cause instanceof Error ? cause.message : String(cause));
  }
}
