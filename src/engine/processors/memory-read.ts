import type { Json, JsonObject } from '../../model/json';
import { scopedMemory } from '../memory/scoped';
import { isRemembered } from '../memory/store';
import type { Execute, ProcessorContext } from './types';
import { parameter, textParameter } from './values';

/** `memory_read`: a remembered value, or the default where there is none or the scope refuses (MEM-7). */
export const memoryRead: Execute = (parameters, context) => read(parameters, context, undefined);

/** `memory_read_raw`: the same; scope and scope id are inputs. */
export const memoryReadRaw: Execute = async (parameters, context) => {
  const { resolved_scope_id: _, ...outputs } = (
    await read(parameters, context, textParameter(parameters, 'scope_id'))
  ).outputs;
  return { outputs };
};

async function read(
  parameters: JsonObject,
  context: ProcessorContext,
  explicit: string | undefined,
): Promise<{ readonly outputs: JsonObject }> {
  const key = textParameter(parameters, 'key');
  const scope = textParameter(parameters, 'scope', 'global');
  const scoped = scopedMemory(context, { scope, explicit });
  const row = scoped === undefined ? undefined : await scoped.memory.store.get(scoped.name, key);
  const found = isRemembered(row, context.now());
  const value: Json = found ? row.value : parameter(parameters, 'default_value');
  return { outputs: { value, found, key, scope, resolved_scope_id: scoped?.id ?? '' } };
}
