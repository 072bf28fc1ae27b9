import { expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';

const convert = (html: string) => markdownOf('page.html', html);
const listOf = (count: number, words = '') =>
  Array.from(
    { length: count },
    (_, index) => `<li><a href="https://site.example/chapters/${index}.html">Chapter ${index}</a>${words}`,
  ).join('');

test('a file that is thousands of addresses is read by the words of its links', async () => {
  const markdown = await convert(`<h1>Index</h1><ul>${listOf(6_000)}</ul>`);
  expect(markdown).toContain('\n- Chapter 5999\n');
  expect(markdown).not.toContain('site.example');
});

test.each([
  ['few links', listOf(100)],
  ['described links', listOf(6_000, ' is about what the chapter before it has left open, and why.')],
])('%s keep their addresses', async (_what, list) => {
  await expect(convert(`<h1>Index</h1><ul>${list}</ul>`)).resolves.toContain(
    '[Chapter 99](https://site.example/chapters/99.html)',
  );
});
