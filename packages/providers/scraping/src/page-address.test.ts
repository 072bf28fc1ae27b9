import { expect, test } from '@jest/globals';
import { pageAddress } from './index.ts';

test.each([
  ['HTTPS://Example.COM:443/a#part', 'https://example.com/a'],
  ['https://example.com/a?utm_source=x&page=2&gclid=1', 'https://example.com/a?page=2'],
  ['https://example.com/a;jsessionid=0A1B2C3D4E5F60718293.node1?x=%20y', 'https://example.com/a?x=%20y'],
  ['https://example.com/a?PHPSESSID=298zf09hf012fh2k1l6ffg1', 'https://example.com/a'],
  ['https://example.com/a?sid=0123456789abcdef0123456789abcdef&b=1', 'https://example.com/a?b=1'],
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

test.each([
  'https://example.com/article?sid=3',
  'https://example.com/talks?session_id=11',
  'https://example.com/talks?session_id=2026-keynote-opening',
  'https://example.com/talks?session=9b2e4c1a-77aa-4f0e-9d0b-1a2b3c4d5e6f',
  'https://example.com/a?PHPSESSID=list',
  'https://example.com/a;sid=7/b',
  'https://example.com/a?sid=',
])('%s is a page of its own: its parameter does not look like a session', (address) => {
  expect(pageAddress(address)?.href).toBe(address);
});

test.each([
  ['https://example.com/s?name=M%FCller&utm_source=letter', 'https://example.com/s?name=M%FCller'],
  ['https://example.com/s?a+b=c%20d&gclid=1&q=%e4', 'https://example.com/s?a+b=c%20d&q=%e4'],
  ['https://example.com/s?flag&utm_id=1&&x=', 'https://example.com/s?flag&&x='],
  ["https://example.com/s?fbclid=1&q=it's", 'https://example.com/s?q=it%27s'],
])('what is cut off %s changes nothing else of it', (address, page) => {
  expect(pageAddress(address)?.href).toBe(page);
});
