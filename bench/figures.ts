/** One measured comparison, as a bench reports it to whoever started it. */
export type Figure = {
  readonly what: string;
  readonly against: string;
  /** Both sides as they were measured, where that says more than the ratio. */
  readonly measured?: string;
  readonly ratio: number;
  /** Where `ratio` is none, but an amount: its unit. */
  readonly unit?: string;
  /** Null: measured for its own sake. */
  readonly goal: { readonly at: 'most' | 'least'; readonly ratio: number } | null;
};

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The lower and upper quartile: how far the middle half of the rounds lies apart. */
function quartiles(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return [at(0.25), at(0.75)];
}

/** `12.3 (11.9 to 12.8)`: median and quartiles. */
export function spread(values: readonly number[], digits = 1): string {
  const [low, high] = quartiles(values);
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

/** Whether a figure keeps its goal; one without a goal always does. A ratio that is no number does not. */
export function met({ ratio, goal }: Figure): boolean {
  if (goal === null) return true;
  return goal.at === 'most' ? ratio <= goal.ratio : ratio >= goal.ratio;
}

const number = (value: number) => (value < 0.1 ? `1/${(1 / value).toFixed(0)}` : value.toFixed(2));

const amount = (value: number, unit: string | undefined) =>
  unit === undefined ? number(value) : `${value.toFixed(1)} ${unit}`;

/** Figures as lines of one table. */
export function table(figures: readonly Figure[]): string {
  const rows = [
    ['what', 'against', 'measured', 'ratio', 'goal', 'met'],
    ...figures.map((figure) => [
      figure.what,
      figure.against,
      figure.measured ?? '',
      amount(figure.ratio, figure.unit),
      figure.goal === null ? '' : `at ${figure.goal.at} ${amount(figure.goal.ratio, figure.unit)}`,
      figure.goal === null ? '' : met(figure) ? 'yes' : 'NO',
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Ends a bench: prints its figures, hands them to `bench/all.ts` where that started it, fails where a goal is missed. */
export function report(figures: readonly Figure[]): void {
  if (process.send !== undefined) process.send(figures);
  else console.log(`\n${table(figures)}`);
  process.exitCode = figures.every(met) ? 0 : 1;
}
