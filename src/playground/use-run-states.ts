import { useCallback, useEffect, useState } from 'react';
import type { RunStates } from './ports';
import { useRuns } from './run-context';

/** What is stored beside a run, read now and again when `key` changes or `again` is called; null until it was read. */
export function useRunStates<T>(
  read: (states: RunStates) => Promise<T>,
  key: string,
): { readonly value: T | null; readonly again: () => void } {
  const { source } = useRuns();
  const [value, setValue] = useState<T | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `round` say when there is something else to read; `read` is another function every time.
  useEffect(() => {
    let ended = false;
    source
      .states?.()
      .then(read)
      .then(
        (found) => {
          if (!ended) setValue(found);
        },
        // What cannot be read is left as it was read before.
        () => undefined,
      );
    return () => {
      ended = true;
    };
  }, [source, key, round]);
  return { value, again: useCallback(() => setRound((now) => now + 1), []) };
}
