import { expect, test } from '@jest/globals';
import { instantOf } from './index.ts';

test.each([
  ['2026-01-31', Date.UTC(2026, 0, 31)],
  ['2026-01-31T09:30:00Z', Date.UTC(2026, 0, 31, 9, 30)],
  ['2026-01-31T09:30+01:00', Date.UTC(2026, 0, 31, 8, 30)],
  ['2026-01-31 09:30:00.5', Date.UTC(2026, 0, 31, 9, 30, 0, 500)],
  ['2026-01-31T09:30:00.123456Z', Date.UTC(2026, 0, 31, 9, 30, 0, 123)],
  ['0001-01-01', Date.parse('0001-01-01T00:00:00Z')],
  ['2028-02-29', Date.UTC(2028, 1, 29)],
])('%s is a moment', (text, instant) => {
  expect(instantOf(text)).toBe(instant);
});

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026',
  '2026-01',
  '20260131',
  '31.01.2026',
  '0000-01-01',
  '2026-01-31T24:00Z',
  '2026-01-31T09',
  ' 2026-01-31',
  '2026-01-31T09:30:00+15:00',
  '',
])('"%s" is none', (text) => {
  expect(instantOf(text)).toBeUndefined();
});
