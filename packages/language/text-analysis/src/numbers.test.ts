import { expect, test } from '@jest/globals';
import { finds } from '../test/finds.ts';
import { analyzeText } from './index.ts';

test.each([
  [
    '1500.50',
    [
      '1,500.50',
      '1.500,50',
      '1500,50',
      "1'500.50",
      '€1.500,50',
      '1500,50 €',
      '1\u00a0500,50',
      '1\u202f500,50',
    ],
  ],
  ['1234567.8', ['1,234,567.8', '1.234.567,8', '12,34,567.8', '1\u00a0234\u00a0567,8']],
  ['0.5', ['0,5']],
  ['1500', ['1,500', '1.500', "1'500", '1\u202f500']],
])('%s is found however it is written, and finds what is', (number, ways) => {
  for (const written of ways) {
    expect([written, finds(number, `The invoice comes to ${written} in all.`)]).toEqual([written, true]);
    expect([written, finds(written, `The invoice comes to ${number} in all.`)]).toEqual([written, true]);
  }
});

test.each([
  ['1.2.3', '123'],
  ['192.168.0.1', '19216801'],
])('%s is no number with groups', (text, closed) => {
  expect(analyzeText(text, 'en').terms).not.toContain(closed);
});
