// SG-12: a thread belongs to a workflow; another one's of the same name is another thread.
import type { RunRow } from './ports';

/** One text for a thread of a workflow. */
export function threadKey(workflow: string, thread: string): string {
  return JSON.stringify([workflow, thread]);
}

/** That of the thread which a run is part of; `undefined` where it is part of none. */
export function threadKeyOf({ workflow, config }: Pick<RunRow, 'workflow' | 'config'>): string | undefined {
  return config?.thread === undefined ? undefined : threadKey(workflow, config.thread);
}
