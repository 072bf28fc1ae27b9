import { createSeededRandom } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { createPathFilter, createUnmatchedPaths } from './path-filter.ts';

const passes = (address: string, filter: { includePaths?: string[]; excludePaths?: string[] }) =>
  createPathFilter({ includePaths: [], excludePaths: [], ...filter })(new URL(address));

test.each(['(a+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(?:a|aa)*b', '**/**/**/x', '[', '\\'])(
  'the path %s is text and no pattern',
  (path) => {
    expect(passes(`https://site.example/${'a'.repeat(2_000)}`, { includePaths: [path] })).toBe(false);
    const address = new URL('https://site.example/x');
    address.search = path;
    expect(passes(address.href, { includePaths: [address.search] })).toBe(true);
  },
);

test('paths are found wherever they stand, and the host is no place', () => {
  const address = 'https://docs.example/en/guide?page=2';
  expect(passes(address, { includePaths: ['/de/', '/guide'] })).toBe(true);
  expect(passes(address, { includePaths: ['?page=2'] })).toBe(true);
  expect(passes(address, { includePaths: ['docs'] })).toBe(false);
  expect(passes(address, { excludePaths: ['uid'] })).toBe(false);
  expect(passes(address, { includePaths: ['/en'], excludePaths: ['/en/guide?page=2'] })).toBe(false);
});

test('whatever the paths, an address passes as if each of them was compared', () => {
  const random = createSeededRandom(11);
  const text = (length: number) => Array.from({ length }, () => 'ab/'[Math.floor(random() * 3)]).join('');
  for (let round = 0; round < 2_000; round += 1) {
    const excludePaths = Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
      text(1 + Math.floor(random() * 5)),
    );
    const address = new URL(`https://site.example/${text(Math.floor(random() * 12))}`);
    const expected = !excludePaths.some((path) => address.pathname.includes(path));
    expect([address.href, excludePaths, passes(address.href, { excludePaths })]).toEqual([
      ...[address.href, excludePaths, expected],
    ]);
  }
});

test('the longest filter is applied to all links of a page of the longest addresses', () => {
  const excludePaths = Array.from({ length: 100 }, (_, index) => `${'a'.repeat(495)}b${index}`);
  const passesAll = createPathFilter({ includePaths: ['a'], excludePaths });
  const address = new URL(`https://site.example/${'a'.repeat(2_000)}`);
  // Compared path by path these take a quarter of a minute, in which the process serves no request.
  for (let count = 0; count < 5_000; count += 1) expect(passesAll(address)).toBe(true);
});

test.each<[string, string]>([
  ['/über/', 'https://example.com/%C3%BCber/uns'],
  ['/%C3%BCber/', 'https://example.com/über/uns'],
  ['/日本語/', 'https://example.com/日本語/概要'],
  ['/u\u0308ber/', 'https://example.com/über/uns'],
  ['/docs/*', 'https://example.com/docs/a/b'],
  ['/docs/**', 'https://example.com/docs/a'],
  ['*/guide/*.html', 'https://example.com/v2/guide/start.html'],
  ['https://example.com/docs/', 'https://example.com/docs/a'],
  ['https://example.com/docs/*', 'https://example.com/docs/a'],
  ['http://www.example.com/docs', 'https://example.com/docs/a'],
  ['q=käse', 'https://example.com/find?q=k%C3%A4se'],
  ['/50%/', 'https://example.com/50%/a'],
])('%s is a part of %s', (path, address) => {
  expect(createPathFilter({ includePaths: [path], excludePaths: [] })(new URL(address))).toBe(true);
  expect(createPathFilter({ includePaths: [], excludePaths: [path] })(new URL(address))).toBe(false);
});

test.each<[string, string]>([
  ['/docs/*.html', 'https://example.com/docs/a.pdf'],
  ['/a/*/b', 'https://example.com/b/c/a/'],
  ['https://other.example/docs/', 'https://example.com/docs/a'],
  ['https://example.com/docs/', 'https://example.com/x/example.com/docs/'],
])('%s is no part of %s', (path, address) => {
  expect(createPathFilter({ includePaths: [path], excludePaths: [] })(new URL(address))).toBe(false);
});

test('paths that match no address are those that match none of them alone, whatever the paths', () => {
  const random = createSeededRandom(12);
  const text = (length: number) => Array.from({ length }, () => 'ab/*'[Math.floor(random() * 4)]).join('');
  for (let round = 0; round < 500; round += 1) {
    const paths = Array.from({ length: 6 }, () => text(1 + Math.floor(random() * 5)));
    const urls = Array.from(
      { length: 4 },
      () => new URL(`https://site.example/${text(8).replaceAll('*', 'c')}`),
    );
    const unmatched = createUnmatchedPaths(paths);
    unmatched.show(urls.slice(0, 2));
    unmatched.show(urls.slice(2));
    const alone = (path: string) =>
      urls.every((url) => createPathFilter({ includePaths: [], excludePaths: [path] })(url));
    expect([paths, unmatched.missing()]).toEqual([paths, paths.filter(alone)]);
  }
});

test('a path that others contain, and whole addresses, are matched for themselves', () => {
  const paths = ['/old/blog', '/old', 'https://site.example/old/', 'https://other.example/', '/new/*'];
  const unmatched = createUnmatchedPaths(paths);
  unmatched.show([new URL('https://site.example/old/blog/1')]);
  expect(unmatched.missing()).toEqual(['https://other.example/', '/new/*']);
});
