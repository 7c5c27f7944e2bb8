// What other lanes would do to a workflow: wires that no longer fit, wires that do now, problems that come.

import { createGraphViews, findPort, type GraphView } from '../../../canvas/derive/graph-view';
import { laneName } from '../../../canvas/wiring/verdict';
import type { Catalog } from '../../../catalog/types';
import { titleOf, type WorkflowDocument, type WorkflowEdge } from '../../../model/document';
import { sourcePort, targetPort } from '../../../model/handle';
import { validate } from '../../../validation/validate';

export type LostWire = {
  readonly key: string;
  readonly from: string;
  readonly fromLane: string;
  readonly to: string;
  readonly toLane: string;
};

export type Impact = {
  /** Wires that fit now and would not be allowed then. They stay; nothing rewires them (SCH-38). */
  readonly lost: readonly LostWire[];
  /** How many wires do not fit now and would then. */
  readonly mended: number;
  /** How many problems a validator would find then that it does not find now. */
  readonly problems: number;
};

/** Compares one workflow under two catalogs that differ in lanes. */
export function impactOn(document: WorkflowDocument, before: Catalog, after: Catalog): Impact {
  const now = createGraphViews()({ document, catalog: before });
  const then = createGraphViews()({ document, catalog: after });
  const lost: LostWire[] = [];
  let mended = 0;
  for (const edge of document.edges) {
    const [was, is] = [endsOf(now, edge), endsOf(then, edge)];
    if (was === null || is === null || was.fits === is.fits) continue;
    if (is.fits) mended += 1;
    else lost.push({ key: edge.key, ...is.words });
  }
  return { lost, mended, problems: newProblems(document, before, after) };
}

function endsOf(view: GraphView, edge: WorkflowEdge) {
  const source = view.wiring.keyOf(edge.source);
  const target = view.wiring.keyOf(edge.target);
  const out = sourcePort(edge);
  const into = targetPort(edge);
  if (source === undefined || target === undefined || out === undefined || into === undefined) return null;
  const from = findPort(view, source, 'output', out);
  const to = findPort(view, target, 'input', into);
  if (from === undefined || to === undefined || from.origin === 'ghost' || to.origin === 'ghost') return null;
  const nameAt = (key: typeof source, port: string) => {
    const node = view.wiring.node(key);
    return node === undefined ? port : `${titleOf(node)}: ${port}`;
  };
  return {
    fits: view.catalog.compatible(from.lane, to.lane),
    words: {
      from: nameAt(source, from.name),
      fromLane: laneName(view, from.lane),
      to: nameAt(target, to.name),
      toLane: laneName(view, to.lane),
    },
  };
}

function newProblems(document: WorkflowDocument, before: Catalog, after: Catalog): number {
  const known = new Map<string, number>();
  const count = (by: number) => (finding: ReturnType<typeof validate>[number]) => {
    const key = JSON.stringify([finding.code, finding.target]);
    known.set(key, (known.get(key) ?? 0) + by);
  };
  validate(document, before).forEach(count(-1));
  validate(document, after).forEach(count(1));
  return [...known.values()].reduce((sum, one) => sum + Math.max(0, one), 0);
}
