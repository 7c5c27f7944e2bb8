// What a page asks of the Service Worker beside files and doors.
import { ownString } from '../model/json';

/** Whether the origin has a host of its own; `unknown`: nobody said yet. */
export type HostStanding = 'host' | 'none' | 'unknown';

export const ASK_HOST = { ask: 'host' } as const;

export function asksForHost(data: unknown): boolean {
  return ownString(data, 'ask') === ASK_HOST.ask;
}

export function hostAnswer(standing: HostStanding): { readonly host: HostStanding } {
  return { host: standing };
}

/** Reads an answer; of another version's it says `unknown`. */
export function readHostAnswer(data: unknown): HostStanding {
  const host = ownString(data, 'host');
  return host === 'host' || host === 'none' ? host : 'unknown';
}
