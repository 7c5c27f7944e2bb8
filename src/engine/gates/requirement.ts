// Whether a node has to be confirmed before it executes.
import type { Governance } from '../../catalog/governance';
import { CONFIRMATION_KEY } from '../../catalog/reserved-config';
import { type Json, type JsonObject, ownString } from '../../model/json';

/** What the requirement is decided by, all of it as it stands when the node is about to execute. */
export type GateQuestion = {
  /** Of the live node type, never of a stored copy (RT-GATE-8). */
  readonly governance: Governance;
  readonly config: JsonObject;
  /** The value on the reserved confirmation input; `undefined` where nothing was delivered. */
  readonly escalation: Json | undefined;
  /** What the executor declares; `undefined` where it cannot be resolved. */
  readonly sideEffects: boolean | undefined;
};

/** `unresolved`: the executor would have to tell and is not there; the node fails as without one (RT-GATE-11). */
export type Requirement = 'ask' | 'pass' | 'unresolved';

/** RT-GATE-7: the first that applies of escalation, the author's choice, the policy, what the executor declares. */
export function requirementOf({ governance, config, escalation, sideEffects }: GateQuestion): Requirement {
  if (escalates(governance, escalation)) return 'ask';
  const choice = ownString(config, CONFIRMATION_KEY);
  // RT-GATE-8: a stored choice whose control is not granted now is ignored.
  if (choice === 'require' && governance.authorControls.includes('require')) return 'ask';
  if (choice === 'waive' && governance.authorControls.includes('waive')) return 'pass';
  if (governance.policy !== undefined) return governance.policy === 'ask' ? 'ask' : 'pass';
  if (sideEffects === undefined) return 'unresolved';
  return sideEffects ? 'ask' : 'pass';
}

/**
 * RT-GATE-9: whether what was delivered adds an approval. Only null, false, 0 and the empty text are falsy: of a list, a map or
 * a text such as "false" nobody can say what was meant, and asking once too often is the safe side.
 */
export function escalates(
  { dynamicControls }: Pick<Governance, 'dynamicControls'>,
  value: Json | undefined,
): boolean {
  if (!dynamicControls.includes('require')) return false;
  return !(value === undefined || value === null || value === false || value === 0 || value === '');
}
