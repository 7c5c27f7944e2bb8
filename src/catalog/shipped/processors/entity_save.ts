import { processor } from '../declare';

/** Makes or changes content. */
export const entitySave = processor(
  'flowdrop_node_processor:entity_save',
  {
    entity_type: { type: 'string', title: 'Kind', description: 'The kind of content.', default: 'node' },
    bundle: { type: 'string', title: 'Sub-kind', description: 'The sub-kind.', default: '' },
    entity_id: {
      type: 'string',
      title: 'Id',
      description: 'What is changed. Empty: something new is made.',
      default: '',
    },
    values: { type: 'object', title: 'Values', description: 'The fields to write, by name.', default: {} },
    allowed_fields: {
      type: 'array',
      items: { type: 'string' },
      title: 'Allowed fields',
      description: 'The only fields that may be written. Empty: all.',
      default: [],
    },
    new_revision: {
      type: 'boolean',
      title: 'New revision',
      description: 'Count it as a revision.',
      default: false,
    },
    revision_log_message: {
      type: 'string',
      title: 'Revision log',
      description: 'What is said about it.',
      default: '',
    },
  },
  {
    entity_id: { type: 'string', title: 'Id', description: 'Id of the content.' },
    entity_type: { type: 'string', title: 'Kind', description: 'Its kind.' },
    bundle: { type: 'string', title: 'Sub-kind', description: 'Its sub-kind.' },
    uuid: { type: 'string', title: 'UUID', description: 'Its id everywhere.' },
    label: { type: 'string', title: 'Label', description: 'Its title.' },
    revision_id: { type: 'string', title: 'Revision', description: 'Number of the revision.' },
    is_new: { type: 'boolean', title: 'New', description: 'Whether it was made now.' },
    created: { type: 'integer', title: 'Created', description: 'When, in seconds since 1970.' },
    changed: { type: 'integer', title: 'Changed', description: 'When, in seconds since 1970.' },
    skipped_fields: { type: 'array', title: 'Left out', description: 'The fields that were not written.' },
  },
  { flags: { sideEffects: true } },
);
