import { expect, test } from 'vitest';
import { PERMISSIONS } from '../model/permission';
import { decodeTokens, principalOf } from './tokens';

const entry = { token: 'abc', id: '7', name: 'Ada', permissions: ['view workflows'] };
const asking = (authorization?: string) =>
  new Request('http://localhost/', authorization === undefined ? {} : { headers: { authorization } });

test('a token stands for its principal, and nothing else does', () => {
  const tokens = decodeTokens(
    JSON.stringify([entry, { ...entry, token: 'x~y==', id: '8', permissions: [] }]),
  );
  if (!tokens.ok) throw new Error(JSON.stringify(tokens.error));
  const ada = { id: '7', name: 'Ada', permissions: new Set(['view workflows']) };
  expect(principalOf(tokens.value, asking('Bearer abc'))).toEqual(ada);
  expect(principalOf(tokens.value, asking('bearer  abc'))).toEqual(ada);
  expect(principalOf(tokens.value, asking('Bearer x~y=='))?.id).toBe('8');
  for (const wrong of [
    undefined,
    '',
    'abc',
    'Basic abc',
    'Bearer',
    'Bearer ABC',
    'Bearer abc abc',
    'Bearer constructor',
  ])
    expect(principalOf(tokens.value, asking(wrong))).toBeUndefined();
});

test('without tokens every caller is one administrator', () => {
  expect([...(principalOf(undefined, asking())?.permissions ?? [])]).toEqual([...PERMISSIONS]);
});

test.each([
  ['{', '', 'The file is not JSON'],
  ['{"token":"a"}', '', 'A list of {token, id, name, permissions} is expected.'],
  ['[]', '', 'nobody could call'],
  ['["a"]', '[0]', 'An object'],
  [JSON.stringify([{ ...entry, token: ' ' }]), '[0].token', 'not blank'],
  [JSON.stringify([{ ...entry, token: 'a b' }]), '[0].token', 'A bearer token is made of'],
  [JSON.stringify([{ ...entry, id: 7 }]), '[0].id', 'A text'],
  [JSON.stringify([{ ...entry, name: undefined }]), '[0].name', 'A text'],
  [JSON.stringify([{ ...entry, permissions: 'all' }]), '[0].permissions', 'A list of permissions'],
  [
    JSON.stringify([{ ...entry, permissions: ['view workflow'] }]),
    '[0].permissions[0]',
    '"view workflow" is no permission; there are: administer, view workflows',
  ],
  [JSON.stringify([entry, { ...entry, id: '8' }]), '[1].token', 'An earlier entry has the same token.'],
])('the token file %s is refused at "%s"', (text, path, message) => {
  const tokens = decodeTokens(text);
  expect(tokens.ok ? [] : tokens.error).toEqual([{ path, message: expect.stringContaining(message) }]);
});
