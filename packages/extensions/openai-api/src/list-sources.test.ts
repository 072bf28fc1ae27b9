import { expect, test } from '@jest/globals';
import { listSources } from './list-sources.ts';

const cited = (changes: { name?: string | null; url?: string | null; quote?: string }) => {
  const { name = 'handbook', url = null, quote = 'Thirty days.' } = changes;
  return listSources([
    { number: 1, quote, document: { id: 'd', externalId: 'e', name, url, namespaceId: 'n' } },
  ] as unknown as Parameters<typeof listSources>[0]);
};

test('a source is linked where it has an address', () => {
  expect(cited({ url: 'https://wiki.example/leave?a=1#b' })).toBe(
    '\n\n[1] [handbook](https://wiki.example/leave?a=1#b): “Thirty days.”',
  );
  expect(cited({})).toBe('\n\n[1] handbook: “Thirty days.”');
  expect(listSources([])).toBe('');
});

test.each([
  ['an address that ends its link', { url: 'https://evil.example/x)![p](https://evil.example/pixel' }],
  ['an address that is code', { url: 'javascript:alert(1)' }],
  ['a name that is an image', { name: '![p](https://evil.example/pixel)' }],
  ['a quote that is an image', { quote: '![p](https://evil.example/pixel)' }],
  ['a quote that is a link', { quote: '[sign in](https://evil.example)' }],
  ['a quote whose bracket is escaped already', { quote: '\\\\[sign in](https://evil.example)' }],
  ['a quote that is HTML', { quote: '<img src="https://evil.example/pixel">' }],
])('%s adds no image, link or element to the answer', (_, changes) => {
  const text = cited(changes).replace(/^\n\n\[1\] (?:\[handbook\]\(https:\/\/[^\s()[\]<>]+\))?/, '');
  // Characters after an even number of backslashes are markup.
  expect(text).not.toMatch(/(?<!\\)(?:\\\\)*[[<]|javascript:/);
});
