import { processor } from '../declare';

/** One answer of a chat model to a conversation, tools offered. It calls none: the calls that it wants are an output. */
export const chatModel = processor(
  'sluice:chat_model',
  {
    messages: {
      type: 'array',
      title: 'Messages',
      description: 'The conversation so far.',
      'x-data-type': 'messages',
      default: [],
    },
    systemPrompt: {
      type: 'string',
      format: 'multiline',
      title: 'System prompt',
      description: 'How the model is to behave.',
      default: '',
    },
    tool: { title: 'Tools', description: 'Tools that the model may call.', 'x-data-type': 'tool' },
    provider: {
      type: 'string',
      title: 'Connection',
      description: 'Id of a model connection of the settings, or "offline". Empty: the default one.',
      default: '',
    },
    model: {
      type: 'string',
      title: 'Model',
      description: 'Name of the model. Empty: the one of the connection.',
      default: '',
    },
    temperature: {
      type: 'number',
      title: 'Temperature',
      description: 'How freely the model chooses its words.',
      minimum: 0,
      maximum: 2,
      default: 0.7,
    },
    maxTokens: {
      type: 'integer',
      title: 'Longest answer',
      description: 'In tokens.',
      minimum: 1,
      default: 1000,
    },
    script: {
      type: 'array',
      title: 'Script of the offline model',
      description:
        'What the offline model answers, in order, such as {"text": "Hello."} or {"tool_calls": [{"name": "search", "args": {}}]}. Other models do not read it.',
      default: [],
    },
  },
  {
    assistant_message: {
      type: 'object',
      title: 'Assistant message',
      description: 'The answer as a message of the conversation, with the calls that it makes.',
    },
    text: { type: 'string', title: 'Text', description: 'The text of the answer.' },
    tool_calls: { type: 'array', title: 'Tool calls', description: 'The calls that the model wants made.' },
    has_tool_calls: { type: 'boolean', title: 'Has tool calls', description: 'Whether there are any.' },
    usage: { type: 'object', title: 'Usage', description: 'Tokens that the call took.' },
  },
  { flags: { toolConsumer: true } },
);
