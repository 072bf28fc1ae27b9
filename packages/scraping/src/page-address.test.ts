import { expect, test } from '@jest/globals';
import { pageAddress } from './index.ts';

test.each([
  ['HTTPS://Example.COM:443/a#part', 'https://example.com/a'],
  ['https://example.com/a?utm_source=x&page=2&gclid=1', 'https://example.com/a?page=2'],
  ['https://example.com/a;jsessionid=AB12?x=%20y', 'https://example.com/a?x=%20y'],
  ['https://example.com/a?PHPSESSID=1', 'https://example.com/a'],
  ['https://user:secret@example.com/', 'https://example.com/'],
  ['/b', 'https://example.com/b'],
])('%s is the page %s', (address, page) => {
  expect(pageAddress(address, new URL('https://example.com/'))?.href).toBe(page);
});

test.each(['mailto:a@example.com', 'javascript:void(0)', 'ftp://example.com/a', 'http://'])(
  '%s is no page',
  (address) => {
    expect(pageAddress(address)).toBeUndefined();
  },
);
