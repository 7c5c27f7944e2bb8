import { processor } from '../declare';

const OPERATIONS = [
  'add',
  'subtract',
  'multiply',
  'divide',
  'power',
  'sqrt',
  'average',
  'min',
  'max',
  'median',
  'mode',
];

/** One operation over a list of numbers. */
export const calculator = processor(
  'flowdrop_node_processor:calculator',
  {
    values: { type: 'array', items: {}, title: 'Numbers', description: 'The numbers, in order.' },
    operation: {
      type: 'string',
      title: 'Operation',
      description: 'What is done with them.',
      enum: OPERATIONS,
      default: 'add',
    },
    precision: {
      type: 'integer',
      title: 'Decimals',
      description: 'Decimals that the result keeps.',
      default: 2,
    },
  },
  {
    result: { type: 'number', title: 'Result', description: 'The rounded result.' },
    operation: { type: 'string', title: 'Operation', description: 'What was done.' },
    values: { type: 'array', title: 'Numbers', description: 'The numbers that were used.' },
    precision: { type: 'integer', title: 'Decimals', description: 'Decimals that were kept.' },
  },
);
