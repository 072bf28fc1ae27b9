import { contentTerms } from '@docfleet/text-analysis';
import { expect, test } from '@jest/globals';
import { findHighlights, makeSnippet } from './highlight.ts';

const snippetOf = (text: string, query: string) =>
  makeSnippet(text, findHighlights(text, contentTerms(query), undefined))
    .map((piece) => (piece.isMatch ? `<${piece.text}>` : piece.text))
    .join('');

test.each([
  [
    '## 6. **Backups** are kept, *really*, for `35` days.',
    'backups',
    '6. <Backups> are kept, really, for 35 days.',
  ],
  ['See [the guide](https://a.example/x_y) now.', 'guide', 'See the <guide> now.'],
  ['| Level | Fee |\n| --- | :-: |\n| two | **free** |', 'fee', 'Level <Fee> two free '],
  ['# Leave\n\n- _Everyone_ has\n- thirty days', 'thirty', 'Leave Everyone has <thirty> days'],
])('the marks of Markdown in %j are left out', (text, query, snippet) => {
  expect(snippetOf(text, query)).toBe(snippet);
});

test.each([
  'Set ERR_4711 and MAX_FILE_BYTES to 2*3*4.',
  'f(x) = 2 * 3 * 4, if a < b - c',
  'the *args of a call and [1] of a list',
])('%j has no marks of Markdown', (text) => {
  expect(snippetOf(text, 'zebra')).toBe(text);
});

test('a long text is cut to where most of the query stands', () => {
  const snippet = snippetOf(
    `${'filler words '.repeat(100)}the okapi sleeps ${'more words '.repeat(100)}`,
    'okapi',
  );
  expect(snippet).toMatch(/^… .*the <okapi> sleeps.* (more|words) …$/);
  expect(snippet.length).toBeLessThan(260);
});

test('a text with the marks that are used inside keeps its words', () => {
  expect(snippetOf('a \uE000b\uE001 okapi', 'okapi')).toBe('a b <okapi>');
});
