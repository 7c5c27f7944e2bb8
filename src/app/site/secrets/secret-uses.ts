// Which workflows refer to which secrets: a search through the drafts, which hold names and no values.
import { secretNamesIn } from '../../../model/secret-reference';
import type { DraftRepository } from '../../../store';

/** A workflow that refers to a secret. */
export type SecretUse = { readonly id: string; readonly name: string };
export type SecretUses = ReadonlyMap<string, readonly SecretUse[]>;

/** By the name of the secret, each workflow once. A draft that cannot be read is left out. */
export async function secretUses(drafts: Pick<DraftRepository, 'list' | 'open'>): Promise<SecretUses> {
  const uses = new Map<string, SecretUse[]>();
  const listed = await drafts.list();
  if (!listed.ok) return uses;
  for (const { id, head } of listed.value.drafts) {
    const draft = await drafts.open(id);
    if (!draft.ok) continue;
    const { name } = head;
    const names = new Set(draft.value.document.nodes.flatMap((node) => secretNamesIn(node.data.config)));
    for (const secret of names) {
      const list = uses.get(secret);
      if (list === undefined) uses.set(secret, [{ id, name }]);
      else list.push({ id, name });
    }
  }
  return uses;
}
