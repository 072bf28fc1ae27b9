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

test('lists keep their depth, and the children of toggles are no code', () => {
  expect(plainMarkdown('<details>\n<summary>More</summary>\n\tInside\n</details>\n- a\n\t- b')).toBe(
    '**More**\nInside\n\n- a\n    - b',
  );
});
