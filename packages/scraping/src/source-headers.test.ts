import { expect, test } from '@jest/globals';
import { sourceHeaders } from './source-headers.ts';

const secret = { authorization: 'Bearer secret' };
const sentTo = (source: string | null, address: string) =>
  sourceHeaders(secret, source === null ? null : new URL(source), new URL(address)) === secret;

test.each([
  ['https://site.example/sitemap.xml', 'https://site.example/deep/page?x=1'],
  ['http://site.example/', 'https://site.example/page'],
  ['https://site.example/', 'https://site.example:443/page'],
  [null, 'https://listed.example/'],
])('headers of %s go to %s', (source, address) => {
  expect(sentTo(source, address)).toBe(true);
});

test.each([
  ['https://site.example/', 'http://site.example/page'],
  ['https://site.example/', 'https://other.example/'],
  ['https://site.example/', 'https://www.site.example/'],
  ['https://www.site.example/', 'https://site.example/'],
  ['https://site.example/', 'https://cdn.site.example/'],
  ['https://site.example/', 'https://site.example.evil.example/'],
  ['https://site.example/', 'https://site.example:8443/'],
  ['http://site.example/', 'https://site.example:8443/'],
  ['http://site.example:8080/', 'https://site.example/'],
])('headers of %s do not go to %s', (source, address) => {
  expect(sentTo(source, address)).toBe(false);
});
