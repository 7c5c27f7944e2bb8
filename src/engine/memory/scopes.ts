// MEM-6, MEM-7, MEM-13: which memory a scope means, decided here and nowhere else.
import { type RunIdentity, realIdentifier } from './identity';

export const MEMORY_SCOPES = ['global', 'workflow', 'pipeline', 'execution', 'session', 'user'] as const;
export type MemoryScope = (typeof MEMORY_SCOPES)[number];

/** What a scope is resolved from. Null: there is no execution context at all. */
export type ScopeContext = {
  readonly run: string;
  readonly workflow: string;
  readonly identity: RunIdentity | undefined;
} | null;

/** A resolved scope, or why no memory may be touched. A refusal is not the empty identifier: that is the shared memory. */
export type ResolvedScope =
  | { readonly ok: true; readonly scope: MemoryScope; readonly id: string }
  | { readonly ok: false; readonly why: string };

/** The memory of a scope in an execution context. */
export function resolveScope(scope: MemoryScope, context: ScopeContext): ResolvedScope {
  switch (scope) {
    case 'global':
      return { ok: true, scope, id: '' };
    case 'workflow':
      return { ok: true, scope, id: context?.workflow ?? '' };
    case 'pipeline':
    case 'execution':
      return { ok: true, scope, id: context?.run ?? '' };
    case 'session':
    case 'user':
      return ofIdentity(scope, context);
  }
}

/**
 * The memory that a node names itself. An identity scope is the context's own or none: to name somebody else's memory is to
 * have no right to it.
 */
export function resolveExplicitScope(scope: MemoryScope, id: string, context: ScopeContext): ResolvedScope {
  if (scope === 'global') return { ok: true, scope, id: '' };
  if (scope !== 'user' && scope !== 'session') return { ok: true, scope, id };
  const own = ofIdentity(scope, context);
  if (!own.ok || own.id === realIdentifier(id)) return own;
  return { ok: false, why: `it names another ${scope} than the one that the run is for` };
}

function ofIdentity(scope: 'user' | 'session', context: ScopeContext): ResolvedScope {
  const { identity } = context ?? {};
  const id = realIdentifier(scope === 'user' ? identity?.user_id : identity?.session_id);
  if (id !== undefined) return { ok: true, scope, id };
  return {
    ok: false,
    why: scope === 'user' ? 'the run is for no known user' : 'the run belongs to no session',
  };
}

/**
 * The name of a memory in a store. `run`: of what lasts as long as a run and no longer, which is that run's alone.
 */
export function memoryName({ scope, id }: { scope: MemoryScope; id: string }, run?: string): string {
  return run === undefined ? `${scope}:${id}` : `run:${run}/${scope}:${id}`;
}

/** The parts of a {@link memoryName}; `undefined` where it is none. */
export function readMemoryName(
  name: string,
): { readonly scope: MemoryScope; readonly id: string; readonly run?: string } | undefined {
  const run = name.startsWith('run:') ? name.slice(4, name.indexOf('/')) : undefined;
  const rest = run === undefined ? name : name.slice(run.length + 5);
  const colon = rest.indexOf(':');
  const scope = MEMORY_SCOPES.find((known) => known === rest.slice(0, colon));
  if (scope === undefined) return undefined;
  return { scope, id: rest.slice(colon + 1), ...(run === undefined ? {} : { run }) };
}
