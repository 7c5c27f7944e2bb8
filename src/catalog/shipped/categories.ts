import type { Category } from '../types';

function category(id: string, label: string, icon: string, color: string, description: string): Category {
  return { id, label, description, icon, color, enabled: true, extra: {} };
}

/** The shipped categories, by id. */
export const SHIPPED_CATEGORIES: readonly Category[] = [
  category('agents', 'Agents', 'mdi:face-agent', '#28c3c0', 'Agents that plan their steps and call tools.'),
  category('ai', 'AI', 'mdi:shimmer', '#a855f7', 'Steps that ask a model for one thing.'),
  category('bundles', 'Bundles', 'mdi:package-variant', '#64748b', 'Nodes that came as a ready-made set.'),
  category('data', 'Data', 'mdi:database', '#f97316', 'Read, keep and convert data.'),
  category('embeddings', 'Embeddings', 'mdi:vector-polygon', '#6366f1', 'Turn text into vectors.'),
  category('helpers', 'Helpers', 'mdi:help-circle', '#64748b', 'Notes, logs and other small aids.'),
  category(
    'human_in_loop',
    'Human in Loop',
    'mdi:account-clock',
    '#f59e0b',
    'Ask a person and go on with the answer.',
  ),
  category('inputs', 'Inputs', 'mdi:arrow-down-circle', '#10b981', 'Where a run gets its first values.'),
  category('logic', 'Logic', 'mdi:source-branch', '#a855f7', 'Branch, loop and stop.'),
  category('memory', 'Memory', 'mdi:chip', '#3b82f6', 'Remember values and conversations between runs.'),
  category('models', 'Models', 'mdi:robot', '#6366f1', 'Connections to models.'),
  category('outputs', 'Outputs', 'mdi:arrow-up-circle', '#3b82f6', 'What a run gives back.'),
  category(
    'processing',
    'Processing',
    'mdi:application-braces-outline',
    '#14b8a6',
    'Change data on its way.',
  ),
  category('prompts', 'Prompts', 'mdi:message-text', '#f59e0b', 'Write prompts and templates.'),
  category(
    'stategraph',
    'StateGraph',
    'mdi:hub-outline',
    '#9333EA',
    'Nodes that share state over the rounds of a graph.',
  ),
  category('timing', 'Timing', 'mdi:timer-outline', '#0ea5e9', 'Wait for a time.'),
  category('tools', 'Tools', 'mdi:wrench', '#f59e0b', 'Calculate, call other systems, look things up.'),
  category('vector_stores', 'Vector Stores', 'mdi:vector-square', '#10b981', 'Search by likeness.'),
];

/** Other names of shipped categories, as exports of other versions write them. */
export const CATEGORY_ALIASES: ReadonlyMap<string, string> = new Map([['memories', 'memory']]);
