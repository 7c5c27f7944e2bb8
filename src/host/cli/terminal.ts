import { createInterface } from 'node:readline/promises';

/** Where a command that takes its time writes as it goes, and hears that it is to stop. */
export type Terminal = {
  /** Somebody reads along. */
  readonly isTerminal: boolean;
  write(text: string): void;
  /** Reads a line behind a prompt; `undefined` at the end of what is entered. Absent where nobody can enter anything. */
  readonly ask?: (prompt: string) => Promise<string | undefined>;
  /** Calls `stop` at Ctrl-C, once; a second one ends the process. Answers how to listen no more. */
  onInterrupt(stop: () => void): () => void;
};

/** The terminal of this process. */
export const processTerminal: Terminal = {
  isTerminal: process.stdout.isTTY === true,
  write: (text) => void process.stdout.write(text),
  ...(process.stdin.isTTY === true && process.stdout.isTTY === true ? { ask: askLine } : {}),
  onInterrupt(stop) {
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    return () => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    };
  },
};

async function askLine(prompt: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  let answered = false;
  try {
    return await new Promise((resolve, reject) => {
      lines.once('close', () => {
        // What is written next begins a line of its own. After an answer this is one already.
        if (!answered) process.stdout.write('\n');
        resolve(undefined);
      });
      // The interface takes Ctrl-C from the process while it reads.
      lines.once('SIGINT', () => {
        process.emit('SIGINT');
        resolve(undefined);
      });
      lines.question(prompt).then((line) => {
        answered = true;
        resolve(line);
      }, reject);
    });
  } finally {
    lines.close();
  }
}
