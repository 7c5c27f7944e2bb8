/** Families in which every active rule is guaranteed. A family is added here when its last rule is; never removed. */
export const COMPLETE_FAMILIES: readonly string[] = [
  'GR-CFG',
  'GR-DYN',
  'GR-EDGE',
  'GR-EXPO',
  'GR-LANG',
  'GR-SCHEMA',
  'GR-VAL',
  'RT-BR',
  'RT-CMP',
  'RT-DATA',
  'RT-ERR',
  'RT-NET',
];

type Rule = { readonly id: string; readonly family: string; readonly status: string };

/** Ids that test titles begin with. A title may name several, divided by commas or blanks, before its colon. */
export function guaranteedIds(sources: readonly string[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const source of sources) {
    for (const match of source.matchAll(
      /(?:^|[^\w.])(?:test|it)(?:\.(?:each|for|concurrent|prop)\b)?[\s\S]{0,4000}?\(\s*([`'"])((?:\\.|(?!\1)[^\n])+?)\1/g,
    )) {
      const head = match[2]?.split(':')[0] ?? '';
      for (const id of head.split(/[,\s]+/)) if (/^[A-Z][A-Za-z0-9./-]*$/.test(id)) ids.add(id);
    }
  }
  return ids;
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
