import { describe, expect, test } from '@jest/globals';
import { pageFromHtml } from './read-page.ts';

const url = new URL('https://site.example/page');
const plain = { url, includeSelectors: [], excludeSelectors: [], headers: {}, fresh: true };
const read = (html: string, selectors: { includeSelectors?: string[]; excludeSelectors?: string[] } = {}) =>
  pageFromHtml(html, { finalUrl: url, robotsTags: [] }, { ...plain, ...selectors });

describe('hostile pages end', () => {
  test.each([
    ['elements in elements', `<p>text</p>${'<div class="ad"><b>'.repeat(150_000)}`],
    ['links in a row', `<p>text</p>${'<a href="/a">b</a>'.repeat(150_000)}`],
    ['mains in mains', `${'<main>'.repeat(20_000)}text${'<main>a</main>'.repeat(20_000)}`],
    ['attributes in a row', `<p ${'a="b" '.repeat(300_000)}>text`],
  ])('%s', async (_what, html) => {
    expect((await read(html)).markdown).toContain('text');
  });

  test('selectors that compare every element with every other are refused', async () => {
    const html = '<p>a</p>'.repeat(30_000);
    await expect(read(html, { includeSelectors: ['p ~ i ~ p, b ~ p'] })).rejects.toMatchObject({
      code: 'PAGE_TOO_LARGE',
    });
  });
});

test('what is selected is content wherever it stands, once', async () => {
  const html = '<nav class="toc"><p>Contents</p></nav><div class="a"><div class="a"><p>Text</p></div></div>';
  expect((await read(html, { includeSelectors: ['.toc', '.a'] })).markdown).toBe('Contents\n\nText\n');
});

test('a page of links alone keeps them', async () => {
  const links = Array.from({ length: 20 }, (_, index) => `<li><a href="/${index}">Chapter ${index}</a>`);
  expect((await read(`<h1>Index</h1><ul>${links.join('')}</ul>`)).markdown).toContain('[Chapter 19]');
});

test('a comment in code is no comment of a reader', async () => {
  const sentence = 'A sentence that is long enough to count as prose. '.repeat(10);
  const html = `<p>${sentence}</p><pre><code><span class="comment">// why</span></code></pre>`;
  expect((await read(html)).markdown).toContain('// why');
});
