import { useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { editorRoute, navigate, START } from '../routes';
import { useServices } from '../services';
import ImportDialog from './import-dialog';
import { createImportFlow } from './import-flow';

/** Files that a person gave, once for each time that they gave some. */
export type Given = { readonly files: readonly File[] };

/** The import itself: reads what was given and draws what comes of it. */
export function Importing({
  given,
  onBrought,
}: {
  readonly given: Given;
  readonly onBrought: (ids: readonly string[]) => void;
}) {
  const t = useTranslations('import');
  const services = useServices();
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
  const read = useRef<Given | null>(null);
  useEffect(() => {
    // An effect may run twice over the same files.
    if (read.current === given) return;
    read.current = given;
    void flow.read(given.files);
  }, [given, flow]);
  const idle = useStore(flow.store, (state) => state.phase === 'idle');
  if (idle) return null;
  return (
    <ImportDialog
      flow={flow}
      onOpen={(id) => {
        flow.close();
        navigate(editorRoute(id));
      }}
    />
  );
}
