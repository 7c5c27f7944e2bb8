export default {
  title: 'Site',
  back: 'Back',
  parts: 'Parts of the site',
  views: {
    'node-types': 'Node types',
    categories: 'Categories',
    lanes: 'Lanes',
  },
  failed: 'Not stored: {message}',
  undone: 'Taken back',
} as const;
