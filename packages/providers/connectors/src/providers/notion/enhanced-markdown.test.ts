import { expect, test } from '@jest/globals';
import { plainMarkdown } from './enhanced-markdown.ts';

test('a table is written with bars, its own bars escaped', () => {
  const enhanced =
    '<table header-row="true">\n<tr>\n<td>Name</td>\n<td>Price</td>\n</tr>\n<tr>\n<td>a|b</td>\n<td>1</td>\n</tr>\n</table>';
  expect(plainMarkdown(enhanced)).toBe('| Name | Price |\n| --- | --- |\n| a\\|b | 1 |');
});

test('the text of a cell has no spaces around it', () => {
  const enhanced =
    '<table>\n<tr>\n<td> a </td>\n<td>b</td>\n</tr>\n<tr>\n<td>1</td>\n<td> 2</td>\n</tr>\n</table>';
  expect(plainMarkdown(enhanced)).toContain('| a | b |');
  expect(plainMarkdown(enhanced)).toContain('| 1 | 2 |');
});

test('a callout is a quotation', () => {
  const enhanced = '<callout icon="💡" color="blue_bg">\n\tMind the **gap**\n</callout>\nAfter';
  expect(plainMarkdown(enhanced)).toBe('> 💡\n> Mind the **gap**\n\nAfter');
});

test('code is left as it is', () => {
  const code = '```html\n<table><tr><td>x</td></tr></table>\n<callout>\n{color="red"}\n```';
  expect(plainMarkdown(code)).toBe(code);
});

test('mentions, pages and databases keep their names', () => {
  expect(
    plainMarkdown(
      'Ask <mention-user url="u">Ada</mention-user> on <mention-date start="2026-01-02"/>: <page url="https://n.so/1">Plan</page> {color="red"}',
    ),
  ).toBe('Ask @Ada on 2026-01-02: [Plan](https://n.so/1)');
});

test('no address that carries a permission is in a text', () => {
  const signed =
    'https://prod-files-secure.s3.amazonaws.com/a/Plan%20B.png?X-Amz-Security-Token=secret&X-Amz-Expires=3600';
  const text = `![Caption](${signed}) ![](${signed}) [Open](${signed}) <image source="${signed}">Shown</image> <pdf src="${signed}"></pdf>`;
  expect(plainMarkdown(text)).toBe('Caption Plan B.png Open Shown Plan B.png');
  expect(plainMarkdown('![Logo](https://example.com/logo.png)')).toBe(
    '![Logo](https://example.com/logo.png)',
  );
});

test.each([
  'https://a.example/b.pdf?x-amz-signature=secret',
  'https://a.example/b.pdf?size=1&amp;X-Amz-Expires=3600',
  'https://a.example/b.pdf?AWSAccessKeyId=key',
  'https://a.example/b.pdf?Expires=1&signature=secret',
  'https://s3.us-west-2.amazonaws.com/secure.notion-static.com/1/b.pdf',
  'https://prod-files-secure.s3.us-west-2.amazonaws.com/1/b.pdf',
  'https://file.notion.so/f/b.pdf',
])('the address %s carries a permission', (url) => {
  expect(plainMarkdown(`See ${url} here`)).toBe('See b.pdf here');
});

test('mentions of data sources and agents leave their words, also in the cells of a table', () => {
  expect(
    plainMarkdown(
      'See <mention-data-source url="https://n.so/2">Tasks</mention-data-source> by <mention-agent id="1">Helper</mention-agent>',
    ),
  ).toBe('See [Tasks](https://n.so/2) by Helper');
  const table =
    '<table>\n<tr>\n<td><span color="red">Red</span></td>\n<td><mention-user url="u">Ada</mention-user></td>\n</tr>\n</table>';
  expect(plainMarkdown(table)).toBe('| Red | @Ada |\n| --- | --- |');
});

test('lists keep their depth, and the children of toggles are no code', () => {
  expect(plainMarkdown('<details>\n<summary>More</summary>\n\tInside\n</details>\n- a\n\t- b')).toBe(
    '**More**\nInside\n\n- a\n    - b',
  );
});

test.each([
  [
    'parentheses in the name of a file',
    '![Cap](https://prod-files-secure.s3.amazonaws.com/a_(1).png?X-Amz-Signature=secret)',
    'Cap',
  ],
  [
    'a picture that is a link',
    '[![x](https://file.notion.so/f/a.png?Signature=secret)](https://example.com)',
    '[x](https://example.com)',
  ],
  [
    'an address in the text',
    'See https://prod-files-secure.s3.amazonaws.com/a%20b.png?X-Amz-Signature=secret here',
    'See a b.png here',
  ],
  [
    'an address in angle brackets',
    '![](<https://prod-files-secure.s3.amazonaws.com/a b.png?X-Amz-Signature=secret>)',
    'a b.png',
  ],
  [
    'a file in the cell of a table',
    '<table>\n<tr>\n<td>a</td>\n<td><file src="https://file.notion.so/f/x.pdf?Expires=1&Signature=secret"/></td>\n</tr>\n</table>',
    '| a | x.pdf |\n| --- | --- |',
  ],
])('%s: no address that carries a permission is left', (_, enhanced, plain) => {
  expect(plainMarkdown(enhanced)).toBe(plain);
});

test('cells that span columns and rows keep the others in their places', () => {
  const rows = [
    '<td colspan="2">Name</td><td>Price</td>',
    '<td rowspan="2">Fruit</td><td>Apple</td><td>1</td>',
    '<td>Pear</td><td>2</td>',
  ];
  const enhanced = `<table>\n${rows.map((row) => `<tr>\n${row}\n</tr>`).join('\n')}\n</table>`;
  expect(plainMarkdown(enhanced)).toBe(
    '| Name | Name | Price |\n| --- | --- | --- |\n| Fruit | Apple | 1 |\n| Fruit | Pear | 2 |',
  );
});

test.each([
  [
    'bookmarks and embeds are links',
    '<bookmark url="https://a.example">A</bookmark>\n<embed src="https://b.example"/>',
    '[A](https://a.example)\n[https://b.example](https://b.example)',
  ],
  [
    'tabs have their titles',
    '<tab_group>\n\t<tab title="One">\n\t\tText\n\t</tab>\n</tab_group>',
    '**One**\nText',
  ],
  [
    'notes of a meeting have their parts',
    '<meeting-notes>\n\t<summary>\n\tDecided\n\t</summary>\n\t<notes>\n\tText\n\t</notes>\n</meeting-notes>',
    'Decided\n\nText',
  ],
  [
    'synced blocks and columns have what is in them',
    '<synced_block url="u">\n\tShared\n</synced_block>\n<columns>\n\t<column>\n\t\tLeft\n\t</column>\n</columns>',
    'Shared\n\nLeft',
  ],
  [
    'a toggle keeps its emphasis apart',
    '<details>\n<summary>More **now**</summary>\n\tInside\n</details>',
    '**More now**\nInside',
  ],
  ['a formula in a line is one', 'as $`x^2`$ says', 'as $x^2$ says'],
])('%s', (_, enhanced, plain) => {
  expect(plainMarkdown(enhanced)).toBe(plain);
});

const signed = 'https://file.notion.so/f/a%20b.pdf';

test.each([
  [
    '<page url="https://n.so/1">A</page> <page url="https://n.so/2"/>',
    '[A](https://n.so/1) [https://n.so/2](https://n.so/2)',
  ],
  ['<database url="https://n.so/1">A</database>', '[A](https://n.so/1)'],
  ['<data-source url="https://n.so/1">A</data-source>', '[A](https://n.so/1)'],
  ['<mention-page url="https://n.so/1">A</mention-page>', '[A](https://n.so/1)'],
  ['<mention-database url="https://n.so/1">A</mention-database>', '[A](https://n.so/1)'],
  ['<link_preview url="https://n.so/1">A</link_preview>', '[A](https://n.so/1)'],
  ['<page>A</page> <embed/>x', 'A x'],
  ['<mention-user url="u"/>x', 'x'],
  ['<mention-date start="2026-01-01" end="2026-01-02"/>', '2026-01-01 – 2026-01-02'],
  ['<mention-date start="2026-01-01"></mention-date>', '2026-01-01'],
  [`<file src="${signed}"/>`, 'a b.pdf'],
  [`<audio source="${signed}"/>`, 'a b.pdf'],
  [`<video url="${signed}"/>`, 'a b.pdf'],
  [`<pdf src="${signed}" name="Named"/>`, 'Named'],
  [`<pdf src="${signed}" name="Named">Caption</pdf>`, 'Caption'],
  ['<file/>x', 'x'],
  ['<file src="https://a.example/%E0%A4%A.pdf"/>', '%E0%A4%A.pdf'],
  [`[A](<${signed}?x=1>)`, 'A'],
  ['[A](<https://a.example/b c>)', '[A](<https://a.example/b c>)'],
  ['https://a.example/b.pdf?Expires=1&amp;Signature=x', 'b.pdf'],
  ['https://secure.notion-static.com/b.pdf#page', 'b.pdf'],
  ['https://a.example/b?AWSAccessKeyId=1', 'b'],
  ['a<br>b<br/>c', 'a  b  c'],
  ['Text {toggle="true" color="red"}', 'Text'],
  ['Text {kept}', 'Text {kept}'],
  ['<empty-block/>a<unknown url="x"/>', 'a'],
  ['<transcript>\n\tSaid\n</transcript>', 'Said'],
  ['<tab>\n\tText\n</tab>', '****\nText'],
  [
    '<callout>\n\t- a\n\t\t- b\n\t<callout icon="!">\n\tInner\n\t</callout>\n</callout>\n- c\n\t- d',
    '>\n> - a\n> - b\n\n> > !\n> > Inner\n\n- c\n    - d',
  ],
  ['</callout>\ntext', 'text'],
  ['before\n<table>\n<tr>\n<td>a</td>\n<td>b</td>\n</tr>\n</table>', 'before\n\n| a | b |\n| --- | --- |'],
  ['before\n<table>\n<tr>\n<td>a</td>\n<td>b</td>', 'before\n\n| a | b |\n| --- | --- |'],
  ['<table>\n<tr>\n<td>a\n b\nc</td>\n<td>d</td>\n</tr>\n</table>', '| a<br>b<br>c | d |\n| --- | --- |'],
  ['<table>\n<tr>\n<td>a</td>\n<td></td>\n</tr>\n<tr>\n<td>b</td>\n</tr>\n</table>', 'a\n\nb'],
  ['- a\n\t- b\n\t\t- c', '- a\n    - b\n        - c'],
  ['\ta - b\tc', 'a - b\tc'],
  ['Text {color="red"} kept', 'Text {color="red"} kept'],
  ['a\n\n\nb\n\n\nc', 'a\n\nb\n\nc'],
  ['1. a\n\t2. b', '1. a\n    2. b'],
  [`![](https://file.notion.so/f/a'_(1).pdf?Expires=1)`, "a'_(1).pdf"],
  ['a\n\n\n\nb', 'a\n\nb'],
  ['\t\tdeep', 'deep'],
  ['```\n</callout>\n\tx\n```\n\ty', '```\n</callout>\nx\n```\ny'],
  ['<table>\n<tr>\n<td>a\n b</td>\n<td colspan="x">c</td>\n</tr>', '| a<br>b | c |\n| --- | --- |'],
  ['<table>\n<tr>\n<td>a</td>\n</tr>\n<tr>\n<td>b</td>\n</tr>\n</table>\nafter', 'a\n\nb\n\nafter'],
])('%j is %j', (enhanced, plain) => {
  expect(plainMarkdown(enhanced)).toBe(plain);
});

test.each([
  ['<page url="https://n.so/1">A</page>', '[A](https://n.so/1)'],
  ['<mention-user url="u">Ada</mention-user>', '@Ada'],
  ['<mention-date start="2026-01-01"/>', '2026-01-01'],
  ['<mention-agent id="1">Helper</mention-agent>', 'Helper'],
  ['<mention-agent id="1"/>', ''],
  [`<pdf src="${signed}"> Named </pdf>`, 'Named'],
  [`[A](<${signed}?Expires=1>)`, 'A'],
  [`<b>${signed}?Expires=1</b>`, '<b>a b.pdf</b>'],
  ['<span color="red">A</span>', 'A'],
  ['<summary>A</summary>', '**A**'],
  ['<tab title="A">', '**A**'],
  ['</tab>', ''],
  ['$`x^2`$', '$x^2$'],
  ['<br>', '  '],
])('%j is %j wherever in a line it stands', (enhanced, plain) => {
  expect(plainMarkdown(`a ${enhanced} b ${enhanced} c`)).toBe(`a ${plain} b ${plain} c`);
});
