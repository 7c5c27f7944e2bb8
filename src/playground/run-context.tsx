import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { RunState, RunStore } from './run-store';

const RunContext = createContext<RunStore | null>(null);

/** Gives the run store of one editor to the panels below. */
export function RunProvider({ runs, children }: { readonly runs: RunStore; readonly children: ReactNode }) {
  return <RunContext value={runs}>{children}</RunContext>;
}

/** The run store of the nearest RunProvider. */
export function useRuns(): RunStore {
  const runs = useContext(RunContext);
  if (runs === null) throw new Error('This view stands outside of a RunProvider.');
  return runs;
}

/** A slice of the run store's state. */
export function useRunState<T>(selector: (state: RunState) => T): T {
  return useStore(useRuns().store, selector);
}
