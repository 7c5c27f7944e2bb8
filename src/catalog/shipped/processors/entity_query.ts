import { processor } from '../declare';

/** Finds content. */
export const entityQuery = processor(
  'flowdrop_node_processor:entity_query',
  {
    entity_type: { type: 'string', title: 'Kind', description: 'The kind of content.', default: 'node' },
    bundle: { type: 'string', title: 'Sub-kind', description: 'Empty: any.', default: '' },
    conditions: {
      type: 'array',
      title: 'Conditions',
      description: 'What must hold: field, operator and value of each.',
      items: {
        properties: {
          field: { title: 'Field' },
          operator: { title: 'Operator', default: '=' },
          value: { title: 'Value' },
        },
      },
      default: [],
    },
    published_only: {
      type: 'boolean',
      title: 'Published only',
      description: 'Leave out what is not.',
      default: true,
    },
    changed_after: {
      type: 'integer',
      title: 'Changed after',
      description: 'A time in seconds since 1970. 0: whenever.',
      default: 0,
    },
    sort_field: {
      type: 'string',
      title: 'Sort by',
      description: 'The field that gives the order.',
      default: 'changed',
    },
    sort_direction: {
      type: 'string',
      enum: ['ASC', 'DESC'],
      title: 'Order',
      description: 'Least first, or greatest first.',
      default: 'DESC',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      title: 'Limit',
      description: 'The most rows to give.',
      default: 100,
    },
    offset: { type: 'integer', title: 'Offset', description: 'How many rows to pass over.', default: 0 },
    load_entities: {
      type: 'boolean',
      title: 'Whole content',
      description: 'Give all fields of every row.',
      default: false,
    },
  },
  {
    success: { type: 'boolean', title: 'Done', description: 'Whether the query ran.' },
    count: { type: 'integer', title: 'Count', description: 'How many rows there are.' },
    ids: { type: 'array', title: 'Ids', description: 'Their ids.' },
    results: { type: 'array', title: 'Rows', description: 'Id, label and kind of each.' },
    entities: { type: 'array', title: 'Content', description: 'All fields of each, where asked for.' },
    has_more: { type: 'boolean', title: 'More', description: 'Whether rows follow.' },
    entity_type: { type: 'string', title: 'Kind', description: 'The kind that was asked for.' },
    bundle: { type: 'string', title: 'Sub-kind', description: 'The sub-kind that was asked for.' },
    error_message: { type: 'string', title: 'Error', description: 'Why the query did not run.' },
  },
);
