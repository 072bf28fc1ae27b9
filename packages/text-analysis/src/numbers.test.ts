import { expect, test } from '@jest/globals';
import { analyzeText, languageMarker, weighQuery } from './index.ts';

/** Whether a query finds a text by something that carries content. */
function finds(query: string, text: string): boolean {
  const { language, terms } = analyzeText(text);
  const known = new Set([...terms, ...(language ? [languageMarker(language)] : [])]);
  const weighed = weighQuery(query, { documentCount: 10, frequencyOf: (term) => (known.has(term) ? 1 : 0) });
  return weighed.terms.some(({ term, factor }) => factor >= 0.2 && known.has(term));
}

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
