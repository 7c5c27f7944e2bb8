/** What a command leaves: text for either stream, and its exit code: 0, 1 (findings, or it failed), 2 (usage), 3 (it waits). */
export type Outcome = { readonly code: 0 | 1 | 2 | 3; readonly out?: string; readonly err?: string };

export function misused(message: string, help: string): Outcome {
  return { code: 2, err: `${message}\n\n${help}` };
}

/** The message of whatever was thrown. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** `2 workflows`. */
export function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

/** Names and messages come from files and servers: none of them begins a line of its own. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/**
 * Names of files, ids and words of servers may hold what draws on a terminal. It is written as JSON escapes it, so that
 * JSON says the same as before.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
