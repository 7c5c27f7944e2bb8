// MEM-7: the one way from a node to a memory. A refused scope gives no way to a store at all.
import { NodeFailure, type ProcessorContext } from '../processors/types';
import { MEMORY_SCOPES, memoryName, resolveExplicitScope, resolveScope } from './scopes';
import type { Memory } from './store';

/** A memory that may be used. `name`: its name in the store; `id`: `resolved_scope_id`. */
export type ScopedMemory = { readonly memory: Memory; readonly name: string; readonly id: string };

export type ScopeRequest = {
  readonly scope: string;
  /** The scope id that the node was given itself; absent: it is that of the run. */
  readonly explicit?: string | undefined;
  /** What is kept lasts as long as this run. */
  readonly ofRun?: boolean;
};

/**
 * The memory that a node asks for; `undefined` where its scope refuses, after one warning that names the node, the run and
 * the workflow. Fails the node where there is no such scope, or nothing is remembered here.
 */
export function scopedMemory(context: ProcessorContext, request: ScopeRequest): ScopedMemory | undefined {
  const scope = MEMORY_SCOPES.find((known) => known === request.scope);
  if (scope === undefined)
    throw new NodeFailure(
      `There is no memory scope "${request.scope}"; there are ${MEMORY_SCOPES.join(', ')}.`,
      { code: 'memory_scope_unknown' },
    );
  const { node, run } = context;
  const setting = { run: run.id, workflow: run.workflow, identity: run.identity };
  const resolved =
    request.explicit === undefined
      ? resolveScope(scope, setting)
      : resolveExplicitScope(scope, request.explicit, setting);
  if (!resolved.ok) {
    context.log(
      'warning',
      `Node ${node.id} of run ${run.id} (workflow ${run.workflow}) may not use the memory of scope "${scope}": ${resolved.why}. Nothing was read or written.`,
      { node: node.id, pipeline: run.id, workflow: run.workflow, scope },
    );
    return undefined;
  }
  if (context.memory === undefined)
    throw new NodeFailure('Nothing is remembered in this place.', { code: 'memory_not_supported' });
  const name = request.ofRun === true ? memoryName(resolved, run.id) : memoryName(resolved);
  return { memory: context.memory, name, id: resolved.id };
}
