import type { ModelGateway, ModelMessage, ModelRequest } from '../ports';

/**
 * A model that needs nothing: it says that it is the offline model, and what it was given, so that wiring can be tried.
 * The same request always gets the same answer.
 */
export function createOfflineModel(): ModelGateway {
  return {
    async complete(request, signal) {
      signal.throwIfAborted();
      return { text: answer(request), model: 'offline', provider: 'offline', tokens: null };
    },
  };
}

function answer({ messages }: ModelRequest): string {
  const last = messages.findLast(({ role }) => role === 'user');
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const earlier = messages.filter((message) => message !== last && message.role !== 'system').length;
  return `This is the offline model, which does not think: ${asked(last)}${instructed(system)}${remembered(earlier)}.`;
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

const LONGEST_QUOTE = 160;

function quoted(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > LONGEST_QUOTE
    ? `${characters.slice(0, LONGEST_QUOTE).join('')}…`
    : characters.join('');
}
