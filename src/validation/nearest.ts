/**
 * The candidate that a name was most likely meant to be; `undefined` where none is close. For "did you mean". Looks at as
 * many candidates as a bounded number of comparisons allows, so that thousands of misspelt names cost no more than a hint
 * is worth.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name === '' || name.length > MAX_LENGTH) return undefined;
  const budget = { left: MAX_COMPARISONS };
  const wanted = name.toLowerCase();
  // One slip in a short word, one in three characters of a longer one.
  let best = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  let found: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= best) continue;
    if (budget.left <= 0) break;
    const distance = editDistance(wanted, candidate.toLowerCase(), best, budget);
    if (distance >= best) continue;
    best = distance;
    found = candidate;
  }
  return found;
}

const MAX_LENGTH = 80;
/** Of one character with another. Enough for five hundred ids of an ordinary length. */
const MAX_COMPARISONS = 60_000;

/** Optimal string alignment distance, given up once it reaches `enough`. */
function editDistance(a: string, b: string, enough: number, budget: { left: number }): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    budget.left -= b.length;
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1);
      row.push(cost);
    }
    if (Math.min(...row) >= enough) return enough;
    before = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
