import { useState } from 'react';

/** A list of words as one line of text. The text stays as it is typed while it says the same as the list. */
export function useCommaList(value: readonly string[], commit: (list: readonly string[]) => void) {
  const [typed, setTyped] = useState(value.join(', '));
  const same = wordsIn(typed).join(',') === value.join(',');
  return {
    text: same ? typed : value.join(', '),
    change(text: string) {
      setTyped(text);
      commit(wordsIn(text));
    },
    /** Writes the list as it is understood. */
    settle() {
      setTyped(value.join(', '));
    },
  };
}

function wordsIn(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  ];
}
