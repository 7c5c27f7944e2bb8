import { isArray, type Json, own, ownString } from '../model/json';
import type { NodeType } from './types';

export type AuthorControl = 'waive' | 'require';
export type Governance = {
  /** `undefined`: none stored; the requirement is derived from the executor at the gate (RT-GATE-7). */
  readonly policy: 'ask' | 'skip' | undefined;
  readonly authorControls: readonly AuthorControl[];
  readonly dynamicControls: readonly string[];
};

/**
 * Who may decide about confirmation. RT-GATE-7: a node type that never stored a mapping lets authors waive and require;
 * a stored mapping is literal, so an emptied list of controls is a revocation.
 */
export function governanceOf(nodeType: NodeType): Governance {
  const stored = nodeType.confirmation;
  if (Object.keys(stored).length === 0) {
    return { policy: undefined, authorControls: ['waive', 'require'], dynamicControls: [] };
  }
  const policy = ownString(stored, 'policy');
  return {
    policy: policy === 'ask' || policy === 'skip' ? policy : undefined,
    authorControls: names(own(stored, 'author_controls')).filter(
      (name) => name === 'waive' || name === 'require',
    ),
    dynamicControls: names(own(stored, 'dynamic_controls')),
  };
}

function names(value: Json | undefined): readonly string[] {
  return isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
