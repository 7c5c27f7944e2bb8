import { own } from '../../model/json';
import { ask } from '../interrupt';
import { answeredBy, contextOf } from './answered';
import { takeBooleanBranch } from './branches';
import { type Execute, resumable } from './types';
import { textParameter } from './values';

/** `confirmation`: asks yes or no, and goes on with the answer; drawn as a gateway, along its branch (BR-4). */
export const confirmation: Execute = resumable(
  (parameters) => {
    throw ask({
      type: 'confirmation',
      message: textParameter(parameters, 'message'),
      ...contextOf(parameters, ['confirm_label', 'cancel_label']),
    });
  },
  (parameters, context, row) => {
    const confirmed = row.response === true;
    const outputs = { confirmed, ...answeredBy(row) };
    if (own(context.config, 'nodeType') !== 'gateway') {
      const names = branchesOf(parameters, confirmed);
      return { outputs: { ...outputs, ...names } };
    }
    const taken = takeBooleanBranch(parameters, confirmed);
    return 'outputs' in taken ? { outputs: { ...outputs, ...taken.outputs } } : taken;
  },
);

/** Drawn otherwise it has no branches to take; the name of the one is told where there is one. */
function branchesOf(parameters: Parameters<Execute>[0], confirmed: boolean) {
  try {
    const taken = takeBooleanBranch(parameters, confirmed);
    return 'outputs' in taken ? taken.outputs : {};
  } catch {
    return {};
  }
}
