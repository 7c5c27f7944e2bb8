import type { JsonObject } from '../../model/json';
import { scopedMemory } from '../memory/scoped';
import { type Execute, NodeFailure, type ProcessorContext } from './types';
import { numberParameter, parameter, textParameter } from './values';

/** `memory_write`: remembers a value; `ttl` seconds, 0: until it is deleted. Executed again it writes the same. */
export const memoryWrite: Execute = (parameters, context) => write(parameters, context, undefined);

/** `memory_write_raw`: the same; scope and scope id are inputs. */
export const memoryWriteRaw: Execute = async (parameters, context) => {
  const { resolved_scope_id: _, ...outputs } = (
    await write(parameters, context, textParameter(parameters, 'scope_id'))
  ).outputs;
  return { outputs };
};

async function write(
  parameters: JsonObject,
  context: ProcessorContext,
  explicit: string | undefined,
): Promise<{ readonly outputs: JsonObject }> {
  const key = textParameter(parameters, 'key');
  const scope = textParameter(parameters, 'scope', 'global');
  const ttl = numberParameter(parameters, 'ttl', 0);
  if (ttl < 0)
    throw new NodeFailure(`"ttl" is ${ttl}: it is a number of seconds, and 0 for ever.`, {
      code: 'memory_ttl_invalid',
    });
  const scoped = scopedMemory(context, { scope, explicit });
  if (scoped !== undefined) {
    const now = context.now();
    await scoped.memory.store.update(scoped.name, key, (stored) => ({
      v: 1,
      scope: scoped.name,
      key,
      value: parameter(parameters, 'value'),
      created: stored?.created ?? now,
      changed: now,
      expires: ttl === 0 ? null : now + ttl * 1000,
    }));
  }
  return {
    outputs: { success: scoped !== undefined, key, scope, resolved_scope_id: scoped?.id ?? '' },
  };
}
