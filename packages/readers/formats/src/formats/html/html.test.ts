import { describe, expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';

const convert = (html: string) => markdownOf('page.html', html);

describe('text', () => {
  test.each([
    ['white space as browsers do', '<p>  a\n   b <b> c </b>d  </p>', 'a b **c** d'],
    ['words apart that blocks separate', '<div>a<div>b</div>c</div>', 'a\n\nb\n\nc'],
    ['words together that inline elements do not separate', '<p>un<em>believ</em>able</p>', 'un*believ*able'],
    ['entities', '<p>caf&eacute; &amp; &#x1F600; 1&nbsp;kg &lt;b&gt;</p>', 'café & 😀 1 kg \\<b>'],
    ['words whole that could be hyphenated', '<p>Donau&shy;dampf<wbr>schiff</p>', 'Donaudampfschiff'],
    ['lines', '<p>Street 1<br>12345 Town</p>', 'Street 1  \n12345 Town'],
    ['two line breaks as a paragraph', '<p>a<br><br/>b</p>', 'a\n\nb'],
    [
      'exponents',
      '<p>10<sup>6</sup> m<sup>2</sup>, 1<sup>st</sup>, CO<sub>2</sub></p>',
      '10^6 m^2, 1st, CO2',
    ],
    ['quotations', '<p>He said <q>no</q>.</p>', 'He said “no”.'],
  ])('keeps %s', async (_what, html, markdown) => {
    await expect(convert(html)).resolves.toBe(`${markdown}\n`);
  });
});

describe('emphasis, links and images', () => {
  test.each([
    ['<p><strong>a</strong> <i>b</i> <del>c</del></p>', '**a** *b* ~~c~~'],
    ['<p><b>a</b><strong>b</strong></p>', '**ab**'],
    ['<p><b>a <strong>b</strong></b></p>', '**a b**'],
    ['<p><b> </b>a<b></b></p>', 'a'],
    ['<b><p>a</p><p>b</p></b>', '**a**\n\n**b**'],
    ['<p><a href="/guide?a=1&amp;b=2">The <b>guide</b></a></p>', '[The **guide**](/guide?a=1&b=2)'],
    ['<p><a href="https://x.org/a (b)">x</a></p>', '[x](https://x.org/a%20%28b%29)'],
    ['<p><a href="#top">Up</a> <a href="javascript:alert(1)">Go</a></p>', 'Up Go'],
    ['<a href="/card"><h3>Card</h3><p>More</p></a>', '### [Card](/card)\n\nMore'],
    ['<p><a href="/x">a<a href="/y">b</a></p>', '[a](/x)[b](/y)'],
    ['<p><img src="plan.png" alt="Floor  plan"></p>', '![Floor plan](plan.png)'],
    ['<p><img src="data:image/png;base64,AAAA" alt="Logo"><img src="pixel.gif" alt=""></p>', 'Logo'],
  ])('%s', async (html, markdown) => {
    await expect(convert(html)).resolves.toBe(`${markdown}\n`);
  });
});

describe('escapes only what would be markup', () => {
  test.each([
    ['snake_case and 2 * 3 and [1]', 'snake_case and 2 * 3 and [1]'],
    ['*a* and _b_ and `c`', '\\*a\\* and \\_b\\_ and \\`c\\`'],
    ['C:\\dir\\!x', 'C:\\dir\\\\!x'],
    ['[a](b)', '[a\\](b)'],
    ['1. a', '1\\. a'],
    ['- a', '\\- a'],
    ['# a', '\\# a'],
    ['#hashtag -5 1.5', '#hashtag -5 1.5'],
    ['---', '\\---'],
    ['&gt; a &gt; b', '\\> a > b'],
    ['&amp;copy; AT&amp;T', '\\&copy; AT&T'],
    ['~~a~~ ~5', '\\~\\~a\\~\\~ ~5'],
  ])('%s', async (text, markdown) => {
    await expect(convert(`<p>${text}</p>`)).resolves.toBe(`${markdown}\n`);
  });
});

describe('headings and title', () => {
  test.each([
    ['<h1>A</h1><h2>B <em>c</em></h2><h6>D</h6>', '# A\n\n## B *c*\n\n###### D'],
    ['<title>The &amp; title</title><p>x</p>', '# The & title\n\nx'],
    ['<title>Site</title><h1>Page</h1>', '# Page'],
    ['<h2>C#</h2><h2>No #</h2>', '## C#\n\n## No \\#'],
    ['<h2>a<br>b<div>c</div></h2>', '## a b c'],
    ['<h2></h2><p>x', 'x'],
  ])('%s', async (html, markdown) => {
    await expect(convert(html)).resolves.toBe(`${markdown}\n`);
  });
});

test.each([
  [
    '東京支社の有給',
    '<ruby>東<rt>とう</rt>京<rp>(</rp><rt>きょう</rt><rp>)</rp></ruby>支社の<ruby>有<rt>ゆう</rt></ruby><ruby>給<rt>きゅう</rt></ruby>',
  ],
  ['振り込み', '<ruby>振<rt>ふ</rt></ruby>り<ruby>込<rt>こ</rt></ruby>み'],
  ['漢字', '<ruby><rb>漢</rb><rb>字</rb><rtc><rt>かん</rt><rt>じ</rt></rtc></ruby>'],
  ['WHO (World Health Organization) rules', '<ruby>WHO<rt>World Health Organization</rt></ruby> rules'],
])('how characters sound does not part a word: %s', async (markdown, html) => {
  await expect(convert(`<p>${html}</p>`)).resolves.toBe(`${markdown}\n`);
});

test.each([
  [
    'a declarative shadow tree is read',
    '<x-card><template shadowrootmode="open"><p>a</p><slot></slot></template><p>b</p></x-card>',
  ],
  [
    'an element of XHTML closes itself',
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><script src="a.js"/></head><p>a</p><div/><p>b</p></html>',
  ],
])('%s', async (_fact, html) => {
  await expect(convert(html)).resolves.toBe('a\n\nb\n');
});

test.each([
  ['<img src="data:image/gif;base64,R0" data-src="/real.png" alt="Plan">', '![Plan](/real.png)'],
  ['<img src="blank.gif" data-original="https://x.org/a.png" alt="Plan">', '![Plan](https://x.org/a.png)'],
])('a picture that is loaded later leads to itself: %s', async (html, markdown) => {
  await expect(convert(`<p>${html}</p>`)).resolves.toBe(`${markdown}\n`);
});

test.each([
  [
    'text behind a block within it',
    '<div>shares at $<div style="display:inline"><span>5.22</span></div> per share</div>',
    'shares at $\n\n5.22\n\nper share',
  ],
  ['text without an element', '<html><body>\nbody\n<p>p 1 <br>\np 2</p>', 'body\n\np 1  \np 2'],
  [
    'lines of preformatted text with marks',
    '<pre><b>A</b> = Y<br><b>B</b> = 1<br></pre>',
    '```\nA = Y\nB = 1\n```',
  ],
  ['text after the end of a table that never began', '</td></tr></table>x', 'x'],
])('%s is read', async (_what, html, markdown) => {
  await expect(convert(html)).resolves.toBe(`${markdown}\n`);
});

describe('lists and quotes', () => {
  test.each([
    ['<ul><li>a<li>b<ul><li>c<ol><li>d</ol></ul></ul><p>e', '- a\n- b\n  - c\n    1. d\n\ne'],
    ['<ol start=9><li>a<li>b</ol>', '9. a\n10. b'],
    ['<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\n  b\n- c'],
    ['<ul><li></li><li>a</li></ul>', '- a'],
    ['<ol><li>a</li><ol><li>b</li><li>c</li></ol><li>d</li></ol>', '1. a\n   1. b\n   2. c\n2. d'],
    ['<ul><li><input type=checkbox checked> a<li><input type="checkbox">b</ul>', '- [x] a\n- [ ] b'],
    [
      '<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote><blockquote>d</blockquote>',
      '> a\n>\n> b\n>\n> > c\n\n> d',
    ],
    ['<dl><dt>A<dt>B<dd>x<dd><p>y<p>z</dl>', 'A  \nB\n: x\n: y\n\n  z'],
    ['<ul><li>a<pre>b\n\nc</pre></ul>', '- a\n\n  ```\n  b\n\n  c\n  ```'],
  ])('%s', async (html, markdown) => {
    await expect(convert(html)).resolves.toBe(`${markdown}\n`);
  });
});

describe('code', () => {
  test.each([
    ['<p>Run <code>a  *b*</code> or <kbd>Ctrl</kbd></p>', 'Run `a *b*` or `Ctrl`'],
    ['<p><code>`a` &lt;b&gt;</code></p>', '`` `a` <b> ``'],
    [
      '<pre><code class="hljs language-ts">if (a &lt; b) {\n\treturn;\n}\n</code></pre>',
      '```ts\nif (a < b) {\n\treturn;\n}\n```',
    ],
    ['<pre>a ``` b</pre>', '````\na ``` b\n````'],
    ['<pre>a<br>b <b>c</b></pre>', '```\na\nb c\n```'],
    ['<pre><div>a</div><div><span>b</span></div><div>c</div></pre>', '```\na\nb\nc\n```'],
    ['<pre><code><ol><li>a</li><li>b</li></ol></code></pre>', '```\na\nb\n```'],
    [
      '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><pre>a\nb</pre></td></tr></table>',
      '```\na\nb\n```',
    ],
    ['<pre><span class="lineno">1 </span>a\n<span class="lineno">2 </span>b</pre>', '```\na\nb\n```'],
  ])('%s', async (html, markdown) => {
    await expect(convert(html)).resolves.toBe(`${markdown}\n`);
  });
});

describe('tables', () => {
  test.each([
    [
      'the first row is the header where none is marked',
      '<table><tr><td>a<td>b<tr><td>1<td>2|3</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2\\|3 |',
    ],
    [
      'headers of several rows are one, column by column',
      '<table><thead><tr><th rowspan=2>Name<th colspan=2>2024<tr><th>Q1<th>Q2</thead><tr><td>A<td>1<td>2</table>',
      '| Name | 2024 Q1 | 2024 Q2 |\n| --- | --- | --- |\n| A | 1 | 2 |',
    ],
    [
      'a cell over several rows is repeated in each',
      '<table><tr><th>a<th>b<tr><td rowspan=2>x<td>1<tr><td>2</table>',
      '| a | b |\n| --- | --- |\n| x | 1 |\n| x | 2 |',
    ],
    [
      'a cell over several columns keeps the others in place',
      '<table><tr><th>a<th>b<th>c<tr><td colspan=2>x<td>y</table>',
      '| a | b | c |\n| --- | --- | --- |\n| x |  | y |',
    ],
    [
      'blocks in a cell become one line, and the caption stands above',
      '<table><caption>Cap</caption><tr><th>a<th>b<tr><td><p>x<p>y<td><ul><li>1<li>2</ul></table>',
      'Cap\n\n| a | b |\n| --- | --- |\n| x y | - 1<br>- 2 |',
    ],
    [
      'lists in a cell keep their depth, and a single item is a text',
      '<table><tr><td><ul><li>only</ul><td>a<ol start=2><li>b<ul><li>c<li>d</ul><li>e</ol>f</table>',
      '| only | a<br>2. b<br>   - c<br>   - d<br>3. e<br>f |\n| --- | --- |',
    ],
    [
      'what stands in the only column of a table stays apart',
      '<table><tr><td><p>a</p><ul><li>b<li>c<ol><li>d<li>e</ol></ul><p>f</p></table>',
      'a\n\n- b\n- c\n  1. d\n  2. e\n\nf',
    ],
    [
      'a table that holds tables only places them',
      '<table><tr><td>Menu</td><td><table><tr><th>k<th>v<tr><td>1<td>2</table></td></tr></table>',
      'Menu\n\n| k | v |\n| --- | --- |\n| 1 | 2 |',
    ],
    ['a table of one column is no table', '<table><tr><td>a<tr><td>b</table>', 'a\n\nb'],
    ['a table for presentation is no table', '<table role=presentation><tr><td>a<td>b</table>', 'a\n\nb'],
    [
      'code of several lines in cells keeps rows and columns',
      '<table><tr><th>Name<th>Use<tr><td>a<td>So:<pre>x |\n\n  y</pre>then<tr><td>b<td><ul><li>one<pre>p\nq</pre><li>two</ul></table>',
      '| Name | Use |\n| --- | --- |\n| a | So:<br>`x \\|`<br><br>`  y`<br>then |\n| b | - one<br>`p`<br>`q`<br>- two |',
    ],
    [
      'code of several lines in the only column of a table stays code',
      '<table><tr><td>a<tr><td><pre class="language-ts">a\nb</pre></table>',
      'a\n\n```ts\na\nb\n```',
    ],
    [
      'code of several lines in the only row of a table stays code',
      '<table><tr><td>1<td><pre>a\nb</pre></table>',
      '1\n\n```\na\nb\n```',
    ],
  ])('%s', async (_fact, html, markdown) => {
    await expect(convert(html)).resolves.toBe(`${markdown}\n`);
  });
});

describe('leaves out what is not the document', () => {
  test.each([
    '<script>let x = "<p>";</script>',
    '<style>p { color: red }</style>',
    '<!-- comment <p>no</p> -->',
    '<nav><ul><li>Home</ul></nav>',
    '<footer>© Company</footer>',
    '<div role="navigation">Home</div>',
    '<div hidden>secret <b>text</b></div>',
    '<span aria-hidden="true">¶</span>',
    '<div style="color:red; display: none">x<h1>y</h1></div>',
    '<template><p>x</p></template>',
    '<svg><title>Icon</title><text>x</text></svg>',
    '<select><option>DE<option>FR</select>',
    '<button>Copy</button>',
  ])('%s', async (html) => {
    await expect(convert(`<p>before</p>${html}<p>after</p>`)).resolves.toBe('before\n\nafter\n');
  });

  test.each([
    ['the footer of an article', '<article>a<footer>Ada, 2026</footer></article>', 'a\n\nAda, 2026\n'],
    [
      'the question in the button of a folded answer',
      '<h3><button>Why?</button></h3><div>So.</div>',
      '### Why?\n\nSo.\n',
    ],
    ['content after navigation that was never closed', '<nav><a href=/>Home</a><main>x</main>', 'x\n'],
  ])('but keeps %s', async (_what, html, markdown) => {
    await expect(convert(html)).resolves.toBe(markdown);
  });
});

test.each(['title', 'style', 'script', 'a'])('a <%s/> in a drawing ends there', async (name) => {
  const svg = `<svg><${name}/><path d="M0 0"/></svg>`;
  await expect(convert(`<p>Before ${svg} it.</p><p>After.</p>`)).resolves.toBe('Before it.\n\nAfter.\n');
});

test('a closing tag in a cell does not end what is around the table', async () => {
  const html = '<ul><li>a<table><tr><td>x</li></div></p><td>y<tr><td>1<td>2</table></li></ul>';
  await expect(convert(html)).resolves.toBe('- a\n\n  | x | y |\n  | --- | --- |\n  | 1 | 2 |\n');
});

test.each(['div', 'ul><li', 'blockquote', 'table><tr><td', 'b', 'dl><dd', 'svg><g'])(
  'a hundred thousand <%s> within each other are read',
  async (tags) => {
    const markdown = await convert(`<p>before</p>${`<${tags}>`.repeat(100_000)}deep`);
    expect(markdown).toContain('before');
    expect(markdown.length).toBeLessThan(10_000);
  },
);

test.each([
  [
    'spans that would make billions of cells',
    `<table>${'<tr><td colspan=1000 rowspan=65000>x<td>y'.repeat(2_000)}`,
  ],
  ['a long address around many blocks', `<a href="/${'u'.repeat(2_000)}">${'<p>x'.repeat(10_000)}`],
  ['lines in deep quotes', `${'<blockquote>'.repeat(1_000)}<pre>${'a\n'.repeat(10_000)}`],
])('%s do not make the text much longer', async (_what, html) => {
  expect((await convert(html)).length).toBeLessThan(html.length * 16);
});

test('a document of more than 20 MB is refused', async () => {
  const html = `<html>${'<p>word'.repeat(3_000_000)}`;
  await expect(convert(html)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE', message: /20 MB/ });
});
