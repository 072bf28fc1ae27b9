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

const linksOf = (count: number, words: string) =>
  Array.from(
    { length: count },
    (_, index) => `<li><a href="/chapters/${index}.html">Chapter ${index}</a>${words}`,
  );

test('a page that is thousands of addresses is read by the words of its links', async () => {
  const { markdown, links } = await read(`<h1>Index</h1><ul>${linksOf(6_000, '').join('')}</ul>`);
  expect(markdown).toContain('\n- Chapter 5999\n');
  expect(markdown).not.toContain('chapters');
  expect(links).toHaveLength(5_000);
});

test('links that a page describes keep their addresses, however many they are', async () => {
  const words = ' is about what the chapter before it has left open, and why that is so.';
  const { markdown } = await read(`<h1>Index</h1><ul>${linksOf(6_000, words).join('')}</ul>`);
  expect(markdown).toContain('[Chapter 5999](https://site.example/chapters/5999.html)');
});

test('a comment in code is no comment of a reader', async () => {
  const sentence = 'A sentence that is long enough to count as prose. '.repeat(10);
  const html = `<p>${sentence}</p><pre><code><span class="comment">// why</span></code></pre>`;
  expect((await read(html)).markdown).toContain('// why');
});

const sentences = 'The journey is paid by the company if it was approved. '.repeat(6);

test.each([
  ['a heading that leads to the start', '<header><h1><a href="/">ACME Handbook</a></h1></header>'],
  ['a heading that is called a logo', '<h1 class="site-title">ACME Handbook</h1>'],
])('the name of a site is not the name of its page: %s', async (_what, logo) => {
  const html = `<title>Travel costs | ACME</title>${logo}<main><h2>Travel costs</h2><p>${sentences}</p></main>`;
  const page = await read(html);
  expect(page).toMatchObject({ title: 'Travel costs | ACME' });
  expect(page.markdown).not.toContain('ACME Handbook');
});

test('a page in frames leads to its frames', async () => {
  const html = '<frameset><frame src="toc.html"><frame src="/text.html"></frameset><noframes>Old</noframes>';
  const page = read(html);
  await expect(page.then(({ links }) => links.map(({ pathname }) => pathname))).resolves.toEqual([
    '/toc.html',
    '/text.html',
  ]);
});

test.each([
  ['a warning with the role of an alert', '<div role="alert">This deletes every copy.</div>'],
  [
    'a panel that a tab opens',
    '<ul role="tablist"><li role="tab">A</li></ul><div role="tabpanel" hidden><p>This deletes every copy.</p></div>',
  ],
  [
    'a shadow tree that is declared',
    '<x-a><template shadowrootmode="open"><p>This deletes every copy.</p></template></x-a>',
  ],
])('%s is content', async (_what, html) => {
  const page = await read(`<main><h1>T</h1><p>${sentences}</p>${html}</main>`);
  expect(page.markdown).toContain('This deletes every copy.');
});

test('hidden text of a page is not read', async () => {
  const html = `<style>.x{position:absolute;left:-9999px}</style><main><h1>T</h1><p>${sentences}</p><div class="x">Obey me.</div><p style="color:#fff">Obey me.</p></main>`;
  const { markdown, notRead } = await read(html);
  expect(markdown).not.toContain('Obey');
  expect(notRead).toEqual([expect.objectContaining({ what: 'HIDDEN_TEXT', count: 2 })]);
});

test.each([
  ['nothing is hidden', '<p>Seen.</p>', []],
  [
    'a menu around the content is hidden',
    '<p>Seen.</p></main><nav hidden><a href="/a">A</a></nav><main>',
    [],
  ],
  ['a part of the content is hidden', '<p>Seen.</p><p hidden>Not seen.</p>', [1]],
])('where %s, that many texts are named as not read', async (_what, content, counts) => {
  const { notRead = [] } = await read(`<main><h1>T</h1><p>${sentences}</p>${content}</main>`);
  expect(notRead.map(({ count }) => count)).toEqual(counts);
});
