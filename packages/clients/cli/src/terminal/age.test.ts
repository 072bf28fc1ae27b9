import { expect, test } from '@jest/globals';
import { age } from './table.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T11:59:59.500Z', '0 s ago'],
  ['2026-11-21T11:59:01Z', '59 s ago'],
  ['2026-11-21T10:59:01Z', '1 h ago'],
  ['2026-11-01T12:00:00Z', '20 d ago'],
  ['2026-11-22T13:00:00Z', 'in 1 d'],
])('%s is %s', (isoString, shown) => {
  expect(age(isoString, now)).toBe(shown);
});

test('what never was has no age', () => {
  expect(age(null)).toBeNull();
});
