import { processor } from '../declare';

/** A list of numbers. */
export const range = processor(
  'flowdrop_node_processor:range',
  {
    start: { type: 'number', title: 'Start', description: 'The first number.', default: 0 },
    end: { type: 'number', title: 'End', description: 'The last number, where the steps meet it.' },
    step: { type: 'number', title: 'Step', description: 'How far the numbers lie apart.', default: 1 },
  },
  {
    items: {
      type: 'array',
      items: { type: 'number' },
      title: 'Numbers',
      description: 'The numbers, in order.',
    },
    count: { type: 'integer', title: 'Count', description: 'How many there are.' },
    start: { type: 'number', title: 'Start', description: 'As used.' },
    end: { type: 'number', title: 'End', description: 'As used.' },
    step: { type: 'number', title: 'Step', description: 'As used.' },
  },
);
