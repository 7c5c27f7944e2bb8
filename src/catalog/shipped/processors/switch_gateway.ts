import { processor } from '../declare';
import { ACTIVE_BRANCHES, branchDefinitions } from '../fragments';

/** Many ways on, by equality. The value is not typed: branches match by type and value (LANG-27). */
export const switchGateway = processor(
  'flowdrop_node_processor:switch_gateway',
  {
    expression: { title: 'Value', description: 'The value to look for among the branches.' },
    branches: branchDefinitions('The ways on; the first whose value equals the given one is taken.'),
    default_branch: {
      type: 'string',
      title: 'Otherwise',
      description: 'The branch that is taken where none matches.',
      default: 'default',
    },
  },
  { active_branches: ACTIVE_BRANCHES },
);
