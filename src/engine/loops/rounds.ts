// SG-17 to SG-19: the rounds of loops, as the run counts them and as executions are stamped with them.
import type { Rounds } from '../delivery/record';
import type { PlanLoop } from '../plan';

/** The round of every loop of the plan, by its position there. Never changed in place. */
export type Counters = readonly number[];

type Nesting = readonly Pick<PlanLoop, 'head' | 'nested'>[];

/** SG-17: one entry a loop of the node, outermost first; round 0 written out, empty for a node in no loop. */
export function stampOf(loops: Nesting, of: readonly number[], counters: Counters): Rounds {
  if (of.length === 0) return NOWHERE;
  return of.map((index) => ({ loop: loops[index]?.head ?? '', round: counters[index] ?? 0 }));
}
const NOWHERE: Rounds = [];

/** SG-18: the loop enters its next round, and every loop nested in it begins again. */
export function advanced(loops: Nesting, counters: Counters, loop: number): Counters {
  const next = [...restarted(loops, counters, loop)];
  next[loop] = (next[loop] ?? 0) + 1;
  return next;
}

/** Every loop nested in this one begins again. */
export function restarted(loops: Nesting, counters: Counters, loop: number): Counters {
  const nested = loops[loop]?.nested ?? [];
  if (nested.length === 0) return counters;
  const next = [...counters];
  for (const inner of nested) next[inner] = 0;
  return next;
}

/** Is `earlier` behind `later` on these loops? The first that differs decides, outermost first (SG-19). */
export function areBehind(earlier: Counters, later: Counters, of: readonly number[]): boolean {
  for (const loop of of) {
    const [a, b] = [earlier[loop] ?? 0, later[loop] ?? 0];
    if (a !== b) return a < b;
  }
  return false;
}

/** Is this stamp, of a node in the loops `of`, behind the counters? */
export function isPast(stamp: Rounds, of: readonly number[], counters: Counters): boolean {
  for (const [at, loop] of of.entries()) {
    const [a, b] = [stamp[at]?.round ?? 0, counters[loop] ?? 0];
    if (a !== b) return a < b;
  }
  return false;
}

export function sameRounds(a: Rounds, b: Rounds): boolean {
  return a.length === b.length && a.every(({ round }, at) => b[at]?.round === round);
}

/**
 * SG-7, SG-17, SG-18: the counters of a resumed run, from the stamps of its jobs in the order in which they were made. The
 * newest stamp wins, never the highest; where an outer loop moves on, those nested in it begin again. A job without a
 * stamp changes nothing.
 */
export function replayRounds(loops: Nesting, stamps: readonly (Rounds | undefined)[]): Counters {
  const position = new Map(loops.map((loop, index) => [loop.head, index]));
  const counters = loops.map(() => 0);
  for (const stamp of stamps) {
    for (const { loop, round } of stamp ?? []) {
      const index = position.get(loop);
      if (index === undefined || counters[index] === round) continue;
      counters[index] = round;
      for (const inner of loops[index]?.nested ?? []) counters[inner] = 0;
    }
  }
  return counters;
}
