import { expect, test } from '@jest/globals';
import { plainMarkdown } from './enhanced-markdown.ts';

test('a table is written with bars, its own bars escaped', () => {
  const enhanced =
    '<table header-row="true">\n<tr>\n<td>Name</td>\n<td>Price</td>\n</tr>\n<tr>\n<td>a|b</td>\n<td>1</td>\n</tr>\n</table>';
  expect(plainMarkdown(enhanced)).toBe('| Name | Price |\n| --- | --- |\n| a\\|b | 1 |');
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
