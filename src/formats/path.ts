/** Steps into a JSON value: keys and indexes. */
export type Path = readonly (string | number)[];

/** A path as problems print it: `nodes[3].data`, `["a b"]`; `''` for the whole. */
export function printPath(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step.length > 60 ? `${step.slice(0, 60)}…` : step)}]`;
  }
  return text;
}

/** Line and column, from 1, of an offset in a text. */
export function lineAndColumn(text: string, offset: number): string {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return `line ${line}, column ${offset - start + 1}`;
}
