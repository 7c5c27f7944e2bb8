import { processor } from '../declare';

/** A text in chunks. */
export const splitText = processor(
  'flowdrop_node_processor:split_text',
  {
    text: { type: 'string', title: 'Text', description: 'The text to split.' },
    method: {
      type: 'string',
      enum: ['words', 'characters', 'sentences', 'paragraphs'],
      title: 'Unit',
      description: 'What a chunk is counted in.',
      default: 'words',
    },
    chunkSize: {
      type: 'integer',
      title: 'Size',
      description: 'How many of them a chunk holds.',
      default: 100,
    },
    separator: {
      type: 'string',
      title: 'Separator',
      description: 'What stands between words.',
      default: ' ',
    },
  },
  {
    chunks: {
      type: 'array',
      items: { type: 'string' },
      title: 'Chunks',
      description: 'The chunks, in order.',
    },
    method: { type: 'string', title: 'Unit', description: 'The unit that was used.' },
    chunk_size: { type: 'integer', title: 'Size', description: 'The size that was used.' },
    total_chunks: { type: 'integer', title: 'Count', description: 'How many chunks there are.' },
  },
);
