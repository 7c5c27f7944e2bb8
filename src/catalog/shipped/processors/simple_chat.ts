import { processor } from '../declare';

/** One question to a chat model, without memory and without tools. */
export const simpleChat = processor(
  'aincient_flows:aincient_simple_chat',
  {
    message: { type: 'string', title: 'Message', description: 'What the model is asked.' },
    systemPrompt: {
      type: 'string',
      format: 'multiline',
      title: 'System prompt',
      description: 'How the model is to behave.',
      default: '',
    },
    history: { type: 'array', title: 'History', description: 'Messages that came before.', default: [] },
    model: {
      type: 'string',
      title: 'Model',
      description: 'Name of the model. Empty: the one that the provider takes by itself.',
      default: '',
    },
    operation_type: {
      type: 'string',
      title: 'Provider',
      description: 'Which provider, or which of its roles, answers.',
    },
    temperature: {
      type: 'number',
      title: 'Temperature',
      description: 'How freely the model chooses its words.',
      minimum: 0,
      maximum: 2,
      default: 0.7,
    },
    maxTokens: { type: 'integer', title: 'Longest answer', description: 'In tokens.', default: 1000 },
  },
  {
    response: { type: 'string', title: 'Answer', description: 'The text of the answer.' },
    model: { type: 'string', title: 'Model', description: 'The model that answered.' },
    provider: { type: 'string', title: 'Provider', description: 'The provider that answered.' },
    temperature: { type: 'number', title: 'Temperature', description: 'As used.' },
    max_tokens: { type: 'integer', title: 'Longest answer', description: 'As used.' },
    tokens_used: { type: 'integer', title: 'Tokens', description: 'Tokens that the call took.' },
  },
);
