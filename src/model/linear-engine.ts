// The engine for patterns that would backtrack. It is large and rarely needed, so pages load it when a pattern asks for it;
// whoever must answer at once (workers, tests) installs it before.

/** Compiles a pattern in RE2's syntax. Throws where RE2 refuses it. */
export type LinearEngine = (source: string, ignoreCase: boolean) => (text: string) => boolean;

let installed: LinearEngine | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The engine; `undefined` until it is there. The first call that misses it sends for it. */
export function linearEngine(): LinearEngine | undefined {
  // Not fetched (a network that is gone, for one): the next pattern tries again.
  if (installed === undefined) loadLinearEngine().catch(() => undefined);
  return installed;
}

/** Gives the engine, and tells whoever judged without it. */
export function installLinearEngine(engine: LinearEngine): void {
  installed = engine;
  for (const listener of [...listeners]) listener();
}

/** Resolves once the engine is installed. Rejects where its code cannot be fetched. */
export async function loadLinearEngine(): Promise<void> {
  if (installed !== undefined) return;
  loading ??= import('./re2-engine').then(
    ({ re2Engine }) => installLinearEngine(re2Engine),
    (cause: unknown) => {
      loading = undefined;
      throw cause;
    },
  );
  await loading;
}

/** Resolves at once where no pattern waits for the engine, else when it came or could not be fetched. */
export async function settledPatterns(): Promise<void> {
  await loading?.catch(() => undefined);
}

/** Tells when an engine was installed: verdicts from before may change. Returns how to stop listening. */
export function onLinearEngine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
