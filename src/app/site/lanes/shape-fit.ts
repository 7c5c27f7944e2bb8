// Would every value of one shape also do for another? Only advice: shapes are compatible by name (SCH-43), so this says
// whether a rule between them would be safe, and never makes one.
import type { Schema } from '../../../catalog/types';
import { isArray, isObject, type Json, own } from '../../../model/json';

/** Why a value of the first may not do for the second. `path`: where in the value; `''` for the whole of it. */
export type Misfit = {
  readonly path: string;
  readonly kind: 'type' | 'missing' | 'optional' | 'closed' | 'choices';
  /** Type: what it gives and what is needed. Others: the name of the field, or the value. */
  readonly gives: string;
  readonly needs: string;
};

const DEEPEST = 12;

/** Reads `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`; all else is taken to fit. */
export function misfits(gives: Schema, needs: Schema, path = '', depth = 0): readonly Misfit[] {
  if (depth > DEEPEST) return [];
  const mine = typesOf(gives);
  const theirs = typesOf(needs);
  if (theirs !== null) {
    const outside = (mine ?? ['any']).filter(
      (type) => !theirs.includes(type) && !(type === 'integer' && theirs.includes('number')),
    );
    if (outside.length > 0) {
      return [{ path, kind: 'type', gives: (mine ?? ['any']).join(', '), needs: theirs.join(', ') }];
    }
  }
  return [
    ...choiceMisfits(gives, needs, path),
    ...fieldMisfits(gives, needs, path, depth),
    ...itemMisfits(gives, needs, path, depth),
  ];
}

function choiceMisfits(gives: Schema, needs: Schema, path: string): readonly Misfit[] {
  const allowed = own(needs, 'enum');
  if (!isArray(allowed)) return [];
  const has = (value: Json) => allowed.some((one) => JSON.stringify(one) === JSON.stringify(value));
  const given = own(gives, 'enum');
  const outside = isArray(given) ? given.find((value) => !has(value)) : '*';
  if (outside === undefined) return [];
  return [{ path, kind: 'choices', gives: textOf(outside), needs: allowed.map(textOf).join(', ') }];
}

function fieldMisfits(gives: Schema, needs: Schema, path: string, depth: number): readonly Misfit[] {
  const mine = fieldsOf(gives);
  const theirs = fieldsOf(needs);
  const sure = namesIn(gives, 'required');
  const found: Misfit[] = namesIn(needs, 'required').flatMap((name): readonly Misfit[] => {
    const at = { path, gives: name, needs: name };
    if (sure.includes(name)) return [];
    return [{ ...at, kind: Object.hasOwn(mine, name) ? 'optional' : 'missing' }];
  });
  for (const [name, schema] of Object.entries(mine)) {
    const into = own(theirs, name);
    if (isObject(into) && isObject(schema)) {
      found.push(...misfits(schema, into, path === '' ? name : `${path}.${name}`, depth + 1));
    } else if (into === undefined && own(needs, 'additionalProperties') === false) {
      found.push({ path, kind: 'closed', gives: name, needs: Object.keys(theirs).join(', ') });
    }
  }
  return found;
}

function itemMisfits(gives: Schema, needs: Schema, path: string, depth: number): readonly Misfit[] {
  const theirs = own(needs, 'items');
  if (!isObject(theirs)) return [];
  const mine = own(gives, 'items');
  return misfits(isObject(mine) ? mine : {}, theirs, `${path}[]`, depth + 1);
}

function typesOf(schema: Schema): readonly string[] | null {
  const type = own(schema, 'type');
  if (typeof type === 'string') return [type];
  return isArray(type) ? type.filter((one) => typeof one === 'string') : null;
}
function fieldsOf(schema: Schema): Schema {
  const fields = own(schema, 'properties');
  return isObject(fields) ? fields : {};
}
function namesIn(schema: Schema, key: string): readonly string[] {
  const list = own(schema, key);
  return isArray(list) ? list.filter((name) => typeof name === 'string') : [];
}
function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
