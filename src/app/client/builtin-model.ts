// The browser's built-in model (the Prompt API), which only a page may ask. The engine's worker asks through the page.
import type { PageServices } from '../../worker/protocol';

type Role = 'system' | 'user' | 'assistant';
type Prompt = { readonly role: Role; readonly content: string };

/** One conversation with the model. */
type Session = {
  prompt(input: string, options?: { readonly signal?: AbortSignal }): Promise<string>;
  destroy(): void;
};

export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** The part of the browser's `LanguageModel` that is used. */
export type LanguageModelApi = {
  availability(): Promise<string>;
  create(options: {
    readonly initialPrompts?: readonly Prompt[];
    readonly temperature?: number;
    readonly topK?: number;
    readonly signal?: AbortSignal;
  }): Promise<Session>;
  /** Absent where a page may not choose. */
  params?(): Promise<{ readonly defaultTopK: number; readonly maxTemperature: number } | null>;
};

export type BuiltinModel = PageServices & {
  /** Whether this browser has a model, and whether it must fetch it first. */
  availability(): Promise<Availability>;
};

const KNOWN: readonly Availability[] = ['unavailable', 'downloadable', 'downloading', 'available'];

/** @param api the browser's model; looked up on the page by default. */
export function createBuiltinModel(api: LanguageModelApi | undefined = browserModel()): BuiltinModel {
  const asking = new Map<string, AbortController>();

  return {
    async availability() {
      const told = await api?.availability().catch(() => undefined);
      return KNOWN.find((known) => known === told) ?? 'unavailable';
    },

    async builtinComplete({ id, messages, temperature }) {
      if (api === undefined)
        throw new DOMException('This browser has no model of its own.', 'NotSupportedError');
      const abort = new AbortController();
      asking.set(id, abort);
      const { signal } = abort;
      try {
        const { before, question } = conversationOf(messages);
        const sampling = await samplingOf(api, temperature);
        const session = await api.create({
          ...(before.length === 0 ? {} : { initialPrompts: before }),
          ...sampling,
          signal,
        });
        try {
          return { text: await session.prompt(question, { signal }) };
        } finally {
          session.destroy();
        }
      } finally {
        asking.delete(id);
      }
    },

    async builtinAbort(id) {
      asking.get(id)?.abort(new DOMException('The question was taken back.', 'AbortError'));
    },
  };
}

/** The last message is the question; what stands before it is the conversation so far, instructions first and in one. */
function conversationOf(messages: readonly Prompt[]): {
  readonly before: readonly Prompt[];
  readonly question: string;
} {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const turns = messages.filter(({ role }) => role !== 'system');
  const question = turns.at(-1)?.content ?? '';
  const instructions: readonly Prompt[] =
    system.length === 0 ? [] : [{ role: 'system', content: system.join('\n\n') }];
  return { before: [...instructions, ...turns.slice(0, -1)], question };
}

/** A temperature is given only together with a top-k, and only where the browser lets a page choose. */
async function samplingOf(
  api: LanguageModelApi,
  temperature: number,
): Promise<{ readonly temperature?: number; readonly topK?: number }> {
  const params = await api.params?.().catch(() => null);
  if (params === null || params === undefined) return {};
  return { temperature: Math.min(Math.max(temperature, 0), params.maxTemperature), topK: params.defaultTopK };
}

function browserModel(): LanguageModelApi | undefined {
  const found: unknown = Reflect.get(globalThis, 'LanguageModel');
  return isModel(found) ? found : undefined;
}

function isModel(value: unknown): value is LanguageModelApi {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  return (
    'availability' in value &&
    typeof value.availability === 'function' &&
    'create' in value &&
    typeof value.create === 'function'
  );
}
