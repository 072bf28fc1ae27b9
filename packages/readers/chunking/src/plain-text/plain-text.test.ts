import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createPlainTextWriter } from '../index.ts';

function plainText(markdown: string, cut = markdown.length): string {
  const writer = createPlainTextWriter();
  return writer.push(markdown.slice(0, cut)) + writer.push(markdown.slice(cut)) + writer.end();
}

test.each([
  ['# Title ##\ntext\n', 'Title\ntext\n'],
  ['Title\n=====\n\ntext', 'Title\n\ntext'],
  ['a **bold** and *italic*, ***both***, ~~gone~~ word', 'a bold and italic, both, gone word'],
  ['__bold__ _italic_ snake_case_name 3 * 4 * 5', 'bold italic snake_case_name 3 * 4 * 5'],
  ['*over\ntwo lines*', 'over\ntwo lines'],
  [
    'see [the *manual*](https://a.example/b_(c) "t") or <https://b.example>',
    'see the manual or https://b.example',
  ],
  ['![a picture](p.png) [not a link] a[1]', 'a picture [not a link] a[1]'],
  ['code `a*b*` and `` `x` `` and ` lonely', 'code a*b* and `x` and ` lonely'],
  ['1\\. \\*not\\* emphasis &amp; &lt;b&gt; &#65;', '1. *not* emphasis & <b> A'],
  ['a <b>b</b> c<br/> 1 < 2 > 0', 'a b c 1 < 2 > 0'],
  ['```js\nconst a = `*b*`;\n```\nafter', 'const a = `*b*`;\nafter'],
  ['> quoted\n> *text*\n', 'quoted\ntext\n'],
  ['- one\n- *two*\n1. three\n', '- one\n- two\n1. three\n'],
  ['a\n\n---\n\nb', 'a\n\n\nb'],
  ['| a | **b** |\n| --- | :-: |\n| 1 | x \\| y |\n\nend', 'a\tb\n1\tx | y\n\nend'],
  ['plain text stays: 5 > 3, a_b, x*, "quotes"', 'plain text stays: 5 > 3, a_b, x*, "quotes"'],
])('%j is %j', (markdown, expected) => {
  expect(plainText(markdown)).toBe(expected);
});

test('a text without markup is its own plain text, however it is cut into pieces', () => {
  const words = fc.array(fc.stringMatching(/^[A-Za-z0-9 ,.;:?()'"/\n-]{0,20}[a-z]\n?$/), { maxLength: 20 });
  fc.assert(
    fc.property(words, fc.nat(), (parts, cut) => {
      const text = `x${parts.join('')}`.replace(/^[ ]*([-=]+|[-+*>#].*)$/gm, 'x');
      expect(plainText(text, cut)).toBe(plainText(text));
    }),
  );
});

test.each(['*', '`', '[', '_a', '![', '](', '<a ', '`'.repeat(3).concat(' '), '&', '\\'])(
  'a hostile text of %j takes linear time',
  (piece) => {
    const text = piece.repeat(100_000 / piece.length);
    expect(plainText(text).length).toBeLessThanOrEqual(text.length);
  },
);
