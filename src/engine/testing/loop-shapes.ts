import type { Finished } from './run-scenario';
import type { TestType } from './world';

/** A gateway that takes `Yes` so many times, then `No`; a run has its own. */
export function countdown(times: number, id = 'countdown'): TestType {
  let left = times;
  return {
    id,
    parameters: {
      in: {},
      branches: {
        schema: { type: 'array' },
        connectable: false,
        default: [
          { name: 'Yes', value: true },
          { name: 'No', value: false },
        ],
      },
    },
    outputs: { active_branches: { schema: { 'x-control': true } } },
    execute: () => {
      left -= 1;
      return { outputs: { active_branches: left >= 0 ? ['Yes'] : ['No'] } };
    },
  };
}

export const stamps = (done: Finished) =>
  Object.fromEntries(
    [...done.executions].map(([key, { rounds = [] }]) => [
      key,
      Object.fromEntries(rounds.map(({ loop, round }) => [loop, round])),
    ]),
  );

/** A gateway leads back to a head; behind it what the loop gives. */
export const simple = {
  nodes: { s: { type: 'echo', config: { text: 'go' } }, h: 'echo', g: 'countdown', out: 'echo' },
  wires: ['s.text>h.in', 'h.in>g.in', 'g.Yes>h.loop_back', 'g.No>out.trigger', 'h.in>out.in'],
};
