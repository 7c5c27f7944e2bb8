// R6.l: `{{ secrets.NAME }}` without the dollar sign stays plain text at execution, silently.
import type { WorkflowNode } from '../model/document';
import type { Finding } from '../model/finding';
import { isArray, isObject, type Json, type JsonObject } from '../model/json';
import { atNode } from './report';

/** One warning for each top-level key whose value holds a malformed reference, however deep. Never blocks. */
export function secretReferences(node: WorkflowNode, config: JsonObject): readonly Finding[] {
  const findings: Finding[] = [];
  for (const key of Object.keys(config)) {
    const reference = firstMalformed(config[key] ?? null);
    if (reference === undefined) continue;
    findings.push(atNode(node, 'W_SECRET_REFERENCE', 'R6.l', { key, name: reference }, `config.${key}`));
  }
  return findings;
}

/** The secret's name in the first malformed reference. A walk with a list of its own, so depth cannot break it. */
function firstMalformed(root: Json): string | undefined {
  const todo: Json[] = [root];
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    if (typeof value === 'string') {
      if (!value.includes('secrets')) continue;
      const found = /(?<!\$)\{\{\s*secrets\s*\.\s*(\w*)/.exec(value);
      if (found !== null) return found[1] ?? '';
    } else if (isArray(value)) for (const item of value) todo.push(item);
    else if (isObject(value)) for (const key of Object.keys(value)) todo.push(value[key] ?? null);
  }
  return undefined;
}
