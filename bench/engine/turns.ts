/** One run, made ready. Only `run` is measured. */
export type Round = {
  run(): Promise<unknown>;
  /** Throws where the run did not do what it was to do. */
  judge?(): void | Promise<void>;
};

/** What rounds took, in milliseconds: time of the processor, and on the wall. */
export type Times = { readonly cpu: readonly number[]; readonly wall: readonly number[] };

/**
 * Measures contenders by turns: each round runs all of them, now from the first, now from the last, so that what the
 * machine does meanwhile meets all alike.
 *
 * @param warmUp rounds that do not count. @param collect gives back what earlier rounds left, outside of the measured time.
 */
export async function byTurns(
  contenders: { readonly [name: string]: () => Round },
  rounds: number,
  warmUp = 2,
): Promise<(name: string) => Times> {
  const times = new Map(
    Object.keys(contenders).map((name) => [name, { cpu: [] as number[], wall: [] as number[] }]),
  );
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const turn = Object.entries(contenders);
    for (const [name, prepare] of round % 2 === 0 ? turn : turn.toReversed()) {
      const made = prepare();
      globalThis.gc?.();
      const before = process.cpuUsage();
      const start = performance.now();
      await made.run();
      const wall = performance.now() - start;
      const { user, system } = process.cpuUsage(before);
      await made.judge?.();
      if (round < warmUp) continue;
      times.get(name)?.cpu.push((user + system) / 1000);
      times.get(name)?.wall.push(wall);
    }
  }
  return (name) => times.get(name) ?? { cpu: [], wall: [] };
}

/** Round by round, how many times as long one took as the other. */
export function ratios(of: readonly number[], to: readonly number[]): readonly number[] {
  return of.map((ms, round) => ms / (to[round] ?? Number.NaN));
}
