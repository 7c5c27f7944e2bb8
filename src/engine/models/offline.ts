import type { Clock, ModelGateway, ModelMessage, ModelReply, ModelRequest } from '../ports';
import { NodeFailure } from '../processors/types';
import { plainReply } from './reply';
import { callsOf, readScript, scriptedReply } from './script';

/**
 * A model that needs nothing. With a script it answers what that says; without one it says that it is the offline model,
 * and what it was given, so that wiring can be tried. The same conversation always gets the same answer.
 *
 * @param script JSON text, for requests that bring none. @param clock waits where the script says so; absent: no wait.
 */
export function createOfflineModel(script = '', clock?: Pick<Clock, 'sleep'>): ModelGateway {
  return {
    async complete(request, signal) {
      signal.throwIfAborted();
      const own = readScript(request.script);
      const read = own.ok && own.value === undefined ? readScript(script) : own;
      if (!read.ok) throw scriptFailure(`The script of the offline model cannot be used. ${read.error}`);
      if (read.value === undefined && request.model === 'scripted')
        throw scriptFailure(
          'The offline model has no script. Give the node one, or write one in the settings, such as [{"text": "Hello."}].',
        );
      const reply =
        read.value === undefined
          ? plainReply(answer(request), { model: 'offline', provider: 'offline' })
          : await played(read.value, request, signal, clock);
      signal.throwIfAborted();
      for (const word of request.onText === undefined ? [] : wordsOf(reply.text)) request.onText?.(word);
      return reply;
    },
  };
}

async function played(
  script: Parameters<typeof scriptedReply>[0],
  request: ModelRequest,
  signal: AbortSignal,
  clock: Pick<Clock, 'sleep'> | undefined,
): Promise<ModelReply> {
  const found = scriptedReply(script, request.messages);
  if (!found.ok) throw scriptFailure(found.error);
  const { reply, position } = found.value;
  if (reply.delayMs > 0) await clock?.sleep(reply.delayMs, signal);
  if (reply.error !== undefined) {
    const { message, code, retryable } = reply.error;
    throw new NodeFailure(message, { code, retryable });
  }
  const { input_tokens, output_tokens } = reply.usage;
  const counted = input_tokens !== null || output_tokens !== null;
  return {
    ...plainReply(reply.text, { model: 'scripted', provider: 'offline' }, callsOf(reply, position)),
    usage: reply.usage,
    tokens: counted ? (input_tokens ?? 0) + (output_tokens ?? 0) : null,
  };
}

function scriptFailure(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'model_script' });
}

/** A text in the pieces in which a model would give it. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/g) ?? (text === '' ? [] : [text]);
}

function answer({ messages, tools = [] }: ModelRequest): string {
  const last = messages.findLast(({ role }) => role === 'user');
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const earlier = messages.filter((message) => message !== last && message.role !== 'system').length;
  return `This is the offline model, which does not think: ${asked(last)}${instructed(system)}${remembered(earlier)}${offered(tools)}.`;
}

function asked(message: ModelMessage | undefined): string {
  return message === undefined ? 'it was asked nothing' : `it was asked "${quoted(message.content)}"`;
}

function instructed(system: readonly string[]): string {
  return system.length === 0 ? '' : `, with the instructions "${quoted(system.join(' '))}"`;
}

function remembered(earlier: number): string {
  return earlier === 0 ? '' : `, after ${earlier} earlier ${earlier === 1 ? 'message' : 'messages'}`;
}

function offered(tools: NonNullable<ModelRequest['tools']>): string {
  if (tools.length === 0) return '';
  return `, and could call ${tools.map(({ name }) => name).join(', ')} if a script told it to`;
}

const LONGEST_QUOTE = 160;

function quoted(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > LONGEST_QUOTE
    ? `${characters.slice(0, LONGEST_QUOTE).join('')}…`
    : characters.join('');
}
