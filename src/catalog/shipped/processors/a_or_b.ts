import { processor } from '../declare';
import { ACTIVE_BRANCHES, branchDefinitions } from '../fragments';

/** Two ways on, at random. */
export const aOrB = processor(
  'flowdrop_node_processor:a_or_b',
  {
    branches: branchDefinitions('The way with the value "a" and the way with the value "b".'),
    weight_a: {
      type: 'number',
      title: 'Weight of A',
      description: 'How often A is taken, against B.',
      default: 50,
    },
    weight_b: {
      type: 'number',
      title: 'Weight of B',
      description: 'How often B is taken, against A.',
      default: 50,
    },
  },
  { active_branches: ACTIVE_BRANCHES },
);
