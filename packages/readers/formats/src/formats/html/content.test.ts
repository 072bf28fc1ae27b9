import { describe, expect, test } from '@jest/globals';
import { convertFile } from '../../../test/convert.fixture.ts';

const convert = async (content: string, htmlContent: 'MAIN' | 'WHOLE' = 'MAIN') =>
  (await convertFile({ name: 'page.html', content, htmlContent })).markdown;

const sentence = 'The harbor opened in 1887 and was deepened twice before the railway came to the town. ';
const paragraphs = (count: number) => `<p>${sentence.repeat(3)}</p>`.repeat(count);
const links = (count: number, words: string) =>
  Array.from({ length: count }, (_, index) => `<li><a href="/${index}">${words} ${index}</a></li>`).join('');
const menu = `<div id="top"><ul>${links(8, 'Section')}</ul></div>`;
const related = `<div class="related"><h3>Related articles</h3><ul>${links(5, 'Another story')}</ul></div>`;
const article = (content: string) => `<article><h1>The harbor</h1>${content}</article>`;
const page = (content: string) => `<html><head><title>Site</title></head><body>${content}</body></html>`;

describe('an uploaded page is reduced to its content', () => {
  const html = page(`${menu}${article(paragraphs(4))}${related}`);

  test('without menus and related links', async () => {
    const markdown = await convert(html);
    expect(markdown).toContain('deepened twice');
    expect(markdown).not.toMatch(/Section|Another story/);
  });

  test('unless all of it is asked for', async () => {
    await expect(convert(html, 'WHOLE')).resolves.toMatch(
      /Section 7[\s\S]*deepened twice[\s\S]*Another story 4/,
    );
  });

  test('also where it was saved as one file', async () => {
    const fields =
      'From: <Saved by Blink>\r\nSubject: Saved\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="M"\r\n\r\n';
    const content = `${fields}--M\r\nContent-Type: text/html; charset="utf-8"\r\n\r\n${html}\r\n--M--\r\n`;
    const { markdown } = await convertFile({ name: 'page.mhtml', content });
    expect(markdown).toContain('deepened twice');
    expect(markdown).not.toMatch(/Section|Another story/);
  });
});

describe('the content is found', () => {
  test.each([
    [
      'in a box most of whose text is links to other pages',
      `<div id="container">${article(paragraphs(3))}<div class="teasers">${links(60, 'A long title of another page of this magazine')}</div></div>`,
    ],
    [
      'where all of its sections are called after advertisements',
      article(
        ['a', 'b', 'c']
          .map((id) => `<section id="${id}" class="report report--ads">${paragraphs(1)}</section>`)
          .join(''),
      ),
    ],
    [
      'behind a drawing that was never closed',
      `<svg class="icon"><path d="M0 0"><div>${article(paragraphs(3))}</div>`,
    ],
    [
      'in a header that was never closed',
      `<header role="banner"><p>Site</p><main>${article(paragraphs(3))}</main>`,
    ],
    [
      'beside a longer note on the site',
      `<div class="body"><h1>The harbor</h1><p>${sentence}deepened twice</p><ul>${links(30, 'Another page of it')}</ul></div><div class="foot"><p>${sentence.replace('deepened', 'renewed').repeat(6)}</p></div>`,
    ],
  ])('%s', async (_where, html) => {
    await expect(convert(page(html))).resolves.toContain('deepened twice');
  });

  test('in a head that was never closed', async () => {
    const html = `<html><head><title>Site</title><div>${article(paragraphs(3))}</div></html>`;
    await expect(convert(html)).resolves.toContain('deepened twice');
  });
});

const teasers = (count: number) =>
  Array.from(
    { length: count },
    (_, story) =>
      `<div><h5><a href="/story/${story}">A story of another harbor, number ${story}</a></h5><p>It was built when the railway came, for ships with grain, coal and timber, and is used by fishermen and sailors now.</p></div>`,
  ).join('');

describe('a page is read as its scripts would show it', () => {
  const parts = `<div hidden id="S:1"><p>The second part.</p></div><div hidden id="S:0"><p>The first part.</p><template id="P:1"></template></div>`;

  test('parts that were sent behind it stand in their places', async () => {
    const html = page(
      `<main><h1>The harbor</h1><template id="B:0"></template><p>The end.</p></main>${parts}`,
    );
    await expect(convert(html)).resolves.toBe(
      '# The harbor\n\nThe first part.\n\nThe second part.\n\nThe end.\n',
    );
  });

  test('a part that is sent twice is lost neither time', async () => {
    const sent = ['first', 'second'].map((word) => `<div hidden id="S:0"><p>The ${word} of two.</p></div>`);
    const html = page(`<main><template id="B:0"></template><p>The end.</p>${sent.join('')}</main>`);
    await expect(convert(html)).resolves.toMatch(/The first of two\.\n\nThe end\.\n\nThe second of two\./);
  });

  test('they are read whole as well', async () => {
    const html = page(`<template id="B:0"></template>${parts}`);
    await expect(convert(html, 'WHOLE')).resolves.toMatch(/The second part\.[\s\S]*The first part\./);
  });

  test('Marko puts its parts where a placeholder names them', async () => {
    const html = page(
      `<h1>The harbor</h1><noscript id="afph7"></noscript><p>The end.</p><div id="af7" style="display:none"><p>A part.</p></div>`,
    );
    await expect(convert(html)).resolves.toBe('# The harbor\n\nA part.\n\nThe end.\n');
  });

  test('a page of scripts alone shows what it has for visitors without them', async () => {
    const html = page(`<noscript>${paragraphs(4)}</noscript><div id="app">Loading</div>`);
    await expect(convert(html)).resolves.toContain('deepened twice');
  });

  test('a section that begins and never ends costs nothing', async () => {
    const html = page(`<h1>The harbor</h1> <![CDATA[\n\n<div id="top"></div>${paragraphs(3)}`);
    await expect(convert(html)).resolves.toContain('deepened twice');
    const inSections = page('<p><![CDATA[One]]></p><svg><title><![CDATA[<b>]]></title></svg><p>Two</p>');
    await expect(convert(inSections)).resolves.toMatch(/One[\s\S]*Two/);
  });
});

describe('what surrounds the content is left out', () => {
  const posts = Array.from({ length: 40 }, (_, post) => `<li><p>Reply ${post}: ${sentence}</p></li>`).join(
    '',
  );
  test.each([
    [
      'a sidebar, where comments are longer than the article',
      `<div>${paragraphs(4)}</div><div id="sidebar"><p>A note of the author on his other hobbies.</p></div><ol class="commentlist">${posts}</ol>`,
      /other hobbies|Reply/,
    ],
    [
      'a box that is named, on a page of "widgets"',
      `${`<div class="elementor-widget">${paragraphs(1)}</div>`.repeat(8)}<div class="newsletter"><p>Stay in touch with the harbor.</p></div>`,
      /Stay in touch/,
    ],
    ['teasers in a row', `${paragraphs(8)}<div>${teasers(5)}</div>`, /another harbor/],
    ['teasers between paragraphs', `${paragraphs(4)}${teasers(3)}${paragraphs(4)}`, /another harbor/],
    [
      'a third of a box that is links to other pages',
      `<div>${paragraphs(4)}</div><div><p>Other ports of the coast, and what their ships carry.</p><ul>${links(5, 'Port')}</ul></div>`,
      /Other ports/,
    ],
  ])('%s', async (_what, html, others) => {
    const markdown = await convert(page(`<h1>The harbor</h1>${html}`));
    expect(markdown).toContain('deepened twice');
    expect(markdown).not.toMatch(others);
  });
});

describe('nothing is lost of a page that is no article', () => {
  const rows = Array.from({ length: 20 }, (_, row) => `<tr><td>Part ${row}</td><td>${row * 3} €</td></tr>`);
  const cards = Array.from(
    { length: 9 },
    (_, card) =>
      `<div class="card"><a href="/p/${card}"><h3>Lamp ${card}</h3></a><span>${card}9 €</span></div>`,
  );
  const posts = Array.from(
    { length: 6 },
    (_, post) => `<div class="comment"><b>User ${post}</b><p>Reply ${post}: ${sentence}</p></div>`,
  );
  test.each([
    ['a table', `<table><tr><th>Name<th>Price</tr>${rows.join('')}</table>`, ['Part 0', '57 €']],
    [
      'a list of products',
      `<h1>Lamps</h1><div class="grid">${cards.join('')}</div>`,
      ['Lamp 0', 'Lamp 8', '89 €'],
    ],
    ['a forum', `<h1>How deep is it?</h1><div id="comments">${posts.join('')}</div>`, ['Reply 0', 'Reply 5']],
    [
      'a page of teasers below a long introduction',
      `<h1>Harbors</h1>${paragraphs(7)}<div>${teasers(60)}</div>`,
      ['number 0', 'number 59'],
    ],
    [
      'teasers below the heading that announces them',
      `<h1>Harbors</h1>${paragraphs(8)}<h2>The five deepest</h2><div>${teasers(5)}</div>`,
      ['number 0', 'number 4'],
    ],
    [
      'posts below names that are links',
      `<h1>Depth</h1>${paragraphs(8)}<div>${Array.from({ length: 5 }, (_, post) => `<div><h4><a href="/u/${post}">User ${post}</a></h4><p>Reply ${post} is short.</p></div>`).join('')}</div>`,
      ['Reply 0', 'Reply 4'],
    ],
    [
      'lines of a song',
      `<div class="widget">${Array.from({ length: 40 }, (_, line) => `Line ${line} of the song<br>`).join('')}</div><div>${paragraphs(1)}</div>`,
      ['Line 0', 'Line 39'],
    ],
    ['a short note', '<div class="widget">Closed on Monday.</div>', ['Closed on Monday.']],
    ['a list of links', `<h1>Index</h1><ul>${links(40, 'Chapter')}</ul>`, ['Chapter 0', 'Chapter 39']],
    [
      'a page of a manual',
      `<h1>copy</h1><h2>Related options</h2><p>${sentence}</p><pre>copy --force</pre><h2>See also</h2><ul>${links(3, 'move')}</ul>`,
      ['copy --force', 'Related options', 'See also'],
    ],
    [
      'an invoice',
      '<div class="header"><h2>Invoice 17</h2></div><table><tr><td>Lamp</td><td>30 €</td></tr></table><div class="footer">Pay by May.</div>',
      ['Invoice 17', 'Lamp', 'Pay by May.'],
    ],
    [
      'a page of Confluence',
      `<h1>Runbook</h1><div class="wiki-content"><div class="panel"><div class="panelContent"><p>Do not panic.</p></div></div><div class="table-wrap"><table><tr><th>Host</th><th>Address</th></tr><tr><td>web1</td><td>10.0.0.1</td></tr></table></div><div class="columnLayout"><div class="cell"><div class="innerCell">${paragraphs(3)}</div></div><div class="cell aside"><p>Port 8443.</p></div></div></div>`,
      ['Do not panic.', 'web1', 'Port 8443.'],
    ],
    [
      'a mail above what it answers',
      `<div>Hello Ann,<br>we meet at nine.</div><div class="signature">Bob Miller, 0123-456</div><div class="quote"><blockquote>${sentence.repeat(4)}</blockquote></div>`,
      ['we meet at nine.', 'Bob Miller', 'deepened twice'],
    ],
    [
      'values in boxes beside the prose',
      `<div><div><div>Weight</div><div>12 kg</div></div><div><div>${sentence.repeat(4)}</div></div><div class="contact"><p>Call 0123-456</p></div></div>`,
      ['Weight', '12 kg', 'Call 0123-456'],
    ],
    [
      'a long form',
      `<h1>Application</h1>${paragraphs(6)}<form>${Array.from({ length: 40 }, (_, field) => `<label>Question number ${field} <input type="email"></label>`).join('')}<div>The fee is 30 €.</div></form>`,
      ['Question number 0', 'Question number 39', 'The fee is 30 €.'],
    ],
    [
      'boxes of tabs that are called a row of tabs',
      `<h1>Lamps</h1>${paragraphs(3)}<div role="tablist"><button>Sizes</button><div><p>Tab one. ${sentence.repeat(6)}</p><p>Tab two. ${sentence.repeat(6)}</p></div></div>`,
      ['Tab one.', 'Tab two.'],
    ],
    [
      'a discussion that says what it is',
      `<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script><h1>Depth</h1>${paragraphs(4)}<div id="comments">${posts.join('')}</div>`,
      ['Reply 0', 'Reply 5'],
    ],
    [
      'a discussion whose page has little else than its head and foot',
      `<header><p>${sentence.repeat(3)}</p></header><h1>Depth</h1><p>${sentence.repeat(3)}</p><div id="comments">${posts.join('')}</div><footer><p>${sentence.repeat(4)}</p></footer>`,
      ['Reply 0', 'Reply 5'],
    ],
    [
      'short answers beside the pictures of their authors',
      `<h1>Depth</h1>${paragraphs(8)}<div>${Array.from({ length: 5 }, (_, post) => `<div><p>Answer ${post} is that it is twelve meters deep.</p><a href="/share/${post}">Share this answer with others</a><a href="/u/${post}"><img src="u.png"></a><a href="/u/${post}">Ann</a></div>`).join('')}</div>`,
      ['Answer 0', 'Answer 4'],
    ],
    [
      'an index of stories with a short introduction',
      `<nav>${links(5, 'Section')}</nav><main><h1>Technology</h1><p>All that is new.</p>${Array.from({ length: 4 }, (_, part) => `<section><h2>Part ${part}</h2><ul>${links(9, `Story of part ${part} with a long title, number`)}</ul></section>`).join('')}<div><div>${paragraphs(1)}</div></div></main>`,
      ['Story of part 0', 'Story of part 3', 'All that is new.'],
    ],
    [
      'a page some of whose parts a builder calls widgets',
      `<article><h1>The harbor</h1>${paragraphs(5)}${`<div class="widget">${paragraphs(1)}<p>A widget.</p></div>`.repeat(3)}</article>`,
      ['A widget.'],
    ],
    [
      'a list of links below its heading',
      `<h1>Harbors</h1>${paragraphs(2)}<h2>All of them</h2><ul>${links(9, 'Harbor')}</ul>`,
      ['Harbor 0', 'Harbor 8'],
    ],
  ])('%s', async (_what, html, words) => {
    const markdown = await convert(page(html));
    for (const word of words) expect(markdown).toContain(word);
  });
});
