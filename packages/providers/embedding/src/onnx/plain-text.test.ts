import { expect, test } from '@jest/globals';
import { plainText } from './excerpt.ts';

test.each([
  ['travel policy\n\n# Hotels\n\n## Prices', 'travel policy\n\nHotels\n\nPrices'],
  ['- one\n* two\n1. three\n- [ ] four\n> five', 'one\ntwo\nthree\nfour\nfive'],
  ['| Site | Limit |\n| --- | ---: |\n| Leeds | 80 |', 'Site, Limit\nLeeds, 80'],
  ['┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ 1 │ 2 │', 'a, b\n1, 2'],
  [
    'See **the** [handbook](https://a.example/b "title") and ![a plan](p.png).',
    'See the handbook and a plan.',
  ],
  ['```sh\nnpm run `build`\n```', 'npm run build'],
  ['1\\. A\\_B costs 5 \\* 3', '1. A_B costs 5 * 3'],
  [
    'C# and C++ are languages; #1 is a number, -5 °C cold',
    'C# and C++ are languages; #1 is a number, -5 °C cold',
  ],
  ['a\n\n---\n\nb', 'a\n\nb'],
  ['***', ''],
])('%j reads %j', (markdown, plain) => {
  expect(plainText(markdown)).toBe(plain);
});
