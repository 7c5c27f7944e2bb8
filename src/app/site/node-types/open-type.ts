import { shippedNodeType } from '../../../catalog/edit-node-type';
import { decodeNodeType } from '../../../catalog/node-type-record';
import type { NodeType } from '../../../catalog/types';
import type { Problem } from '../../../model/problem';
import type { SiteStore } from '../../../store';

/** A node type as it is stored at this moment. `changed`: stamp of the site's record, null where there is none. */
export type OpenedType =
  | { readonly state: 'found'; readonly nodeType: NodeType; readonly changed: number | null }
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly problems: readonly Problem[] };

/** The site's record and its stamp, read together; else what ships under the id. */
export async function openType(site: Pick<SiteStore, 'one'>, id: string): Promise<OpenedType> {
  const row = await site.one('nodeTypes', id);
  if (row === null) {
    const nodeType = shippedNodeType(id);
    return nodeType === undefined ? { state: 'missing' } : { state: 'found', nodeType, changed: null };
  }
  const decoded = decodeNodeType(row.record);
  return decoded.ok
    ? { state: 'found', nodeType: decoded.value, changed: row.changed }
    : { state: 'unreadable', problems: decoded.error };
}
