import { own, sameJson } from '../../model/json';
import { branchNamed, configuredBranches, noBranch, takeBranch } from './branches';
import type { Execute } from './types';
import { parameter } from './values';

/** What the shipped node type names where the author names nothing. */
const SHIPPED_DEFAULT = 'default';

/**
 * `switch_gateway`: takes the first branch whose value is of the same type and equal (LANG-27); nothing is evaluated.
 * Else the default branch: a configured branch of that name, or the name that the author gave. A default that only the
 * shipped type names, and that is no branch here, would lead to no port, so the node fails (BR-4).
 */
export const switchGateway: Execute = (parameters, context) => {
  const value = parameter(parameters, 'expression');
  const branches = configuredBranches(parameters);
  const matched = branches.find((branch) => branch.value !== undefined && sameJson(branch.value, value));
  if (matched !== undefined) return takeBranch(matched.name);
  const named = own(parameters, 'default_branch');
  const configured = branchNamed(branches, named);
  if (configured !== undefined) return takeBranch(configured.name);
  const authored = named !== SHIPPED_DEFAULT || own(context.config, 'default_branch') === named;
  if (typeof named === 'string' && named.trim() !== '' && authored) return takeBranch(named);
  throw noBranch(branches, value);
};
