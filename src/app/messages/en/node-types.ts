export default {
  title: 'Node types',
} as const;
