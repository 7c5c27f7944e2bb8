export default {
  title: 'Site',
  back: 'Back',
  parts: 'Parts of the site',
  views: {
    'node-types': 'Node types',
    categories: 'Categories',
    lanes: 'Lanes',
    content: 'Content',
    memory: 'Memory',
    secrets: 'Secrets',
    triggers: 'Schedules',
  },
  import: 'Import',
  failed: 'Not stored: {message}',
  undone: 'Taken back',
  unreadable:
    '{count, plural, one {# record of this site} other {# records of this site}} cannot be read and {count, plural, one {is} other {are}} left as stored: {first}',
} as const;
