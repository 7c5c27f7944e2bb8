// The browser's own model. A page asks it; a worker asks through its page.
import type { ModelGateway, ModelRequest } from '../ports';
import { NodeFailure } from '../processors/types';
import { plainReply } from './reply';

/** Asks the browser's model. Rejects with the browser's own error, whose name tells what went wrong. */
export type AskBuiltin = (request: ModelRequest, signal: AbortSignal) => Promise<{ readonly text: string }>;

/** @param ask absent where there is no such model. */
export function createBuiltinModel(ask: AskBuiltin | undefined): ModelGateway {
  return {
    async complete(request, signal) {
      if (ask === undefined)
        throw new NodeFailure('This browser has no model of its own. Choose another model in the settings.', {
          code: 'model_unavailable',
        });
      if ((request.tools ?? []).length > 0)
        throw new NodeFailure(
          "The browser's own model can call no tools. Choose another model in the settings or in the node, or take the tools away.",
          { code: 'model_bad_request' },
        );
      try {
        const { text } = await ask(request, signal);
        return plainReply(text, { model: 'builtin', provider: 'browser' });
      } catch (thrown) {
        if (signal.aborted) throw signal.reason;
        if (thrown instanceof NodeFailure) throw thrown;
        throw builtinFailure(thrown);
      }
    },
  };
}

function builtinFailure(thrown: unknown): NodeFailure {
  const name = thrown instanceof Error ? thrown.name : '';
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  if (name === 'QuotaExceededError')
    return new NodeFailure(`The browser's model cannot take this much text: ${said}`, {
      code: 'model_context_length',
      cause: thrown,
    });
  if (name === 'NetworkError')
    return new NodeFailure(`The browser's model could not be downloaded: ${said}`, {
      code: 'model_network',
      retryable: true,
      cause: thrown,
    });
  return new NodeFailure(`The browser's model did not answer: ${said}`, {
    code: 'model_refused',
    cause: thrown,
  });
}
