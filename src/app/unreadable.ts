import { rawDraft, type SluiceDatabase } from '../store';
import { download, fileNameOf } from './download';

/** Hands over the rows of a draft that cannot be read, as they are. Nothing happens where nothing is stored. */
export async function downloadRaw(db: SluiceDatabase, id: string): Promise<void> {
  const text = await rawDraft(db, id);
  if (text !== undefined) download(`unreadable-${fileNameOf(id)}.json`, text, 'application/json');
}
