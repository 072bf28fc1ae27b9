import { describe, expect, test } from '@jest/globals';
import { pageFromHtml } from './read-page.ts';

/** Contents that readers and crawlers of others were reported to lose, or to take for another. */
const url = new URL('https://site.example/docs/page');
const request = { url, includeSelectors: [], excludeSelectors: [], headers: {}, fresh: true };
const read = async (html: string) =>
  (await pageFromHtml(html, { finalUrl: url, robotsTags: [] }, request)).markdown;
const sentences = 'The journey is paid by the company if the manager has approved of it in writing. '.repeat(
  6,
);
const prose = `<p>${sentences}</p>`;
const linksTo = (...names: string[]) =>
  names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join('');

describe('links that are what a page says are its content', () => {
  const rows = ['Ann', 'Bob', 'Cyd'].map(
    (name) =>
      `<tr><td><a href="/${name}">${name} Smith</a></td><td><a href="/r/${name}">Report</a></td></tr>`,
  );
  test.each([
    ['a table of links', `<main>${prose}<table>${rows.join('')}</table></main>`, 'Cyd Smith'],
    [
      'a table of links in no main element',
      `<div>${prose}<table>${rows.join('')}</table></div>`,
      'Cyd Smith',
    ],
    [
      'a list of links below a heading',
      `<main>${prose}<h2>Methods</h2><ul>${linksTo('get', 'set', 'remove', 'all')}</ul></main>`,
      '[remove]',
    ],
    [
      'a list of links beside a box of prose',
      `<main><div>${prose}${prose}</div><h2>Methods</h2><div><ul>${linksTo('get', 'set', 'remove')}</ul></div></main>`,
      '[remove]',
    ],
    [
      'files to take',
      `<main>${prose}<ul>${linksTo('a.pdf', 'b.pdf?v=2', 'c.docx', 'd.zip')}</ul></main>`,
      'c.docx',
    ],
    [
      'telephones and addresses',
      `<main>${prose}<ul><li><a href="tel:+491">Sales +49 1</a><li><a href="tel:+492">Support +49 2</a><li><a href="mailto:a@b.example">a@b.example</a></ul></main>`,
      'Support +49 2',
    ],
  ])('%s', async (_what, html, text) => {
    expect(await read(html)).toContain(text);
  });

  test.each([
    [
      'related pages',
      `<main>${prose}<h2>Related articles</h2><ul>${linksTo('one', 'two', 'three')}</ul></main>`,
      'two',
    ],
    [
      'a list without a heading',
      `<main><ul>${linksTo('home', 'products', 'contact')}</ul>${prose}</main>`,
      'products',
    ],
    [
      'a menu in a table',
      `<table><tr><td><a href="/1">home</a></td><td><a href="/2">products</a></td><td><a href="/3">contact</a></td></tr></table><div>${prose}</div>`,
      'products',
    ],
  ])('and %s are not', async (_what, html, text) => {
    expect(await read(html)).not.toContain(text);
  });
});

test('what a page calls its content is read, though something longer stands before it', async () => {
  const html = `<div>${prose}${prose}</div><main><h1>Privacy</h1><p>We keep mail.</p><ul><li>For a year</li></ul></main>`;
  const markdown = await read(html);
  expect(markdown).toContain('We keep mail.');
  expect(markdown).toContain('For a year');
});

test.each([
  '<div id="CybotCookiebotDialog">',
  '<div id="onetrust-consent-sdk">',
  '<div class="cky-consent-container">',
  '<section class="page-cookie cookie-banner">',
])('a request for consent in %s is not the content, though it is longer', async (box) => {
  const html = `<body class="cookie-consent-open">${box}<h2>This site uses cookies</h2>${prose}${prose}</${box.slice(1, 4) === 'div' ? 'div' : 'section'}><div><h1>Fees</h1><p>The fee is 12 euro.</p></div></body>`;
  expect(await read(html)).toBe('# Fees\n\nThe fee is 12 euro.\n');
});

test('a policy on cookies is a content', async () => {
  expect(await read(`<div class="cookie-consent-policy"><h1>Cookies</h1>${prose}</div>`)).toContain(
    'journey',
  );
});

describe('what a script shows by itself is content', () => {
  const fee = '<p>The fee is 12 euro.</p>';
  test.each([
    [
      'an article of WeChat',
      `<div class="rich_media_content" style="visibility: hidden; opacity: 0">${fee}</div>`,
    ],
    ['a section of Webflow', `<div data-w-id="1" style="opacity:0">${fee}</div>`],
    ['a block of WOW', `<style>.wow{visibility:hidden}</style><div class="wow fadeIn">${fee}</div>`],
    [
      'a block of Elementor',
      `<style>.elementor-invisible{visibility:hidden}</style><div class="elementor-element elementor-invisible">${fee}</div>`,
    ],
    ['an application of Vue', `<style>[v-cloak]{display:none}</style><div v-cloak>${fee}</div>`],
  ])('%s', async (_what, html) => {
    expect(await read(`<main><h1>Fees</h1>${prose}${html}</main>`)).toContain('The fee is 12 euro.');
  });

  test('and what is moved off the screen under such a name is not', async () => {
    const html = `<div class="wow" style="position:absolute;left:-9999px">${fee}</div>`;
    expect(await read(`<main><h1>Fees</h1>${prose}${html}</main>`)).not.toContain('12 euro');
  });
});

test.each([
  ['a sign that leads to the heading', '<h2>zip<a class="headerlink" href="#zip">¶</a></h2>', '## zip\n'],
  [
    'a link that opens an editor',
    '<h2>History</h2><span class="mw-editsection">[<a href="/edit">edit</a>]</span><p>Old.</p>',
    '## History\n\nOld.',
  ],
  [
    'cells of a table that styles draw',
    '<div role="row"><span role="cell">Basic</span><span role="cell">12</span></div>',
    'Basic 12',
  ],
  ['labels in a row', '<div><label>npm</label><label>yarn</label></div>', 'npm yarn'],
])('%s is not read as text', async (_what, html, markdown) => {
  expect(await read(`<main><h1>T</h1>${prose}${html}<p>End.</p></main>`)).toContain(markdown);
});

test('a page in a page is where it leads', async () => {
  const html = `<p>${sentences}</p><iframe src="/inner.html"></iframe>`;
  const page = await pageFromHtml(html, { finalUrl: url, robotsTags: [] }, request);
  expect(page.links.map(({ pathname }) => pathname)).toEqual(['/inner.html']);
});
