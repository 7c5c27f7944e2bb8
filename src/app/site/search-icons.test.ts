import { expect, test } from 'vitest';
import { searchIcons } from './search-icons';

const names = ['account-clock', 'alarm', 'clock', 'clock-outline', 'robot', 'robot-outline'];

test.each<readonly [string, readonly string[]]>([
  ['', names],
  ['clock', ['clock', 'clock-outline', 'account-clock']],
  ['mdi:robot', ['robot', 'robot-outline']],
  ['clock out', ['clock-outline']],
  ['Robot-Outline', ['robot-outline']],
  ['nothing', []],
])('%j finds %j', (query, found) => {
  expect(searchIcons(names, query)).toEqual(found);
});
