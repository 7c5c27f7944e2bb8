import { type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { late } from '../late';
import { DropZone } from './drop-zone';
import type { Given } from './importing';

const Importing = late(async () => (await import('./importing')).Importing);

export type ImportHandle = { /** Opens the file picker. */ choose(): void };

const ACCEPT = '.json,.yml,.yaml,.zip,application/json,application/zip,application/yaml';

/** The import of the page: picker, drop anywhere, dialog. A single workflow is opened, several are marked in the list. */
export function ImportHost({
  ref,
  onBrought,
}: {
  readonly ref: Ref<ImportHandle>;
  readonly onBrought: (ids: readonly string[]) => void;
}) {
  const t = useTranslations('start');
  const input = useRef<HTMLInputElement>(null);
  const [given, setGiven] = useState<Given | null>(null);
  const read = useCallback((files: readonly File[]) => {
    if (files.length > 0) setGiven({ files });
  }, []);
  useImperativeHandle(
    ref,
    () => ({
      choose() {
        // The reader comes while the person looks for the file.
        Importing.load().catch(() => undefined);
        input.current?.click();
      },
    }),
    [],
  );
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={t('chooseFiles')}
        data-testid="import-files"
        onChange={(event) => {
          read([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <DropZone onFiles={read} />
      {given !== null && <Importing given={given} onBrought={onBrought} />}
    </>
  );
}
