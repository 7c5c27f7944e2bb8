import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Finding } from '../../model/finding';
import { isArray, isObject, type Json } from '../../model/json';

/** What a message may use of a parameter: texts and numbers as they are, lists joined, everything else as short JSON. */
function shown(value: Json): string | number {
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 200)}…` : value;
  if (typeof value === 'number') return value;
  if (isArray(value)) return value.map((item) => String(shown(item))).join(', ');
  return JSON.stringify(value).slice(0, 200);
}

/** Renders a finding in the person's language: what is wrong, and what would put it right. */
export function useFindingText(): (finding: Finding) => string {
  const t = useTranslations('problems');
  return useCallback(
    (finding: Finding) => {
      const params = textParams(finding);
      // The message is chosen by the code and takes what it needs of the parameters, which no static type can follow.
      const translate: unknown = t;
      return typeof translate === 'function' ? String(translate(finding.code, params)) : finding.code;
    },
    [t],
  );
}

/** The values that a message takes. `W_PORT_UNDECLARED` may concern both ends of a wire: the first speaks for it. */
export function textParams(finding: Finding): Record<string, string | number> {
  const ends = finding.params.ends;
  const first = isArray(ends) && isObject(ends[0]) ? ends[0] : {};
  const params: Record<string, string | number> = { ...BLANK };
  for (const [key, value] of Object.entries({ ...finding.params, ...first })) params[key] = shown(value);
  if (params.label === '') params.label = params.key === '' ? 'config' : (params.key ?? '');
  params.hint = params.suggestion === '' || params.suggestion === undefined ? 'no' : 'yes';
  params.expression = brief(String(params.expression));
  params.reference = `\${{ secrets.${params.name === '' ? 'NAME' : params.name} }}`;
  return params;
}

/** Few enough characters to stand inside a sentence. */
function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** Every name that a message may use, so that one that a finding does not carry shows as nothing. */
const BLANK: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'node title key label expected actual constraint suggestion nodeType nodeTypeLabel executor name port side source target edge ' +
    'edgeType limit count earlier engine expression reason fault sourceTitle targetTitle pinned current'
  )
    .split(' ')
    .map((key) => [key, '']),
);
