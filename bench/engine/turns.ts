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
 * machine does meanwhile meets all alike. Each is given as long to warm up as the others, two rounds at least.
 * Garbage is not collected in between: a forced collection shrinks the space for new objects, which costs those who are
 * done soonest most.
 *
 * @param warmUp milliseconds for each.
 */
export async function byTurns(
  contenders: { readonly [name: string]: () => Round },
  rounds: number,
  warmUp: number,
): Promise<(name: string) => Times> {
  for (const prepare of Object.values(contenders)) {
    const start = performance.now();
    for (let round = 0; round < 2 || performance.now() - start < warmUp; round += 1) {
      const made = prepare();
      await made.run();
      if (round === 0) await made.judge?.();
    }
  }
  const times = new Map(
    Object.keys(contenders).map((name) => [name, { cpu: [] as number[], wall: [] as number[] }]),
  );
  for (let round = 0; round < rounds; round += 1) {
    const turn = Object.entries(contenders);
    for (const [name, prepare] of round % 2 === 0 ? turn : turn.toReversed()) {
      const made = prepare();
      const before = process.cpuUsage();
      const start = performance.now();
      await made.run();
      const wall = performance.now() - start;
      const { user, system } = process.cpuUsage(before);
      await made.judge?.();
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
