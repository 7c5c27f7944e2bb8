import type { Schema } from '../../types';
import { processor } from '../declare';

const noteType: Schema = { type: 'string', enum: ['info', 'warning', 'success', 'error', 'note'] };

/** A remark on the canvas; never runs. */
export const note = processor(
  'flowdrop_node_processor:note',
  {
    content: {
      type: 'string',
      format: 'markdown',
      title: 'Text',
      description: 'The remark, in Markdown.',
      default: '## Note\n\nSay here what this part of the workflow is for. **Markdown** is understood.',
    },
    noteType: { ...noteType, title: 'Kind', description: 'Decides the colour.', default: 'info' },
  },
  { content: { type: 'string' }, noteType: { type: 'string' }, message: { type: 'string' } },
  { flags: { executable: false } },
);
