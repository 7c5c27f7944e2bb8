/** Text on its way between editors. */
export type Clipboard = {
  /** Resolves when the text can be read back, if only by this page. */
  write(text: string): Promise<void>;
  /** The text last copied; null where there is none or it may not be read. */
  read(): Promise<string | null>;
};

/** The system's clipboard. Where the browser refuses it, what this page copied last. */
export function browserClipboard(): Clipboard {
  let mine: string | null = null;
  return {
    async write(text) {
      mine = text;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        // No permission, no focus or no secure context: pasting in this page still works.
      }
    },
    async read() {
      try {
        const text = await navigator.clipboard.readText();
        return text === '' ? mine : text;
      } catch {
        return mine;
      }
    },
  };
}
