import { expect, test } from '@jest/globals';
import { areHarmless, sourceHeaders } from './scraped-page.ts';

const secret = { authorization: 'Bearer secret' };
const sentTo = (source: string | null, address: string) =>
  sourceHeaders(secret, source === null ? null : new URL(source), new URL(address)) === secret;

test.each([
  ['https://site.example/sitemap.xml', 'https://site.example/deep/page?x=1'],
  ['http://site.example/', 'https://site.example/page'],
  ['https://site.example/', 'https://site.example:443/page'],
])('headers of %s go to %s', (source, address) => {
  expect(sentTo(source, address)).toBe(true);
});

test('headers that identify no caller go to any site, and others to none whose source is not known', () => {
  const headers = { ...secret, 'Accept-Language': 'de', 'User-Agent': 'reader', 'X-Api-Key': 'secret' };
  const listed = new URL('https://listed.example/');
  const harmless = { 'Accept-Language': 'de', 'User-Agent': 'reader' };
  expect(sourceHeaders(headers, null, listed)).toEqual(harmless);
  expect(sourceHeaders(headers, new URL('https://site.example/'), listed)).toEqual(harmless);
  expect([areHarmless(headers), areHarmless(harmless)]).toEqual([false, true]);
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
