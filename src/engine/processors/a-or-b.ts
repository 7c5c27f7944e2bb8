import { configuredBranches, takeBranch } from './branches';
import { type Execute, NodeFailure, type ProcessorContext } from './types';
import { asText, numberParameter } from './values';

/** `a_or_b`: draws `a` or `b` by weight, anew on every execution, and takes the branch of that value (BR-4). */
export const aOrB: Execute = (parameters, context) => {
  const weights = [
    numberParameter(parameters, 'weight_a', 50),
    numberParameter(parameters, 'weight_b', 50),
  ] as const;
  const [a, b] = weights;
  if (a < 0 || b < 0 || a + b === 0)
    throw new NodeFailure(`The weights are ${a} and ${b}: each is 0 or more, and not both are 0.`, {
      code: 'weights_invalid',
    });
  const drawn = draw(context) * (a + b) < a ? 'a' : 'b';
  const branch = configuredBranches(parameters).find(({ value }) => asText(value).toLowerCase() === drawn);
  if (branch === undefined)
    throw new NodeFailure(
      `"${drawn}" was drawn and no branch has that value: give one of them the value "${drawn}".`,
      {
        code: 'no_matching_branch',
        details: { value: drawn },
      },
    );
  return takeBranch(branch.name);
};

/** From 0 to 1, from the run's id, which is random, and the moment: a run that is replayed draws the same again. */
function draw({ run, node, now }: ProcessorContext): number {
  let hash = 0x811c9dc5;
  for (const character of `${run.id}/${node.id}/${now()}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
