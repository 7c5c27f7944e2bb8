import { expect, test } from 'vitest';
import type { Json } from '../../model/json';
import { declineSynthesize } from './decline-synthesize';
import { testContext } from './testing/context';
import { outputsOf } from './testing/outcomes';

const said = (id: string, content = 'A person declined this tool call.') => ({
  role: 'tool',
  content,
  tool_call_id: id,
});

test.each<readonly [string, { [name: string]: Json }, readonly Json[]]>([
  [
    'every call is answered, in either spelling',
    { tool_calls: [{ tool_call_id: 'a' }, { id: 'b' }] },
    [said('a'), said('b')],
  ],
  ['in the words of the author', { tool_calls: [{ id: 'a' }], decline_message: 'No.' }, [said('a', 'No.')]],
  [
    'a call without an id gets none, one id one answer',
    { tool_calls: [{}, 'x', { id: 'a' }, { id: 'a' }] },
    [said('a')],
  ],
  ['no calls, no answers', { tool_calls: [] }, []],
  ['nothing is wired', { tool_calls: null }, []],
])('MEM-11: %s', async (_, parameters, messages) => {
  expect(await outputsOf(declineSynthesize, parameters, testContext())).toEqual({
    messages,
    synthesized_any: messages.length > 0,
  });
});
