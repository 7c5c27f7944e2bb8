export default {
  label: 'Nodes',
  search: 'Search nodes',
  hint: 'Drag onto the canvas, double-click, or press Enter.',
  empty: 'No node matches "{query}".',
  clear: 'Clear search',
  results: '{count, plural, one {# node} other {# nodes}}',
  other: 'Other',
  edit: 'Edit {label}',
  manage: 'Edit node types',
  item: '{label}: {description}',
} as const;
