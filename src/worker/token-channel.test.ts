import { expect, test } from 'vitest';
import type { TokenEvent } from '../engine/ports';
import { createTokenChannel } from './token-channel';

test('pieces of one answer are put together while they wait, in order and each call for itself', async () => {
  let wake: () => void = () => undefined;
  const channel = createTokenChannel({
    sleep: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
  });
  const heard: string[] = [];
  expect(channel.listened).toBe(false);
  channel.listen(async ({ call, text }) => {
    heard.push(`${call}: ${text}`);
    throw new Error('This page is gone.');
  });
  expect(channel.listened).toBe(true);
  const say = (call: string, text: string) => {
    const event: TokenEvent = { runId: 'r', jobId: 'j', node: 'n', call, text };
    channel.hear(event);
  };
  say('a', 'one ');
  say('b', 'other');
  say('a', 'two ');
  wake();
  await new Promise((resolve) => setTimeout(resolve, 0));
  say('a', 'three');
  wake();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(heard).toEqual(['a: one two ', 'b: other', 'a: three']);
});
