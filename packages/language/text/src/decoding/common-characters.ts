/** Rows of a character set of East Asia that hold its common characters. */
interface Rows {
  readonly encoding: string;
  readonly first: number;
  readonly last: number;
}

/** Level 1 of GB 2312, Big5 and JIS X 0208, and the syllables of KS X 1001. */
const rows: Readonly<Record<string, Rows>> = {
  'zh-Hans': { encoding: 'gbk', first: 0xb0, last: 0xd7 },
  'zh-Hant': { encoding: 'big5', first: 0xa4, last: 0xc6 },
  ja: { encoding: 'euc-jp', first: 0xb0, last: 0xcf },
  ko: { encoding: 'euc-kr', first: 0xb0, last: 0xc8 },
};

function readRows({ encoding, first, last }: Rows): Set<string> {
  const decoder = new TextDecoder(encoding);
  const characters = new Set<string>();
  for (let lead = first; lead <= last; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.length === 1 && character !== '\ufffd') characters.add(character);
    }
  return characters;
}

/** How large a share of a language's text each character is taken to have, whatever was seen of it. */
export function commonCharacters(language: string): (character: string) => number {
  const found = rows[language];
  if (!found) return () => 0;
  const level1 = readRows(found);
  const hiragana = language === 'ja' ? /[ぁ-ん]/ : undefined;
  const halfWidth = language === 'ja' ? /[ｦ-ﾟ]/ : undefined;
  return (character) => {
    if (hiragana?.test(character)) return 3.5 / 83;
    if (halfWidth?.test(character)) return 2 / 63;
    if (level1.has(character)) return (hiragana ? 3 : 6) / level1.size;
    return /[一-龥]/.test(character) ? 0.3 / 20_000 : 0;
  };
}
