// What pages say about the HTTP doors: programs that read and write this browser's workflows from outside of the editor.
export default {
  changed: {
    title: 'Another program changed this workflow',
    text: 'You had edits here that were not stored, so they are still on the screen. Nothing is lost: choose what this workflow is from now on.',
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
    text: 'Scripts and editors on pages at {origin} can then read and write your workflows at {address}. Other sites cannot. Pages of this address can reach what Sluice stores in any case; this is the documented way.',
    description: 'Description of this HTTP interface (OpenAPI)',
    checking: 'Looking who answers…',
    browser: 'This browser answers, from the workflows that you see here.',
    host: 'A server answers at this address, with workflows of its own. This browser does not.',
    nobody:
      'Nobody answers. Reload the page once; the answers come from the part of Sluice that also works offline.',
    off: 'Switched off: nobody answers.',
  },
} as const;
