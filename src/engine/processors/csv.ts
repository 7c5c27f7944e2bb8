// Comma-separated values (RFC 4180): quotes around what holds a comma, a quote or a line's end, quotes doubled inside.

/** The lines of a text, each a list of cells. A line's end inside quotes belongs to the cell. Empty lines are left out. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  let wasQuoted = false;
  const endCell = (): void => {
    row.push(wasQuoted ? cell : cell.trim());
    cell = '';
    wasQuoted = false;
  };
  const endRow = (): void => {
    const blank = row.length === 0 && cell.trim() === '' && !wasQuoted;
    endCell();
    if (!blank) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      quoted = true;
      wasQuoted = true;
      cell = '';
    } else if (character === ',') endCell();
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at += 1;
      endRow();
    } else if (!wasQuoted || character.trim() !== '') cell += character;
  }
  if (quoted) throw new Error('A quote is opened and never closed.');
  if (cell !== '' || row.length > 0 || wasQuoted) endRow();
  return rows;
}

/** One line; without its end. A cell that a spreadsheet would read as a formula stays as it is. */
export function csvLine(cells: readonly string[]): string {
  return cells
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}
