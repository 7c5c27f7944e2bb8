/** Families in which every active rule is guaranteed. A family is added here when its last rule is; never removed. */
export const COMPLETE_FAMILIES: readonly string[] = [
  'GR-CFG',
  'GR-DYN',
  'GR-EDGE',
  'GR-EXPO',
  'GR-LANG',
  'GR-MAN',
  'GR-MEM',
  'GR-SCHEMA',
  'GR-VAL',
  'RT-BR',
  'RT-CMP',
  'RT-CRON',
  'RT-DATA',
  'RT-ERR',
  'RT-INT',
  'RT-MD',
  'RT-META',
  'RT-NET',
  'RT-OCX',
  'RT-ORC',
  'RT-PIPE',
  'RT-SG',
  'RT-SNAP',
  'RT-TRIG',
];

type Rule = { readonly id: string; readonly family: string; readonly status: string };

/** Ids that test titles begin with. A title may name several, divided by commas or blanks, before its colon. */
export function guaranteedIds(sources: readonly string[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const source of sources) {
    for (const title of titlesOf(source)) {
      const head = title.split(':')[0] ?? '';
      for (const id of head.split(/[,\s]+/)) if (/^[A-Z][A-Za-z0-9./-]*$/.test(id)) ids.add(id);
    }
  }
  return ids;
}

/** Titles of `test(…)`, `it(…)`, `test.each(…)(…)` and their like. */
function titlesOf(source: string): readonly string[] {
  const titles: string[] = [];
  for (const match of source.matchAll(/(?<![\w.$'"`/])(?:test|it)(?:\s*\.\s*\w+)*\s*(?=[(<])/g)) {
    let at = afterTypeArguments(source, match.index + match[0].length);
    // Each pair of parentheses before the last one holds the cases: `test.each([...])('title', …)`.
    for (let depth = 0; depth < 3 && source[at] === '('; depth += 1) {
      const title = /^\(\s*([`'"])((?:\\.|(?!\1)[^\n])+?)\1/.exec(source.slice(at, at + 1000))?.[2];
      if (title !== undefined) {
        titles.push(title);
        break;
      }
      at = afterParentheses(source, at);
    }
  }
  return titles;
}

/** `test.each<readonly [string, () => void]>(…)`: the place behind the type arguments, if there are any. */
function afterTypeArguments(source: string, from: number): number {
  if (source[from] !== '<') return from;
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '<') depth += 1;
    if (source[at] !== '>' || source[at - 1] === '=') continue;
    depth -= 1;
    if (depth === 0) return at + 1;
  }
  return source.length;
}

/** The place behind the parenthesis that closes the one at `from`, strings and templates skipped, blanks behind it too. */
function afterParentheses(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const char = source[at];
    if (char === "'" || char === '"' || char === '`') at = afterString(source, at, char) - 1;
    else if (char === '(') depth += 1;
    else if (char === ')') {
      depth -= 1;
      if (depth === 0) return at + 1 + (/^\s*/.exec(source.slice(at + 1))?.[0].length ?? 0);
    }
  }
  return source.length;
}

function afterString(source: string, from: number, quote: string): number {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === quote) return at + 1;
    else if (source[at] === '\n' && quote !== '`') return at + 1;
  }
  return source.length;
}

function isRule(value: unknown): value is Rule {
  return (
    typeof value === 'object' && value !== null && 'id' in value && 'family' in value && 'status' in value
  );
}

/** A line a family, and the rules that families declared complete have lost. */
export function rulesReport(
  register: unknown,
  named: ReadonlySet<string>,
  complete: readonly string[],
): { readonly text: string; readonly lost: readonly string[] } {
  const rules = Array.isArray(register)
    ? register.filter(isRule).filter((rule) => rule.status === 'active')
    : [];
  const families = new Map<string, Rule[]>();
  for (const rule of rules) families.set(rule.family, [...(families.get(rule.family) ?? []), rule]);
  const lines: string[] = [];
  const lost: string[] = [];
  let done = 0;
  for (const [family, members] of families) {
    const missing = members.filter((rule) => !named.has(rule.id)).map((rule) => rule.id);
    done += members.length - missing.length;
    const mark = complete.includes(family) ? ' complete' : '';
    lines.push(
      `${family.padEnd(10)} ${String(members.length - missing.length).padStart(3)} of ${String(members.length).padStart(3)}${mark}${missing.length > 0 ? `  open: ${missing.join(' ')}` : ''}`,
    );
    if (complete.includes(family)) lost.push(...missing);
  }
  lines.push('', `${done} of ${rules.length} active rules are guaranteed by a test`);
  return { text: lines.join('\n'), lost };
}
