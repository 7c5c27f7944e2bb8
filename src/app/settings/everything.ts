import type { SiteRecords } from '../../catalog/types';
import { encodeWorkflow } from '../../model/api-form';
import type { JsonObject } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { download } from '../download';
import type { Services } from '../services';

/**
 * One archive with every workflow (the API form, one file each) and what the site adds to the catalog: node types and
 * categories as Drupal keeps them, lanes and shapes as JSON. Keys and settings are not in it. @returns how many workflows it holds; nothing is downloaded where there is none.
 */
export async function exportEverything(
  services: Pick<Services, 'drafts' | 'site'>,
): Promise<Result<number, string>> {
  try {
    const [formats, list, { records }] = await Promise.all([
      import('../../formats/export'),
      services.drafts.list(),
      services.site.read(),
    ]);
    if (!list.ok) return fail(list.error.reason);
    const files = [
      ...(records.nodeTypes ?? []).map(formats.exportNodeType),
      ...(records.categories ?? []).map(formats.exportCategory),
      ...laneFiles(records),
    ];
    const { drafts } = list.value;
    for (const { id } of drafts) {
      const draft = await services.drafts.open(id);
      if (!draft.ok) return fail(`${id}: ${draft.error.reason}`);
      const name = `${id.replace(/[^\w.-]+/g, '-').slice(0, 120)}.json`;
      files.push(jsonFile(name, encodeWorkflow(draft.value.document)));
    }
    if (files.length === 0) return ok(0);
    const packed = formats.packFiles(files, 'sluice.zip');
    download(
      packed.name,
      Uint8Array.from(packed.bytes),
      packed.name.endsWith('.zip') ? 'application/zip' : 'application/json',
    );
    return ok(drafts.length);
  } catch (cause) {
    return fail(cause instanceof Error ? cause.message : String(cause));
  }
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
