import type { JsonObject } from '../../../model/json';
import { type Execute, NodeFailure, type ProcessorContext } from '../types';

/** The outputs of a node that succeeds. They are JSON: what a copy by way of text keeps (ERR-6). */
export async function outputsOf(
  execute: Execute,
  parameters: JsonObject,
  context: ProcessorContext,
): Promise<JsonObject> {
  const result = await execute(parameters, context);
  if (!('outputs' in result)) throw new Error('The node stopped the run.');
  const copy: JsonObject = JSON.parse(JSON.stringify(result.outputs));
  if (Object.keys(copy).length !== Object.keys(result.outputs).length)
    throw new Error('An output is no JSON value.');
  return copy;
}

/** The failure of a node that fails as a node (ERR-1). */
export async function failureOf(
  execute: Execute,
  parameters: JsonObject,
  context: ProcessorContext,
): Promise<NodeFailure> {
  try {
    await execute(parameters, context);
  } catch (thrown) {
    if (thrown instanceof NodeFailure) return thrown;
    throw thrown;
  }
  throw new Error('The node did not fail.');
}
