// The first step of an import: from dropped files to records, archives opened, everything bounded.
import type { ImportReport } from './import-report';
import type { Limits } from './limits';
import { type SniffedRecord, sniff } from './sniff';
import { type FileBytes, harmless, unzip } from './zip';

/** A record and the file it comes from. */
export type FileRecord = SniffedRecord & { readonly file: string };

/** The records of all files, by name of file. What cannot be read, or is none of ours, is a line of the report. */
export function readRecords(
  files: readonly FileBytes[],
  limits: Limits,
  report: ImportReport,
): readonly FileRecord[] {
  const all = flatten(files, limits, report);
  if (all.length > limits.entries) {
    report.refuse(all[limits.entries]?.name ?? '', [
      {
        path: '',
        message: `${all.length} files were dropped together; the limit is ${limits.entries}. This one and those after it are not read.`,
      },
    ]);
  }
  let yamlLeft = limits.yamlTotal;
  return all.slice(0, limits.entries).flatMap(({ name, bytes }): FileRecord[] => {
    const sniffed = sniff(name, bytes, limits, yamlLeft);
    if (!sniffed.ok) {
      report.refuse(name, sniffed.error);
      return [];
    }
    if (sniffed.value.kind === 'zip') {
      report.refuse(name, [
        { path: '', message: 'An archive inside an archive is not opened; unpack it first.' },
      ]);
      return [];
    }
    if (sniffed.value.kind === 'other') {
      report.add(name, { outcome: 'ignored', path: '', message: sniffed.value.message });
      return [];
    }
    if (sniffed.value.yaml) yamlLeft -= bytes.length;
    report.repaired(name, sniffed.value.notes);
    return sniffed.value.records.map((record) => ({ ...record, file: name }));
  });
}

/** All files, those of archives in place of the archives, by name. */
function flatten(files: readonly FileBytes[], limits: Limits, report: ImportReport): readonly FileBytes[] {
  const flat = files.flatMap(({ name, bytes }): FileBytes[] => {
    const file = harmless(name);
    const sniffed =
      bytes.length <= limits.fileBytes && bytes[0] === 0x50 ? sniff(file, bytes, limits) : undefined;
    if (sniffed?.ok !== true || sniffed.value.kind !== 'zip') return [{ name: file, bytes }];
    const unpacked = unzip(bytes, limits);
    if (!unpacked.ok) {
      report.refuse(file, unpacked.error);
      return [];
    }
    if (unpacked.value.length === 0)
      report.add(file, { outcome: 'ignored', path: '', message: 'The archive holds no files.' });
    return unpacked.value.flatMap((entry): FileBytes[] => {
      const inside = `${file}/${entry.name}`;
      if (entry.content.ok) return [{ name: inside, bytes: entry.content.value }];
      report.refuse(inside, entry.content.error);
      return [];
    });
  });
  return flat.sort((a, b) => (a.name === b.name ? compareBytes(a.bytes, b.bytes) : a.name < b.name ? -1 : 1));
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return a.length - b.length;
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
