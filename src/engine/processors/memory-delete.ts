import type { JsonObject } from '../../model/json';
import { scopedMemory } from '../memory/scoped';
import type { Execute, ProcessorContext } from './types';
import { textParameter } from './values';

/** `memory_delete`: forgets a value. What is not there is forgotten already: that succeeds. */
export const memoryDelete: Execute = (parameters, context) => forget(parameters, context, undefined);

/** `memory_delete_raw`: the same; scope and scope id are inputs. */
export const memoryDeleteRaw: Execute = async (parameters, context) => {
  const { resolved_scope_id: _, ...outputs } = (
    await forget(parameters, context, textParameter(parameters, 'scope_id'))
  ).outputs;
  return { outputs };
};

async function forget(
  parameters: JsonObject,
  context: ProcessorContext,
  explicit: string | undefined,
): Promise<{ readonly outputs: JsonObject }> {
  const key = textParameter(parameters, 'key');
  const scope = textParameter(parameters, 'scope', 'global');
  const scoped = scopedMemory(context, { scope, explicit });
  await scoped?.memory.store.update(scoped.name, key, () => null);
  return {
    outputs: { success: scoped !== undefined, key, scope, resolved_scope_id: scoped?.id ?? '' },
  };
}
