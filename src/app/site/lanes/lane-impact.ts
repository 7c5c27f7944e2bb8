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
  const known = problemsUnder(document, before);
  return {
    ...wiresOn(document, before, after),
    problems: moreProblems(known, problemsUnder(document, after)),
  };
}

/** The part of {@link impactOn} that is about wires. */
export function wiresOn(
  document: WorkflowDocument,
  before: Catalog,
  after: Catalog,
): Omit<Impact, 'problems'> {
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
  return { lost, mended };
}

export type Problems = ReadonlyMap<string, number>;

/** What a validator finds, by code and place. */
export function problemsUnder(document: WorkflowDocument, catalog: Catalog): Problems {
  const found = new Map<string, number>();
  for (const { code, target } of validate(document, catalog)) {
    const key = JSON.stringify([code, target]);
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}

/** How many problems the second has beyond the first. */
export function moreProblems(before: Problems, after: Problems): number {
  return [...after].reduce((sum, [key, count]) => sum + Math.max(0, count - (before.get(key) ?? 0)), 0);
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
