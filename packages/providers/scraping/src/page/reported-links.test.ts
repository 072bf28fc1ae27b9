import { expect, test } from '@jest/globals';
import { pageAddress } from '../page-address.ts';
import { pageFromHtml } from './read-page.ts';

/** Links that other crawlers were reported to resolve wrongly. */
async function linksOf(html: string, at: string): Promise<string[]> {
  const url = new URL(at);
  const request = { url, includeSelectors: [], excludeSelectors: [], headers: {}, fresh: true };
  const page = await pageFromHtml(`<p>Text</p>${html}`, { finalUrl: url, robotsTags: [] }, request);
  return page.links.map(({ href }) => href);
}

test.each<[string, string, string]>([
  ['<a href="impressum.html">', 'https://a.test/start.html', 'https://a.test/impressum.html'],
  [
    '<a href="../docker-deployment">',
    'https://a.test/core/quickstart/',
    'https://a.test/core/docker-deployment',
  ],
  [
    '<a href="pdf/All Information.pdf">',
    'https://a.test/curriculum.php',
    'https://a.test/pdf/All%20Information.pdf',
  ],
  [
    '<base href="http://xyz.test"><a href="abc.pdf">',
    'http://xyz.test/hello/world',
    'http://xyz.test/abc.pdf',
  ],
  ['<a fØo="bar" href="test3.html">', 'https://a.test/', 'https://a.test/test3.html'],
  ['<a href="?page=2">', 'https://a.test/list?page=1', 'https://a.test/list?page=2'],
  ['<a href="//b.test/x">', 'https://a.test/', 'https://b.test/x'],
  ['<a href=" \n/spaced\t">', 'https://a.test/', 'https://a.test/spaced'],
  ['<a href="/a&amp;b?x=1&amp;y=2">', 'https://a.test/', 'https://a.test/a&b?x=1&y=2'],
  ['<a href="HTTPS://A.TEST/Upper">', 'https://a.test/', 'https://a.test/Upper'],
  ['<a href="/a\\b">', 'https://a.test/', 'https://a.test/a/b'],
  ['<a href=/unquoted>x</a>', 'https://a.test/', 'https://a.test/unquoted'],
  ["<a href='/single'>x</a>", 'https://a.test/', 'https://a.test/single'],
  ['<map><area href="/area"></map>', 'https://a.test/', 'https://a.test/area'],
])('%s at %s leads to %s', async (html, at, to) => {
  expect(await linksOf(html, at)).toEqual([to]);
});

test.each<[string, string]>([
  ['https://a.test', 'https://a.test/'],
  ['https://a.test:/x', 'https://a.test/x'],
  ['https://a.test/#maincontent', 'https://a.test/'],
  ['https://a.test/?', 'https://a.test/?'],
  ['https://A.test/b/../c', 'https://a.test/c'],
])('%s is the page %s', (address, page) => {
  expect(pageAddress(address)?.href).toBe(page);
});
