// What bar, cards and notices say of publishing; the rest loads with its dialog (publishing.ts).
export default {
  button: 'Publish',
  buttonHint: 'Send this workflow to a server',
  command: 'Publish to a server',
  card: 'Publish',
  live: {
    same: 'Live on {server}, same as here',
    changed: 'Live on {server}, changed here since',
    unknown: 'Live on {server}',
    short: '{count, plural, one {live} other {live on #}}',
    card: 'Live on {server}',
    cardEdited: 'Live on {server}, edited here since',
  },
  notice: {
    title:
      '{server} refused this workflow: {count, plural, one {# reason} other {# reasons}}, marked at the nodes.',
    plain: '{server} refused this workflow.',
    lost: 'It is not known whether the workflow arrived at {server}.',
    answered: '{server} has answered.',
    live: 'Published to {server}.',
    show: 'Show',
    dismiss: 'Dismiss',
  },
} as const;
