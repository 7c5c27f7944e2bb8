import { processor } from '../declare';
import { STATE_UPDATE } from '../fragments';

/** Goes through a list, one item a round (SG-4, SG-5). Declares its own way back in (SCH-32). */
export const forEach = processor(
  'flowdrop_stategraph:foreach',
  {
    // Any value: one that is no list is a list of one (SG-4).
    items: { title: 'Items', description: 'The list to go through.' },
    loop_back: {
      title: 'Loop back',
      description: 'Where the last node of a round leads back to; what comes in is the result of the round.',
      'x-data-type': 'trigger',
    },
    item_result: { title: 'Result', description: 'The result of the round, where it is not what came back.' },
    __iterator__: { type: 'object', title: 'Iterator', description: 'Where the loop stands.' },
  },
  {
    current_item: { title: 'Item', description: 'The item of this round.' },
    current_index: { type: 'integer', title: 'Index', description: 'Its position, from 0.' },
    is_first: { type: 'boolean', title: 'First', description: 'Whether it is the first item.' },
    is_last: { type: 'boolean', title: 'Last', description: 'Whether it is the last item.' },
    has_more: { type: 'boolean', title: 'More', description: 'Whether items follow.' },
    total_count: { type: 'integer', title: 'Count', description: 'How many items there are.' },
    loop_active: { type: 'boolean', title: 'Active', description: 'Whether the loop still runs.' },
    collected_results: {
      type: 'array',
      title: 'Results',
      description: 'The results of the rounds, at the end.',
    },
    state_update: STATE_UPDATE,
  },
  { flags: { loopHead: true } },
);
