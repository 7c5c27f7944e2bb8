// BR-4: which of its configured branches a gateway takes. It emits configured names only, never a name of its own.
import { type Json, type JsonObject, own } from '../../model/json';
import { NodeFailure, type ProcessorResult } from './types';
import { objectsOf } from './values';

/** A configured branch. `value` is `undefined` where the entry has none. */
export type Branch = { readonly name: string; readonly value: Json | undefined };

/** The configured branches; an entry whose name is no non-empty text is discarded before any matching. */
export function configuredBranches(parameters: JsonObject): readonly Branch[] {
  return objectsOf(own(parameters, 'branches')).flatMap((entry) => {
    const name = own(entry, 'name');
    return typeof name === 'string' && name !== '' ? [{ name, value: own(entry, 'value') }] : [];
  });
}

/** The boolean that a configured value denotes; `undefined` where it denotes none. A non-empty text is not "true". */
export function denotedBoolean(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 0 || value === 1) return value === 1;
  if (typeof value !== 'string') return undefined;
  const text = value.toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

/** The outcome of a gateway that took the branch of this name. */
export function takeBranch(name: string): ProcessorResult {
  return { outputs: { active_branches: [name] } };
}

/**
 * Takes the first branch whose value denotes the outcome; else the configured branch that `default_branch` names; else
 * the node fails. `outcome` is null where the gateway was given no boolean.
 */
export function takeBooleanBranch(parameters: JsonObject, outcome: boolean | null): ProcessorResult {
  const branches = configuredBranches(parameters);
  const matched =
    outcome === null ? undefined : branches.find((branch) => denotedBoolean(branch.value) === outcome);
  const chosen = matched ?? branchNamed(branches, own(parameters, 'default_branch'));
  if (chosen !== undefined) return takeBranch(chosen.name);
  throw noBranch(branches, outcome);
}

/** A branch by name, as edges compare it: trimmed, without regard to case (BR-1). */
export function branchNamed(branches: readonly Branch[], name: Json | undefined): Branch | undefined {
  if (typeof name !== 'string' || name === '') return undefined;
  return (
    branches.find((branch) => branch.name === name) ??
    branches.find((branch) => folded(branch.name) === folded(name))
  );
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}

/** The failure of an outcome that has no branch. */
export function noBranch(branches: readonly Branch[], outcome: Json): NodeFailure {
  const shown = branches
    .map(({ name, value }) => `"${name}" (${JSON.stringify(value) ?? 'no value'})`)
    .join(', ');
  return new NodeFailure(
    `No branch is configured for ${JSON.stringify(outcome)}. Configured: ${shown || 'none'}. Give a branch this value, or name a default branch.`,
    { code: 'no_branch', details: { outcome, branches: branches.map(({ name }) => name) } },
  );
}
