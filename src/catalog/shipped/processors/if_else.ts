import { processor } from '../declare';
import { ACTIVE_BRANCHES, branchDefinitions } from '../fragments';

/** Two ways on, by a comparison of texts. */
export const ifElse = processor(
  'flowdrop_node_processor:if_else',
  {
    data: { title: 'Value', description: 'The value to look at, as text.' },
    matchText: { type: 'string', title: 'Compare with', description: 'The text or pattern.', default: '' },
    operator: {
      type: 'string',
      title: 'Comparison',
      description: 'How the two are compared.',
      enum: ['equals', 'not_equals', 'contains', 'starts_with', 'ends_with', 'regex'],
      default: 'equals',
    },
    caseSensitive: {
      type: 'boolean',
      title: 'Mind capitals',
      description: 'Tell capital and small letters apart.',
      default: false,
    },
    branches: branchDefinitions('The way for true and the way for false.'),
  },
  { active_branches: ACTIVE_BRANCHES },
);
