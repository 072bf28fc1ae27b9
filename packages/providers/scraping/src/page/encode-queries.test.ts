import { expect, test } from '@jest/globals';
import { readFacts } from './page-facts.ts';
import { readTree } from './read-page.ts';

/** `дом`, `家` and `Bürger` as their encodings write them. */
const links: readonly [string, readonly number[], string][] = [
  ['windows-1251', [0xe4, 0xee, 0xec], '/%D0%B4%D0%BE%D0%BC?w=%E4%EE%EC'],
  ['koi8-r', [0xc4, 0xcf, 0xcd], '/%D0%B4%D0%BE%D0%BC?w=%C4%CF%CD'],
  ['shift_jis', [0x89, 0xc6], '/%E5%AE%B6?w=%89%C6'],
  ['iso-8859-1', [...Buffer.from('B\u00fcrger', 'latin1')], '/B%C3%BCrger?w=B%FCrger'],
];

async function linkOf(encoding: string, word: Uint8Array): Promise<string | undefined> {
  const filler = Buffer.concat(Array(20).fill(Buffer.concat([word, Buffer.from(' ')])));
  const parts = [
    '<meta charset="',
    encoding,
    '"><p>',
    filler,
    '</p><a href="/',
    word,
    '?w=',
    word,
    '#',
    word,
    '">x</a>',
  ];
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const [link] = readFacts(await readTree([bytes], encoding), new URL('https://a.test/'), []).links;
  return link && link.pathname + link.search;
}

test.each(links)(
  'the query of a link in a page of %s is encoded in it, and its path in UTF-8',
  async (encoding, word, expected) => {
    expect(await linkOf(encoding, Uint8Array.from(word))).toBe(expected);
  },
);

test('a page in UTF-8 encodes its queries in UTF-8', async () => {
  expect(await linkOf('utf-8', Buffer.from('ü'))).toBe('/%C3%BC?w=%C3%BC');
});

test('a letter that an encoding does not have is written as browsers write it', async () => {
  const root = await readTree(
    [Buffer.from('<p>\xe4\xee\xec</p><a href="/?w=&#23478;">x</a>', 'latin1')],
    'windows-1251',
  );
  expect(readFacts(root, new URL('https://a.test/'), []).links[0]?.search).toBe('?w=%26%2323478%3B');
});
