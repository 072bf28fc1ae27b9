import { expect, test } from '@jest/globals';
import { embeddedText, titleOfDocument } from './embedding.ts';

test.each([
  ['travel-policy.md', 'travel policy'],
  ['price-list-2026.csv', 'price list 2026'],
  ['reports/2026/Q1_summary.final.pdf', 'reports 2026 Q1 summary final'],
  ['Employee handbook', 'Employee handbook'],
  ['就業規則.docx', '就業規則'],
])('the name %s is the title "%s"', (name, title) => {
  expect(titleOfDocument(name)).toBe(title);
});

test.each([[null], ['4983'], ['a1.b2'], ['https://example.com/a/page.html'], ['']])(
  'the name %s means nothing',
  (name) => {
    expect(titleOfDocument(name)).toBeUndefined();
  },
);

test('a long name is cut at a word', () => {
  const title = titleOfDocument(`${'word '.repeat(40)}.txt`) ?? '';
  expect(title.length).toBeLessThanOrEqual(120);
  expect(title.endsWith('word')).toBe(true);
  expect(titleOfDocument('x'.repeat(500))?.length).toBe(120);
});

test('a title stands above a text, and nothing where there is none', () => {
  expect(embeddedText('travel policy', 'Hotels')).toBe('travel policy\n\nHotels');
  expect(embeddedText(undefined, 'Hotels')).toBe('Hotels');
});

test('a word that a line divides is embedded in one piece, and keeps a hyphen that may be its own', () => {
  expect(embeddedText('man', 'com\u2010\n       pleted, non-\n  recursive, 2010\u2010\n2012')).toBe(
    'man\n\ncompleted, non-recursive, 2010\u2010\n2012',
  );
});
