// Who a run is for, as its execution context says it, and whether that is anybody.

/** What the execution context carries of people and sessions. Absent keys: nobody, no session. */
export type RunIdentity = {
  /** The user for whom the run is: of a session its owner (MEM-8), else who launched it. */
  readonly user_id?: string | number | null;
  /** The session that drives the run. */
  readonly session_id?: string | number | null;
};

/** The one principal of a page, and of a host without tokens. A real user: what they remember is theirs. */
export const LOCAL_USER = '1';

/**
 * The identifier that a value is, as text; `undefined` where it denotes nobody (MEM-6, MEM-13): an absent or blank one, any
 * spelling of zero, and what is neither a text nor a whole number above zero.
 */
export function realIdentifier(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' || /^[+-]?0+(\.0*)?$/.test(text) ? undefined : text;
}
