// Some servers that speak OpenAI's protocol do not stream: asked to, they answer whole. That is told as a stream of one piece.
import { isArray, type Json, own } from '../../model/json';

/** A `fetch` whose answers are streams where a stream was asked for. */
export function alwaysStreaming(fetching: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetching(input, init);
    const asked = typeof init?.body === 'string' && own(parsed(init.body), 'stream') === true;
    const type = response.headers.get('content-type') ?? '';
    if (!asked || !response.ok || !type.startsWith('application/json')) return response;
    const text = await response.text();
    const whole = parsed(text);
    const choices = own(whole, 'choices');
    const body = isArray(choices) ? streamOf(whole, choices) : text;
    return new Response(body, {
      status: response.status,
      headers: { 'content-type': 'text/event-stream' },
    });
  };
}

function streamOf(whole: unknown, choices: readonly Json[]): string {
  const deltas = choices.map((choice, index) => {
    const message = own(choice, 'message');
    const calls = own(message, 'tool_calls');
    return {
      index,
      finish_reason: own(choice, 'finish_reason') ?? 'stop',
      delta: {
        role: 'assistant',
        content: own(message, 'content') ?? null,
        ...(isArray(calls) ? { tool_calls: calls.map((call, at) => ({ index: at, ...Object(call) })) } : {}),
      },
    };
  });
  return `data: ${JSON.stringify({ ...Object(whole), choices: deltas })}\n\ndata: [DONE]\n\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
