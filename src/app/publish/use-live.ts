import { useEffect, useState } from 'react';
import { useEditorState } from '../../canvas';
import type { WorkflowDocument } from '../../model/document';
import type { LiveCopy, PublishServer } from '../../store';
import type { Publishing } from './use-publishing';

/** One place where the workflow on the screen is live. `same`: null until that is known. */
export type LiveHere = {
  readonly server: PublishServer;
  readonly copy: LiveCopy;
  readonly same: boolean | null;
};

const REST_MILLIS = 400;

/** Where the workflow on the screen is live, and whether it has changed here since. */
export function useLiveHere(publishing: Publishing | null): readonly LiveHere[] {
  const document = useEditorState((state) => state.document);
  const copies = publishing?.live.get(document.id) ?? [];
  const digest = useDigest(copies.length > 0);
  return copies.flatMap((copy) => {
    const server = publishing?.servers.find(({ id }) => id === copy.server);
    return server === undefined
      ? []
      : [{ server, copy, same: digest === null ? null : digest === copy.digest }];
  });
}

/** The digest of what is on the screen, a moment after the last edit. */
function useDigest(wanted: boolean): string | null {
  const document = useEditorState((state) => state.document);
  const [digest, setDigest] = useState<string | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let ended = false;
    const timer = setTimeout(() => {
      void digestFor(document)
        .then((next) => {
          if (!ended) setDigest(next);
        })
        .catch(() => undefined);
    }, REST_MILLIS);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [document, wanted]);
  return digest;
}

const known = new WeakMap<WorkflowDocument, Promise<string>>();

/** Computed once for a document, however many views ask. */
function digestFor(document: WorkflowDocument): Promise<string> {
  let digest = known.get(document);
  if (digest === undefined) {
    digest = import('./publish-flow').then(({ digestOf }) => digestOf(document));
    known.set(document, digest);
  }
  return digest;
}

/** STORE-8: the version of a contract that was built; `undefined` where there is none, or none was told. */
export function builtVersion({ version }: Pick<LiveCopy, 'version'>): string | undefined {
  return version === null || version === '0.0.0' ? undefined : version;
}
