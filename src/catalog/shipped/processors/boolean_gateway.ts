import { processor } from '../declare';
import { ACTIVE_BRANCHES, branchDefinitions } from '../fragments';

/** Two ways on, by a boolean. */
export const booleanGateway = processor(
  'flowdrop_node_processor:boolean_gateway',
  {
    value: { type: 'boolean', title: 'Value', description: 'What decides.', default: false },
    branches: branchDefinitions('The way for true and the way for false.'),
  },
  { active_branches: ACTIVE_BRANCHES },
);
