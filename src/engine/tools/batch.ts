// RT-TOOL-9, RT-TOOL-10: one pass over the calls of a model, each at most once per run.
import { canonicalJson } from '../../model/canonical-json';
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';
import { type Artifact, artifactsOfCall } from './artifacts';

/** A call as a model makes it; without an id it cannot be guarded and always runs. */
export type ToolCall = { readonly name: string; readonly args: JsonObject; readonly id: string | undefined };

/** RT-TOOL-1: what a call came to; `artifacts` is absent where there are none. */
export type ToolResult = {
  readonly success: boolean;
  readonly data: JsonObject;
  readonly error: string | null;
  readonly artifacts?: readonly Artifact[];
};

/** RT-TOOL-9: what is kept of a call that has returned. */
export type RecordedCall = { readonly name: string; readonly message: JsonObject; readonly success: boolean };

/** The calls of a run that have returned. `record` is called after a call has returned, never before. */
export type CallBook = {
  recorded(id: string): RecordedCall | undefined;
  record(id: string, call: RecordedCall): Promise<void>;
};

/** RT-TOOL-10: a call that is no map, or whose name is blank or no scalar, is dropped. */
export function readCalls(given: Json): readonly ToolCall[] {
  return (isArray(given) ? given : []).flatMap((entry) => {
    const name = scalar(own(entry, 'name'));
    if (name === undefined) return [];
    const args = own(entry, 'args');
    return [{ name, args: isObject(args) ? args : {}, id: scalar(own(entry, 'tool_call_id')) }];
  });
}

function scalar(value: Json | undefined): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const text = String(value).trim();
  return text === '' ? undefined : text;
}

/** RT-TOOL-3: what a model is told of a result; its artifacts have no part in it. */
export function proseOf({ success, data, error }: ToolResult): string {
  if (!success) return error ?? 'The tool failed.';
  const result = own(data, 'result');
  return typeof result === 'string' && Object.keys(data).length === 1 ? result : canonicalJson(data);
}

/**
 * Invokes the calls in their order, and gives the outputs of the node that does so. What `invoke` throws (a question that waits
 * for an approval) ends the pass: calls before it stay recorded, it and those after it do not.
 */
export async function passOf(
  calls: readonly ToolCall[],
  book: CallBook,
  invoke: (call: ToolCall) => Promise<ToolResult>,
): Promise<JsonObject> {
  const messages: Json[] = [];
  const results: Json[] = [];
  const artifacts: Json[] = [];
  const executed: string[] = [];
  const skipped: string[] = [];
  let any = false;
  let ok = true;
  for (const call of calls) {
    const before = call.id === undefined ? undefined : book.recorded(call.id);
    if (before !== undefined && call.id !== undefined) skipped.push(call.id);
    const known = before ?? (await handled(call));
    messages.push(known.message);
    results.push({ called: known.name, success: known.success, tool_call_id: call.id ?? null });
    ok &&= known.success;
  }
  return {
    tool_messages: messages,
    results,
    tool_artifacts: artifacts,
    executed,
    executed_any: any,
    skipped,
    ok,
  };

  async function handled(call: ToolCall): Promise<RecordedCall> {
    const result = await invoke(call);
    any = true;
    const { success } = result;
    const message = { role: 'tool', content: proseOf(result), tool_call_id: call.id ?? '', name: call.name };
    const record: RecordedCall = { name: call.name, message, success };
    if (call.id !== undefined) {
      executed.push(call.id);
      await book.record(call.id, record);
    }
    if (success) artifacts.push(...artifactsOfCall(result.artifacts ?? [], call.id ?? ''));
    return record;
  }
}
