import { processor } from '../declare';

/** Hands the tools that are wired to it on, all of them, to whoever it is wired to. It never runs by itself. */
export const toolbox = processor(
  'flowdrop_node_processor:toolbox',
  { tool: { title: 'Tools', description: 'The tools of the set.', 'x-data-type': 'tool' } },
  { tool: { title: 'Tools', description: 'The whole set.', 'x-data-type': 'tool' } },
  { flags: { toolForwarder: true } },
);
