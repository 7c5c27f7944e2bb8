import { anchorOf } from '../../../model/document';
import { fail, ok, type Result } from '../../../model/problem';
import type { DraftRepository, StoreFault } from '../../../store';

export type TypeUse = {
  readonly drafts: readonly { readonly id: string; readonly name: string; readonly nodes: number }[];
  /** How many workflows could not be looked into. */
  readonly unread: number;
};

/** Which workflows have nodes of any of these types, newest first, and how many nodes each. */
export async function draftsUsing(
  drafts: Pick<DraftRepository, 'list' | 'open'>,
  nodeTypes: ReadonlySet<string>,
): Promise<Result<TypeUse, StoreFault>> {
  const list = await drafts.list();
  if (!list.ok) return fail(list.error);
  const using: { id: string; name: string; nodes: number }[] = [];
  let unread = list.value.unreadable.length;
  for (const { id, head } of list.value.drafts) {
    const draft = await drafts.open(id);
    if (!draft.ok) {
      unread += 1;
      continue;
    }
    const nodes = draft.value.document.nodes.filter((node) => nodeTypes.has(anchorOf(node) ?? '')).length;
    if (nodes > 0) using.push({ id, name: head.name, nodes });
  }
  return ok({ drafts: using, unread });
}
