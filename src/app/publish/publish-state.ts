// How the publication of one open workflow stands. Small, so that bar and notices have it without what publishing needs.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CanvasUi } from '../../canvas';
import type { DoorDetail, DoorRefusal } from '../../formats/door-calls';
import type { ImportGate, Place } from '../../formats/import-gates';
import type { WorkflowDifference } from '../../formats/workflow-diff';
import type { LiveCopy, PublishServer } from '../../store';
import type { ServerCopy } from './publish-flow';
import type { CallFault } from './server-client';

/** One reason of a refusal, and what on the canvas it concerns. */
export type Reason = DoorDetail & { readonly place: Place };

export type Busy = 'judging' | 'looking' | 'sending' | 'removing';

export type PublishStep =
  | { readonly step: 'ready' }
  | { readonly step: 'busy'; readonly what: Busy }
  /** It has errors, so no server would take it. */
  | { readonly step: 'invalid'; readonly errors: number }
  /** Nothing was sent, or what was sent was no workflow. `token`: the stored token cannot be read. */
  | {
      readonly step: 'stuck';
      readonly why: CallFault | ({ readonly kind: 'refused' } & DoorRefusal) | { readonly kind: 'token' };
      /** A removal was asked for, so that without an answer it may have happened. */
      readonly removing?: true;
    }
  /** The id is in use there. `copy` is null where the caller may not see it. */
  | {
      readonly step: 'taken';
      readonly id: string;
      readonly copy: ServerCopy | null;
      readonly difference: WorkflowDifference | null;
      /** It was published from here, and has changed there since. */
      readonly ours: boolean;
    }
  | {
      readonly step: 'refused';
      readonly door: 'import' | 'update';
      /** `null`: no gate, but what stands before them all. */
      readonly gate: ImportGate | null;
      readonly refusal: DoorRefusal;
      readonly reasons: readonly Reason[];
      readonly mayConfirm: boolean;
    }
  /** `asked`: the server was asked since, and says that it has nothing of it. */
  | { readonly step: 'lost'; readonly fault: CallFault; readonly asked: boolean }
  | { readonly step: 'live'; readonly copy: LiveCopy; readonly replaced: boolean }
  | { readonly step: 'compared'; readonly copy: ServerCopy; readonly difference: WorkflowDifference }
  /** It is not there, or no more. */
  | { readonly step: 'gone'; readonly taken: boolean };

export type PublishState = {
  readonly open: boolean;
  /** Null: the first one. */
  readonly server: string | null;
  /** The id that was typed for the server; null: the one that follows from the workflow. */
  readonly id: string | null;
  readonly step: PublishStep;
  /** Whom the step is about. */
  readonly about: PublishServer | null;
};

export type PublishSession = {
  readonly store: StoreApi<PublishState>;
  open(): void;
  close(): void;
  /** Shows a step; what it says about nodes is marked on the canvas until the next one or until it is dismissed. */
  show(step: PublishStep, about: PublishServer | null): void;
  /** Lets go of the last answer. */
  dismiss(): void;
  choose(changes: Partial<Pick<PublishState, 'server' | 'id'>>): void;
};

const READY: PublishStep = { step: 'ready' };

export function createPublishSession(ui: Pick<CanvasUi, 'set'>): PublishSession {
  const store = createStore<PublishState>(() => ({
    open: false,
    server: null,
    id: null,
    step: READY,
    about: null,
  }));
  const show: PublishSession['show'] = (step, about) => {
    // While it is tried again the marks stay: nothing is mended yet.
    if (step.step !== 'busy') ui.set({ marks: step.step === 'refused' ? marksOf(step.reasons) : new Map() });
    store.setState({ step, about });
  };
  return {
    store,
    show,
    open: () => store.setState({ open: true }),
    close() {
      const { step } = store.getState();
      store.setState({ open: false });
      if (step.step !== 'refused' && step.step !== 'busy' && step.step !== 'lost') show(READY, null);
    },
    dismiss: () => show(READY, null),
    choose(changes) {
      show(READY, null);
      store.setState(changes);
    },
  };
}

/** Texts by the nodes that they concern. */
function marksOf(reasons: readonly Reason[]): ReadonlyMap<string, readonly string[]> {
  const marks = new Map<string, string[]>();
  for (const { message, code, place } of reasons) {
    const text = message === '' ? code : message;
    for (const key of place.nodes) marks.set(key, [...(marks.get(key) ?? []), text]);
  }
  return marks;
}
