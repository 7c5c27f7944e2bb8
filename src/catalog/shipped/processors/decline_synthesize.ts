import { processor } from '../declare';

/** Answers tool calls that a person declined, so that none of them stays open. */
export const declineSynthesize = processor(
  'flowdrop_interrupt:decline_synthesize',
  {
    tool_calls: { type: 'array', title: 'Tool calls', description: 'The calls that were declined.' },
    decline_message: {
      type: 'string',
      title: 'Refusal',
      description: 'What the model is told of each call.',
      default: 'A person declined this tool call.',
    },
  },
  {
    messages: {
      type: 'array',
      title: 'Messages',
      description: 'One result for each call.',
      'x-data-type': 'messages',
    },
    synthesized_any: { type: 'boolean', title: 'Any', description: 'Whether there was a call to answer.' },
  },
);
