import type { Catalog } from '../catalog/types';
import { encodeWorkflow } from '../model/api-form';
import type { WorkflowDocument } from '../model/document';
import { fail, ok, type Result } from '../model/problem';
import { download, fileNameOf } from './download';

/** `editor`: workflow JSON, as the FlowDrop editor opens it too. */
export type ExportKind = 'editor' | 'bundle' | 'drupal';

/**
 * Hands a workflow to the person as a file; Drupal's several files come as one archive. The writers load when they are
 * first used. @returns what the form could not hold, or why nothing was written.
 */
export async function exportWorkflow(
  document: WorkflowDocument,
  kind: ExportKind,
  catalog: Catalog,
): Promise<Result<readonly string[], string>> {
  try {
    const formats = await import('../formats/export');
    const stem = fileNameOf(document.name);
    const { files, notes } = formats.exportWorkflow(document, kind, catalog);
    const file = formats.packFiles(files, `${stem}.zip`);
    const name = kind === 'editor' ? `${stem}.json` : kind === 'bundle' ? `${stem}.bundle.json` : file.name;
    download(name, Uint8Array.from(file.bytes), mimeOf(name));
    return ok(notes.map(({ message }) => message));
  } catch (cause) {
    return fail(cause instanceof Error ? cause.message : String(cause));
  }
}

/** The plainest file of what is on the screen. Needs nothing that is not loaded, so it works when other things do not. */
export function downloadDocument(document: WorkflowDocument): void {
  const text = JSON.stringify(encodeWorkflow(document), null, 2);
  download(`${fileNameOf(document.name)}.json`, `${text}\n`, 'application/json');
}

function mimeOf(name: string): string {
  if (name.endsWith('.zip')) return 'application/zip';
  return name.endsWith('.json') ? 'application/json' : 'application/yaml';
}
