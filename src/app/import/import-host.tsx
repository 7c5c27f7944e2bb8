import {
  lazy,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { editorRoute, navigate, START } from '../routes';
import { useServices } from '../services';
import { DropZone } from './drop-zone';
import { createImportFlow } from './import-flow';

const ImportDialog = lazy(() => import('./import-dialog'));

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
  const t = useTranslations('import');
  const services = useServices();
  const input = useRef<HTMLInputElement>(null);
  const heard = useRef(onBrought);
  useEffect(() => {
    heard.current = onBrought;
  }, [onBrought]);
  const flow = useMemo(
    () =>
      createImportFlow({
        services,
        uuid: () => crypto.randomUUID(),
        copyName: (name) => t('copyName', { name }),
        onDone(brought, quiet) {
          heard.current(brought.map(({ id }) => id));
          const [only] = brought;
          if (quiet && only !== undefined) navigate(editorRoute(only.id));
          else if (brought.length > 1) navigate(START);
        },
      }),
    [services, t],
  );
  const idle = useStore(flow.store, (state) => state.phase === 'idle');
  const read = useCallback((files: readonly File[]) => void flow.read(files), [flow]);
  useImperativeHandle(ref, () => ({ choose: () => input.current?.click() }), []);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={t('choose')}
        data-testid="import-files"
        onChange={(event) => {
          read([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <DropZone onFiles={read} />
      {!idle && (
        <Suspense>
          <ImportDialog
            flow={flow}
            onOpen={(id) => {
              flow.close();
              navigate(editorRoute(id));
            }}
          />
        </Suspense>
      )}
    </>
  );
}
