// What pages say about the HTTP doors: programs that read and write this browser's workflows from outside of the editor.
export default {
  changed: {
    title: 'Another program changed this workflow',
    text: 'It was stored while you had edits here that were not. Nothing is lost: choose what this workflow is from now on.',
    take: 'Take the new one',
    keep: 'Keep mine',
    copy: 'Keep both, mine as a copy',
  },
  deleted: {
    title: 'Another program deleted this workflow',
    text: 'You had edits here that were not stored, so they are still on the screen. Choose what becomes of them.',
    take: 'Delete mine too',
    keep: 'Keep mine',
    copy: 'Keep mine as a copy',
    done: '{name} is deleted.',
  },
  removed: {
    title: 'This workflow was deleted elsewhere',
    text: 'In another tab, or by another program. It can be brought back for a week.',
    restore: 'Bring it back',
    leave: 'Go to your workflows',
  },
  failed: 'That did not work: {message}',
  settings: {
    label: 'Answer other pages of this address',
    text: 'Pages at {origin} can read and write your workflows at {address} while Sluice has been opened here once. Other sites cannot. Every page of this address can reach what Sluice stores anyway, so this opens nothing new; it gives scripts and editors a documented way.',
    description: 'Description of the doors (OpenAPI)',
    checking: 'Looking who answers…',
    browser: 'This browser answers, from the workflows that you see here.',
    host: 'A server answers at this address, with workflows of its own. This browser does not.',
    nobody:
      'Nobody answers. Reload the page once; the answers come from the part of Sluice that also works offline.',
    off: 'Switched off: nobody answers.',
  },
} as const;
