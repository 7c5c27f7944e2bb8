// Who waits for news of a run in this engine.

export type Bell = {
  /** Resolves when one of the runs has been rung since the last call, or on the first ring from now on. */
  next(): Promise<void>;
  ring(): void;
  end(): void;
};

export type Bells = {
  ring(run: string): void;
  listen(runs: readonly string[]): Bell;
};

export function createBells(): Bells {
  const listening = new Map<string, Set<() => void>>();
  return {
    ring(run) {
      for (const ring of [...(listening.get(run) ?? [])]) ring();
    },
    listen(runs) {
      let rung = false;
      let wake: (() => void) | undefined;
      const ring = () => {
        rung = true;
        wake?.();
      };
      for (const run of runs) listening.set(run, (listening.get(run) ?? new Set()).add(ring));
      return {
        ring,
        async next() {
          if (!rung)
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          rung = false;
          wake = undefined;
        },
        end() {
          for (const run of runs) {
            const those = listening.get(run);
            those?.delete(ring);
            if (those?.size === 0) listening.delete(run);
          }
        },
      };
    },
  };
}
