import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json';
import { passOf, type RecordedCall, readCalls, type ToolCall, type ToolResult } from './batch';

const GOOD: ToolResult = { success: true, data: { result: 'Saved.' }, error: null };

function bench(answer: (call: ToolCall) => ToolResult = () => GOOD) {
  const kept = new Map<string, RecordedCall>();
  const ran: string[] = [];
  const book = {
    recorded: (id: string) => kept.get(id),
    record: async (id: string, call: RecordedCall) => void kept.set(id, call),
  };
  const pass = (calls: Json) =>
    passOf(readCalls(calls), book, async (call) => {
      const result = answer(call);
      ran.push(call.id ?? call.name);
      return result;
    });
  return { pass, ran };
}
const call = (id: string) => ({ name: 'send', args: [], tool_call_id: id });

describe('a pass over tool calls', () => {
  test('RT-TOOL-9: a call that is sent twice runs once, and its first message comes again', async () => {
    const { pass, ran } = bench();
    const first = await pass([call('call_a')]);
    const second = await pass([call('call_a')]);
    expect(ran).toEqual(['call_a']);
    expect(second.tool_messages).toEqual(first.tool_messages);
    expect(second).toMatchObject({ skipped: ['call_a'], executed: [], executed_any: false, ok: true });
  });

  test('RT-TOOL-9: a call that waits for an approval is not recorded; the one before it is', async () => {
    let approved = false;
    const { pass, ran } = bench(({ id }) => {
      if (id === 'call_g' && !approved) throw new Error('waits');
      return GOOD;
    });
    await expect(pass([call('call_a'), call('call_g')])).rejects.toThrow('waits');
    approved = true;
    expect(await pass([call('call_a'), call('call_g')])).toMatchObject({
      executed: ['call_g'],
      skipped: ['call_a'],
    });
    expect(ran).toEqual(['call_a', 'call_g']);
  });

  test('RT-TOOL-9: a repeat within one batch runs once; a call without an id always runs', async () => {
    const { pass, ran } = bench();
    await pass([call('call_a'), call('call_a'), { name: 'send' }, { name: 'send' }]);
    expect(ran).toEqual(['call_a', 'send', 'send']);
  });

  test('RT-TOOL-10: executed and skipped tell new calls from repeats', async () => {
    const { pass } = bench();
    await pass([call('call_a')]);
    const both = await pass([call('call_a'), call('call_b')]);
    expect(both).toMatchObject({ executed_any: true, executed: ['call_b'], skipped: ['call_a'], ok: true });
    expect(await pass([])).toMatchObject({ executed_any: false, executed: [], skipped: [], ok: true });
    const nameless = await pass([{ name: 'send', args: {} }]);
    expect(nameless).toMatchObject({ executed_any: true, executed: [], skipped: [] });
    const malformed = await pass(['text', { name: ' ' }, { name: ['send'] }, null]);
    expect(malformed).toMatchObject({ executed_any: false, executed: [], skipped: [], tool_messages: [] });
  });

  test('RT-TOOL-9: a failure is kept like a success, and counts again in the outcome', async () => {
    const { pass } = bench(() => ({ success: false, data: {}, error: 'No such tool.' }));
    expect(await pass([call('call_a')])).toMatchObject({ ok: false, executed: ['call_a'] });
    expect(await pass([call('call_a')])).toMatchObject({ ok: false, skipped: ['call_a'] });
  });

  test('RT-TOOL-3: artifacts leave on their own port and are no part of what the model is told', async () => {
    const artifacts = [{ type: 'link', payload: { url: 'https://a.test/1' } }];
    const { pass } = bench(() => ({ ...GOOD, artifacts }));
    const out = await pass([call('c1')]);
    expect(out.tool_artifacts).toEqual([{ ...artifacts[0], tool_call_id: 'c1' }]);
    expect(out.tool_messages).toEqual([
      { role: 'tool', content: 'Saved.', tool_call_id: 'c1', name: 'send' },
    ]);
  });
});
