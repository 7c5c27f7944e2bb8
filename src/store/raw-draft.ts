import type { SluiceDatabase } from './database';

/**
 * The rows of a draft as JSON text, read by no decoder: what can be taken along of a draft that cannot be read. `undefined`:
 * nothing is stored under the id.
 */
export async function rawDraft(db: SluiceDatabase, id: string): Promise<string | undefined> {
  return db.transaction('r', db.drafts, db.draftSnapshots, db.commands, async () => {
    const [draft, snapshot, commands] = await Promise.all([
      db.drafts.get(id),
      db.draftSnapshots.get(id),
      db.commands.where('[draft+seq]').between([id, 0], [id, Number.MAX_SAFE_INTEGER], true, true).toArray(),
    ]);
    if (draft === undefined && snapshot === undefined && commands.length === 0) return undefined;
    return `${JSON.stringify({ draft, snapshot, commands }, null, 2)}\n`;
  });
}
