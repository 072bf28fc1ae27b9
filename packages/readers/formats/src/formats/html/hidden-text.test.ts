import { describe, expect, test } from '@jest/globals';
import { convertLocated, markdownOf } from '../../../test/convert.fixture.ts';

const convert = (html: string) => markdownOf('page.html', html);
const around = (html: string, head = '') =>
  `<html><head>${head}</head><body><p>Before it.</p>${html}<p>After it.</p></body></html>`;

describe('text that is not seen is left out', () => {
  test.each([
    ['white letters on a white page', '<p style="color:#fff">hidden</p>'],
    ['letters of almost the color of the page', '<p style="color: rgb(254, 254, 254)">hidden</p>'],
    ['letters of the color of their box', '<div style="background:#003366;color:#036">hidden</div>'],
    ['transparent letters', '<p style="color:rgba(0,0,0,0)">hidden</p>'],
    ['letters of an old <font>', '<font color="white">hidden</font>'],
    [
      'letters in a cell of their color',
      '<table bgcolor="black"><tr><td><font color="#000000">hidden</font></table>',
    ],
    ['letters without a size', '<span style="font-size:0">hidden <b>too</b></span>'],
    ['letters of one pixel', '<span style="font-size: 1px">hidden</span>'],
    ['a box far to the left', '<div style="position:absolute;left:-9999px">hidden</div>'],
    ['a box far above', '<div style="position:fixed; top: -5000px">hidden</div>'],
    ['an indent far to the left', '<div style="text-indent:-9999px">hidden</div>'],
    ['a box that is clipped', '<div style="position:absolute;clip:rect(0,0,0,0)">hidden</div>'],
    ['a box that is clipped to nothing', '<div style="clip-path:inset(100%)">hidden</div>'],
    ['a box without a height', '<div style="height:0;overflow:hidden">hidden</div>'],
    [
      'a box that may not grow',
      '<div style="display:flex"><div style="flex:1;max-width:1px;overflow:hidden">hidden</div></div>',
    ],
    ['a part for which there is no placeholder', '<div hidden id="S:0">hidden</div>'],
    [
      'text for visitors without scripts, beside which there is another',
      `<noscript>${'hidden '.repeat(200)}</noscript><p hidden>${'x '.repeat(400)}</p>`,
    ],
    ['a box that is not opaque', '<div style="opacity:0">hidden</div>'],
    ['a box without a scale', '<div style="transform:scale(0)">hidden</div>'],
    ['an invisible box', '<div style="visibility: hidden">hidden</div>'],
    [
      'letters without a size in a panel that is opened',
      '<div role="tabpanel" style="visibility:hidden;font-size:0">hidden</div>',
    ],
    ['a box that is not displayed', '<div style="color:red; DISPLAY : NONE !important">hidden</div>'],
    ['a hidden box', '<div hidden>hidden</div>'],
    ['the preview line of a mail', '<div style="mso-hide:all;max-height:0;overflow:hidden">hidden</div>'],
    ['what is for browsers without scripts', '<noscript><p>hidden</p></noscript>'],
    [
      'a picture and a rule in a hidden box',
      '<div style="visibility:hidden"><img alt="hidden" src="a.png"><hr></div>',
    ],
  ])('%s', async (_what, html) => {
    await expect(convert(around(html))).resolves.toBe('Before it.\n\nAfter it.\n');
  });

  test.each([
    ['a class', '.note { display: none }', '<div class="note">hidden</div>'],
    ['an id', '#secret{visibility:hidden}', '<div id="secret">hidden</div>'],
    [
      'an element within another',
      'aside > p.small{font-size:0}',
      '<section><aside><p class="small">hidden</p></aside></section>',
    ],
    ['a list of selectors', 'h7, .a, .b {opacity:0}', '<div class="b">hidden</div>'],
    ['a rule of the same medium', '@media screen{.m{display:none}}', '<div class="m">hidden</div>'],
    ['a rule that weighs more', '#x.n{display:none} .n{display:block}', '<div id="x" class="n">hidden</div>'],
    ['a color', 'body{background:#222} .k{color:#222}', '<div class="k">hidden</div>'],
  ])('what a style sheet of the page hides by %s', async (_what, css, html) => {
    await expect(convert(around(html, `<style>${css}</style>`))).resolves.toBe('Before it.\n\nAfter it.\n');
  });
});

describe('text is kept', () => {
  test.each([
    [
      'within an invisible box that is visible again',
      '<div style="visibility:hidden">hidden<b style="visibility:visible">shown</b></div>',
    ],
    [
      'of letters that have a size again',
      '<div style="font-size:0"><span style="font-size:14px">shown</span></div>',
    ],
    ['of white letters on a dark box', '<div style="background:#003"><b style="color:#fff">shown</b></div>'],
    [
      'of white letters on a picture',
      '<div style="background:url(a.png)"><b style="color:#fff">shown</b></div>',
    ],
    [
      'of a link on white within white letters',
      '<div style="color:white"><a href="https://x.org">shown</a></div>',
    ],
    [
      'of letters that a gradient colors',
      '<div style="color:transparent;background:linear-gradient(red,blue);background-clip:text">shown</div>',
    ],
    ['far down a long page', '<div style="position:absolute;top:12000px">shown</div>'],
    ['of letters of a size that has a name', '<p style="font-size: medium">shown</p>'],
    ['of letters as large as those around', '<div style="font: inherit; font-size:inherit">shown</div>'],
    ['of letters of half a line', '<p style="font-size:0.5em">shown</p>'],
    ['in a box that only cuts off', '<div style="overflow:hidden;height:40px">shown</div>'],
    [
      'in a box that grows from one pixel',
      '<div style="display:flex"><div style="flex:1 0 0;width:1px;overflow:hidden">shown</div></div>',
    ],
    ['that moves in while it appears', '<div style="opacity:0;transform:translateY(30px)">shown</div>'],
    ['of a page that appears as a whole', '<main style="opacity: 0">shown</main>'],
  ])('%s', async (_what, html) => {
    await expect(convert(around(html))).resolves.toMatch(/Before it\.\n\n.*shown.*\n\nAfter it\.\n/);
  });

  test.each([
    ['on paper', '@media print{.x{display:none}}'],
    ['on small screens', '@media (max-width:600px){.x{display:none}}'],
    ['while it is pressed', '.x:active{display:none}'],
    ['by a rule that weighs less', '.x{display:block!important} div.x{display:none}'],
    ['before it, in text that is generated', '.x::before{display:none}'],
  ])('that a style sheet hides %s', async (_what, css) => {
    const html = around('<div class="x">shown</div>', `<style>${css}</style>`);
    await expect(convert(html)).resolves.toBe('Before it.\n\nshown\n\nAfter it.\n');
  });

  test('in white on a page whose style sheets are elsewhere', async () => {
    const html = around('<h2 style="color:#fff">shown</h2>', '<link rel="stylesheet" href="site.css">');
    await expect(convert(html)).resolves.toBe('Before it.\n\n## shown\n\nAfter it.\n');
  });

  test.each([
    ['black on a black page', '<style>.x{margin:0}</style></head><body style="background-color:#000">'],
    [
      'white on a page of white letters',
      '<style>body{color:#fff} .box{background:#fff}</style></head><body>',
    ],
    ['a blue link on a blue page', '<style>body{background:#0000ee}</style></head><body>'],
  ])('of a page whose letters get their color elsewhere: %s', async (_what, head) => {
    const sheet = '<link rel="stylesheet" href="site.css">';
    const html = `<html><head>${sheet}${head}<div class="box"><p>One.</p><a href="https://x.org">two</a></div></body></html>`;
    await expect(convert(html)).resolves.toBe('One.\n\n[two](https://x.org)\n');
  });

  test('of a page whose style sheet is loaded later', async () => {
    const sheet = '<link rel="preload" as="style" href="site.css">';
    const html = `<html><head>${sheet}<style>body{color:#fff}</style></head><body><p>shown</p><p style="color:#00f">too</p></body></html>`;
    await expect(convert(html)).resolves.toBe('shown\n\ntoo\n');
  });

  test('of a page with more rules than are read', async () => {
    const rules = Array.from({ length: 5_001 }, (_, rule) => `.a${rule}{color:red}`).join('');
    const html = `<style>body{color:#fff}${rules}</style><p class="a5000">shown</p><p style="color:#00f">too</p>`;
    await expect(convert(html)).resolves.toBe('shown\n\ntoo\n');
  });

  test.each(['display:none', 'visibility:hidden', 'opacity:0'])(
    'of a whole page that is %s until its scripts have run',
    async (style) => {
      await expect(convert(`<body style="${style}"><h1>Title</h1><p>Text.</p></body>`)).resolves.toBe(
        '# Title\n\nText.\n',
      );
    },
  );

  test('that is seen by its hue', async () => {
    const html = '<style>* { color: yellow } h2 { color: red }</style><h2>Lorem</h2><p>ipsum</p>';
    await expect(convert(html)).resolves.toBe('## Lorem\n\nipsum\n');
  });

  test('of a page of which nothing would be seen', async () => {
    const html =
      '<html><head><title>Yellow</title><style>* { color: #fffffe }</style></head><body><h1>Lorem</h1><p>ipsum</p></body></html>';
    await expect(convert(html)).resolves.toBe('# Lorem\n\nipsum\n');
  });

  test('that is marked as decoration as a whole', async () => {
    const html = '<div aria-hidden="true"><h1>Title</h1><p>All of the text.</p></div><div>FPS: --</div>';
    await expect(convert(html)).resolves.toBe('# Title\n\nAll of the text.\n\nFPS: --\n');
  });
});

describe('text that a control opens is content', () => {
  test.each([
    ['a panel of tabs', '<div role="tabpanel" hidden>shown</div>'],
    [
      'what a control names',
      '<div id="more" style="display:none">shown</div><span aria-controls="more"></span>',
    ],
    [
      'what a link within the page leads to',
      '<a href="#two"></a><div id="two" style="display:none">shown</div>',
    ],
    ['what a button opens', '<span data-bs-target="#c"></span><div id="c" style="display:none">shown</div>'],
    ['what follows a button', '<button class="accordion"></button><div style="display:none">shown</div>'],
    [
      'what follows a heading with a button',
      '<h3><button aria-expanded="false"></button></h3><div hidden>shown</div>',
    ],
    ['a folded part', '<details><summary></summary>shown</details>'],
    ['what can be found within the page', '<div hidden="until-found">shown</div>'],
    ['a part of an accordion', '<div class="accordion"><div style="display:none">shown</div></div>'],
    ['a pane', '<div class="tab-pane fade" style="display:none">shown</div>'],
  ])('%s', async (_what, html) => {
    await expect(convert(around(html))).resolves.toBe('Before it.\n\nshown\n\nAfter it.\n');
  });

  test.each([
    ['a state of its class', '.box{display:none}.box.open{display:block}'],
    ['a box that is checked', '.box{display:none}#c:checked ~ .box{display:block}'],
    ['the target of the address', '.box{display:none}.box:target{display:block}'],
    ['a class of what is around it', '.box{max-height:0;overflow:hidden}.is-open .box{max-height:none}'],
    ['the width of the screen', '.box{display:none}@media (min-width:700px){.box{display:block}}'],
  ])('what a style sheet shows in another state: %s', async (_what, css) => {
    const html = around('<div class="box">shown</div>', `<style>${css}</style>`);
    await expect(convert(html)).resolves.toBe('Before it.\n\nshown\n\nAfter it.\n');
  });
});

test.each([
  [
    'many rules for each of many elements',
    `<style>${'.a .a .a .a{display:block}'.repeat(4_000)}</style>${'<div class="a">x'.repeat(4_000)}`,
  ],
  ['rules within each other', `<style>${'@media screen{'.repeat(20_000)}</style><p>x`],
  ['a style sheet that never ends', `<p>x</p><style>${'.a{color:red;'.repeat(20_000)}`],
  ['long attributes', `<div style="${'color:red;'.repeat(50_000)}" class="${'a '.repeat(50_000)}">x</div>`],
])('a page of %s is read', async (_what, html) => {
  await expect(convert(html)).resolves.toContain('x');
});

test('a document lists how many of its texts are hidden', async () => {
  const content = '<p>shown</p><p style="color:#fff">hidden</p><div hidden>hidden <b>too</b></div>';
  await expect(convertLocated({ name: 'page.html', content })).resolves.toMatchObject({
    markdown: 'shown\n',
    notRead: [{ what: 'HIDDEN_TEXT', where: null, count: 3 }],
  });
});

test('letters that are never drawn are left out', async () => {
  const tags = Array.from('obey', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
  await expect(convert(`<p>a${tags}b</p>`)).resolves.toBe('ab\n');
  await expect(markdownOf('a.txt', `a${tags}b`)).resolves.toBe('ab');
});
