/** Where a command that takes its time writes as it goes, and hears that it is to stop. */
export type Terminal = {
  /** Somebody reads along. */
  readonly isTerminal: boolean;
  write(text: string): void;
  /** Calls `stop` at Ctrl-C, once; a second one ends the process. Answers how to listen no more. */
  onInterrupt(stop: () => void): () => void;
};

/** The terminal of this process. */
export const processTerminal: Terminal = {
  isTerminal: process.stdout.isTTY === true,
  write: (text) => void process.stdout.write(text),
  onInterrupt(stop) {
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    return () => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    };
  },
};
