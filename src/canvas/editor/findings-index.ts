import type { Finding } from '../../model/finding';
import { sameJson } from '../../model/json';

/** Internal key of what a finding is about; `undefined` for the workflow as a whole. */
export function keyOfFinding(finding: Finding): string | undefined {
  return finding.target.kind === 'workflow' ? undefined : finding.target.key;
}

function sameFinding(a: Finding, b: Finding): boolean {
  if (a === b) return true;
  return (
    a.code === b.code &&
    a.rule === b.rule &&
    a.severity === b.severity &&
    sameJson(a.target, b.target) &&
    sameJson(a.params, b.params)
  );
}

/**
 * Findings by the key of the node, edge or entry that they are about. A list that says the same as in `previous` keeps
 * its identity, so that whoever draws that node or edge does not draw again.
 */
export function indexFindings(
  findings: readonly Finding[],
  previous: ReadonlyMap<string, readonly Finding[]>,
): ReadonlyMap<string, readonly Finding[]> {
  const index = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = keyOfFinding(finding);
    if (key === undefined) continue;
    const list = index.get(key);
    if (list === undefined) index.set(key, [finding]);
    else list.push(finding);
  }
  const stable = new Map<string, readonly Finding[]>();
  for (const [key, list] of index) {
    const old = previous.get(key);
    const same = old?.length === list.length && old.every((finding, at) => isSame(finding, list[at]));
    stable.set(key, same && old !== undefined ? old : list);
  }
  return stable;
}

function isSame(a: Finding, b: Finding | undefined): boolean {
  return b !== undefined && sameFinding(a, b);
}
