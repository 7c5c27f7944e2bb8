export default {
  title: 'Settings',
  back: 'Back',
  saved: 'Saved',
  failed: 'Not saved: {message}',
  look: {
    title: 'Look',
    theme: 'Theme',
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
  },
  network: {
    title: 'Network',
    internal: 'Allow internal addresses',
    internalText:
      'Nodes that fetch addresses may then reach this computer and your local network (localhost, 192.168.…). Workflows from others could use that to read things that only you can reach. Leave it off unless you wrote the workflow.',
  },
  data: {
    title: 'Your data',
    text: 'Workflows, runs and settings live in this browser only.',
    used: '{used} used of {quota} that the browser grants.',
    usedUnknown: 'This browser does not tell how much is used.',
    persistent: 'The browser keeps it until you delete it.',
    notPersistent: 'The browser may delete it when the disk fills up.',
    persist: 'Ask the browser to keep it',
    persistRefused: 'The browser said no. Using or bookmarking the page more often can change that.',
    export: 'Export everything',
    exportText:
      'All workflows, and the node types, categories and lanes of your site, as one file, with where they are published. Keys, tokens and settings stay here.',
    exporting: 'Packing…',
    nothing: 'There is nothing to export yet.',
    delete: 'Delete everything',
    deleteText: 'Removes all workflows, runs, settings and keys from this browser.',
    deleteTitle: 'Delete everything in this browser?',
    deleteConfirm:
      'This removes {count, plural, =0 {no workflows} one {# workflow} other {# workflows}} with all runs, settings and keys. It cannot be undone. Export first if you want to keep anything.',
    deleteWord: 'Type {word} to confirm',
    deleteWordValue: 'delete',
    deleteDo: 'Delete everything',
    bytes: '{value, number} {unit}',
  },
} as const;
