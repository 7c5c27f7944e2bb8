import { createExpressionHost } from '../../../expression/host';
import type { ModelRequest, NetworkRequest, NetworkResponse } from '../../ports';
import type { ProcessorContext } from '../types';

export type TestContext = ProcessorContext & {
  /** What was sent, in order. */
  readonly requests: readonly NetworkRequest[];
  readonly prompts: readonly ModelRequest[];
};

const expressions = createExpressionHost();

/** A context for tests: real expressions, a clock that stands, a network and a model that answer from what they are sent. */
export function testContext(
  overrides: Partial<ProcessorContext> & {
    readonly respond?: (request: NetworkRequest) => NetworkResponse;
  } = {},
): TestContext {
  const { respond = echo, ...given } = overrides;
  const requests: NetworkRequest[] = [];
  const prompts: ModelRequest[] = [];
  return {
    node: { id: 'node.1', typeId: 'node', label: 'Node' },
    config: {},
    run: { id: 'run-1', workflow: 'wf_test', initialData: {} },
    dynamicInputs: [],
    signal: new AbortController().signal,
    now: () => Date.UTC(2024, 4, 6, 7, 8, 9, 10),
    log: () => undefined,
    expressions,
    network: {
      async request(request) {
        requests.push(request);
        return respond(request);
      },
    },
    models: {
      async complete(request) {
        prompts.push(request);
        return {
          text: `answer to ${request.messages.length}`,
          model: 'test-model',
          provider: 'test',
          toolCalls: [],
          finish: 'stop',
          usage: { input_tokens: 9, output_tokens: 3 },
          tokens: 12,
        };
      },
    },
    ...given,
    requests,
    prompts,
  };
}

function echo(request: NetworkRequest): NetworkResponse {
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok', url: request.url, millis: 5 };
}
