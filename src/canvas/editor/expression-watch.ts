import type { Catalog } from '../../catalog/types';
import type { NodeData, WorkflowDocument } from '../../model/document';
import type { Finding } from '../../model/finding';

/** Judges every configured expression of a document (R11). Asynchronous: some engines load when they are first met. */
export type JudgeExpressions = (
  document: WorkflowDocument,
  catalog: Catalog,
  signal: AbortSignal,
) => Promise<readonly Finding[]>;

export type ExpressionWatch = {
  /** Asks for a judgement of this document once edits have rested. */
  edited(document: WorkflowDocument, catalog: Catalog): void;
  /** Takes findings that were made for this document. */
  arrived(document: WorkflowDocument, findings: readonly Finding[]): void;
  /** Known findings of the nodes whose data is still what was judged. */
  findingsFor(document: WorkflowDocument): readonly Finding[];
  dispose(): void;
};

const REST_MILLIS = 350;

/** Keeps the findings of R11 beside those that every edit judges at once. `onArrival` is called when new ones came. */
export function createExpressionWatch(
  judge: JudgeExpressions | undefined,
  onArrival: () => void,
): ExpressionWatch {
  let known: readonly { readonly finding: Finding; readonly data: NodeData | undefined }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const dataOf = (document: WorkflowDocument): ReadonlyMap<string, NodeData> =>
    new Map(document.nodes.map((node) => [node.key, node.data]));

  function arrived(document: WorkflowDocument, findings: readonly Finding[]): void {
    const data = dataOf(document);
    known = findings.map((finding) => ({
      finding,
      data: finding.target.kind === 'node' ? data.get(finding.target.key) : undefined,
    }));
  }

  return {
    arrived,
    edited(document, catalog) {
      if (judge === undefined) return;
      clearTimeout(timer);
      running?.abort();
      timer = setTimeout(() => {
        const controller = new AbortController();
        running = controller;
        judge(document, catalog, controller.signal).then(
          (findings) => {
            if (controller.signal.aborted) return;
            arrived(document, findings);
            onArrival();
          },
          () => undefined, // A judgement that failed leaves what is known; the next edit asks again.
        );
      }, REST_MILLIS);
    },
    findingsFor(document) {
      if (known.length === 0) return [];
      const data = dataOf(document);
      return known
        .filter(
          ({ finding, data: judged }) =>
            finding.target.kind === 'node' && data.get(finding.target.key) === judged,
        )
        .map(({ finding }) => finding);
    },
    dispose() {
      clearTimeout(timer);
      running?.abort();
    },
  };
}
