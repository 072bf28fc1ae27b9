import { createSeededRandom } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { createPathFilter } from './path-filter.ts';

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
