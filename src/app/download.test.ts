import { expect, test } from 'vitest';
import { fileNameOf } from './download';

test.each([
  ['Ordinary reply!', 'ordinary-reply'],
  ['  Crème brûlée  ', 'creme-brulee'],
  ['../../etc/passwd', 'etc-passwd'],
  ['日本語 のフロー', '日本語-のフロー'],
  ['!!!', 'workflow'],
  ['', 'workflow'],
  ['x'.repeat(90), 'x'.repeat(60)],
])('%s becomes the file name %s', (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});
