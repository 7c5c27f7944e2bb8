import type { Schema } from '../../types';
import { processor } from '../declare';

const handle = (title: string, shown: boolean): Schema => ({ type: 'boolean', title, default: shown });

/** A box to plan with; never runs. */
export const idea = processor(
  'flowdrop_node_processor:idea',
  {
    instanceTitle: { type: 'string', title: 'Title', default: 'New Idea' },
    instanceDescription: {
      type: 'string',
      format: 'multiline',
      title: 'Description',
      default: 'Describe your idea here...',
    },
    icon: { type: 'string', title: 'Icon', default: 'mdi:lightbulb-outline' },
    color: { type: 'string', title: 'Colour', default: '#6366f1' },
    enableLeftPort: handle('Handle on the left', true),
    enableRightPort: handle('Handle on the right', true),
    enableTopPort: handle('Handle at the top', false),
    enableBottomPort: handle('Handle at the bottom', false),
  },
  {
    color: { type: 'string' },
    icon: { type: 'string' },
    enableLeftPort: { type: 'boolean' },
    enableRightPort: { type: 'boolean' },
    enableTopPort: { type: 'boolean' },
    enableBottomPort: { type: 'boolean' },
    message: { type: 'string' },
  },
  { flags: { executable: false } },
);
