import type { QueryParameter } from '../door';

/** API-6: whatever they hold is corrected, so they accept any text. */
export const PAGING: readonly QueryParameter[] = [
  {
    name: 'limit',
    description: 'Rows of a page, 1 to 100; 50 where it is absent.',
    schema: { type: 'string' },
  },
  { name: 'offset', description: 'Rows to leave out before the page.', schema: { type: 'string' } },
];

export const SEARCH: QueryParameter = {
  name: 'search',
  description: 'A literal part of the name, in any case.',
  schema: { type: 'string' },
};
