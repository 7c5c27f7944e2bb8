// MEM-8, MEM-9, MEM-15: who may do what with a session and its messages, and for whom a session's runs are.
import { type RunIdentity, realIdentifier } from './identity';

/** Who asks. `permissions`: names of `model/permission.ts`. An absent principal is nobody. */
export type SessionPrincipal = { readonly id: string; readonly permissions: ReadonlySet<string> } | undefined;

/** What access is judged by. */
export type OwnedSession = { readonly id: string; readonly owner: string | number | null | undefined };

/** MEM-9: both sides have a real identity, and it is the same one. Having none is not having the same. */
export function owns(principal: SessionPrincipal, owner: OwnedSession['owner']): boolean {
  const [mine, theirs] = [realIdentifier(principal?.id), realIdentifier(owner)];
  return mine !== undefined && mine === theirs;
}

function may(principal: SessionPrincipal, permission: string): boolean {
  return principal?.permissions.has(permission) === true;
}

/** Reading: one's own with `view own sessions`, anybody's with `view any sessions`. */
export function mayReadSession(principal: SessionPrincipal, session: OwnedSession): boolean {
  if (may(principal, 'administer') || may(principal, 'view any sessions')) return true;
  return may(principal, 'view own sessions') && owns(principal, session.owner);
}

/**
 * MEM-9: sending a turn, stopping, resetting, renaming, deleting. Reading is no reason for any of it, whoever's session one
 * may read: a turn runs as the owner and writes the owner's memory.
 */
export function mayDriveSession(principal: SessionPrincipal, session: OwnedSession): boolean {
  if (may(principal, 'administer')) return true;
  return may(principal, 'drive own sessions') && owns(principal, session.owner);
}

/** MEM-15: of a message whose session cannot be loaded nothing may be read: denied, not undecided. */
export function mayReadMessage(principal: SessionPrincipal, session: OwnedSession | undefined): boolean {
  return session !== undefined && mayReadSession(principal, session);
}

/** MEM-15: nobody updates or deletes a message but an administrator, and they not where its session is gone. */
export function mayChangeMessage(principal: SessionPrincipal, session: OwnedSession | undefined): boolean {
  return session !== undefined && may(principal, 'administer');
}

/** MEM-15: what others have to say can take a grant back, and never give one. */
export function decideAccess(granted: boolean, opinions: readonly (boolean | undefined)[]): boolean {
  return granted && !opinions.includes(false);
}

/**
 * MEM-8: for whom the runs of a session are: its owner, where that is a real user, else nobody. Who drives the turn does not
 * come into it.
 */
export function sessionIdentity(session: OwnedSession): RunIdentity {
  const user = realIdentifier(session.owner);
  return { session_id: session.id, ...(user === undefined ? {} : { user_id: user }) };
}
