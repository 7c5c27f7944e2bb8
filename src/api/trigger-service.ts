// What the doors of triggers need from the world.
import type { RunRow } from '../engine/ports';
import type { TriggerDesk } from '../engine/triggers/desk';
import type { Ended, PollSource } from '../engine/triggers/poll';
import type { TriggerStore } from '../engine/triggers/types';

/** An ended run, with its row. */
export type EndedRun = Ended & { readonly row: RunRow };

export type TriggerService = {
  readonly store: TriggerStore;
  /** Absent where triggers are kept and not fired. */
  readonly desk?: Pick<TriggerDesk, 'fire'>;
  /** Ended runs in the order of polls (OCX-9); absent where nothing is run. */
  readonly executions?: PollSource<EndedRun>;
  /** Hears that a trigger was changed: when it is next due may be another time. */
  changed(id: string): void;
};
