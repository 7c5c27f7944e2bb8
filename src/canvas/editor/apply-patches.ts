import type { Patch } from 'immer';

/**
 * The value with patches applied, sharing all that they leave alone. Immer's own function deep-copies what it puts in, and
 * on the way drops keys that are called like prototype members, which JSON may well have.
 */
export function applyPatches<T extends object>(value: T, patches: readonly Patch[]): T {
  let current: unknown = value;
  for (const patch of patches) current = patched(current, patch, 0);
  return isLike(current, value) ? current : value;
}

// Patches change what a value holds, not what it is; only a patch on the empty path could, and the log has none.
function isLike<T extends object>(candidate: unknown, _model: T): candidate is T {
  return typeof candidate === 'object' && candidate !== null;
}

function patched(target: unknown, patch: Patch, depth: number): unknown {
  const step = patch.path[depth];
  if (step === undefined) return patch.value;
  const last = depth === patch.path.length - 1;
  if (Array.isArray(target)) {
    const list: unknown[] = [...target];
    if (step === 'length') list.length = Number(patch.value);
    else if (!last) list[Number(step)] = patched(list[Number(step)], patch, depth + 1);
    else if (patch.op === 'remove') list.splice(Number(step), 1);
    else list.splice(Number(step), patch.op === 'add' ? 0 : 1, patch.value);
    return list;
  }
  if (typeof target !== 'object' || target === null) return target;
  const copy = { ...target };
  if (last && patch.op === 'remove') Reflect.deleteProperty(copy, step);
  else {
    const held: unknown = Object.hasOwn(target, step) ? Reflect.get(target, step) : undefined;
    const next = last ? patch.value : patched(held, patch, depth + 1);
    Object.defineProperty(copy, step, { value: next, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}
