// What tabs tell each other. A message only says that something is stored; whoever hears it reads the store.
import type { Notice, RunEvent } from '../engine/ports';

export type Announcement =
  | { readonly kind: 'draft'; readonly id: string; readonly revision: number }
  /** A draft came, went or came back: lists read again. */
  | { readonly kind: 'drafts' }
  | { readonly kind: 'workflow'; readonly id: string }
  /** What stored workflows offer as node types is not what it was (MAN-9). */
  | { readonly kind: 'contracts' }
  | { readonly kind: 'run'; readonly event: RunEvent }
  /** A signal waits for the run's owner, wherever that is. */
  | { readonly kind: 'signal'; readonly runId: string }
  /** Node types, categories or lanes of the site changed. */
  | { readonly kind: 'site' }
  | { readonly kind: 'settings' }
  /** A trigger came, went, was changed, or fired. */
  | { readonly kind: 'triggers' }
  /** The local content changed, by a workflow or by the author. */
  | { readonly kind: 'content' }
  /** What workflows remember changed, by a workflow or by the author. */
  | { readonly kind: 'memory' }
  /** A node has something to say to whoever looks at its workflow. `more`: and more than can be shown. */
  | { readonly kind: 'notice'; readonly told: Notice & { readonly more: boolean } };

/** Tells the other tabs. Never throws. */
export type Announce = (announcement: Announcement) => void;
