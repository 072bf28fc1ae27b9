import { expect, test } from '@jest/globals';
import { formatCount, shortenStart } from './format.ts';

test('a number is followed by a noun in its form: 1 file, 2 files', () => {
  const counted = [0, 1, 2_000].map((value) => formatCount(value, 'file'));
  expect(counted).toEqual(['0 files', '1 file', '2,000 files']);
  expect(formatCount(2, 'address', 'addresses')).toBe('2 addresses');
});

test('a long path keeps its end, which names the file, and shows that its start was cut', () => {
  expect(shortenStart('contracts/2026/lease.pdf', 9)).toBe('…lease.pdf');
  expect(shortenStart('lease.pdf', 9)).toBe('lease.pdf');
});
