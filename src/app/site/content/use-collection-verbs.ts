import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ContentRow } from '../../../engine/ports';
import { download, fileNameOf } from '../../download';
import { useServices } from '../../services';
import { encodeCollection, freeDocumentId, sampleDocuments } from './documents';
import { useContentStep } from './use-content';

/** What is done with whole collections and with documents from their list. */
export function useCollectionVerbs() {
  const t = useTranslations('content.said');
  const { content } = useServices();
  const step = useContentStep();
  return useMemo(
    () => ({
      create: (name: string) => step({ puts: [], keep: [name] }, t('created', { name })),

      sample(name: string) {
        const rows = sampleDocuments(name, seconds(), () => crypto.randomUUID());
        const puts = rows.map((next) => ({ collection: name, id: next.id, expect: null, next }));
        return step({ puts, keep: [name] }, t('created', { name }));
      },

      async rename(from: string, name: string) {
        const { rows } = await content.documents(from);
        const puts = rows.flatMap((row) => [
          { collection: from, id: row.id, expect: row, next: null },
          { collection: name, id: row.id, expect: null, next: { ...row, collection: name } },
        ]);
        return step({ puts, keep: [name], drop: [from] }, t('renamed', { from, name }));
      },

      async remove(name: string) {
        const { rows } = await content.documents(name);
        const puts = rows.map((row) => ({ collection: name, id: row.id, expect: row, next: null }));
        return step({ puts, drop: [name] }, t('removed', { name }));
      },

      async export(name: string) {
        const { rows } = await content.documents(name);
        const text = JSON.stringify(encodeCollection(name, rows), null, 2);
        download(`${fileNameOf(name)}.json`, `${text}\n`, 'application/json');
      },

      async duplicate(row: ContentRow) {
        const { rows } = await content.documents(row.collection);
        const id = freeDocumentId(`${row.id}-copy`, new Set(rows.map((one) => one.id)));
        const now = seconds();
        const next = {
          ...row,
          id,
          uuid: crypto.randomUUID(),
          created: now,
          changed: now,
          revision: 1,
          log: '',
        };
        return step(
          { puts: [{ collection: row.collection, id, expect: null, next }] },
          t('duplicated', { name: id }),
        );
      },

      delete: (row: ContentRow) =>
        step(
          // The collection stays, though this may be its last document.
          {
            puts: [{ collection: row.collection, id: row.id, expect: row, next: null }],
            keep: [row.collection],
          },
          t('deleted', { name: row.label || row.id }),
        ),
    }),
    [content, step, t],
  );
}

/** Unix time in seconds, as documents have it. */
export function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
