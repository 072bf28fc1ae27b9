import { expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';
import { helvetica, onePage, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

/** A page with a word, then codes in a font of symbols; `meaning` is what the font states for them. */
function withSymbols(font: string, codes: readonly number[], meaning?: (code: number) => number): Buffer {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  const lines = codes.map((code) => `<${hex(code, 2)}> <${hex(meaning?.(code) ?? 0, 4)}>`).join('\n');
  const map = stream(
    `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${codes.length} beginbfchar\n${lines}\nendbfchar endcmap`,
  );
  const state = meaning ? '/ToUnicode 6 0 R' : '';
  const symbols = `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+${font} ${state} /Encoding /WinAnsiEncoding >>`;
  const text = codes.map((code) => hex(code, 2)).join('');
  return onePage(`BT /F1 12 Tf 72 700 Td (Dose: ) Tj /F2 12 Tf <${text}> Tj ET`, {
    font: helvetica,
    page: '/Resources << /Font << /F1 5 0 R /F2 7 0 R >> >>',
    more: [map, symbols],
  });
}

const privately = (code: number) => 0xf000 + code;
const letterly = (code: number) => code;

test.each([
  ['Symbol', [0xa3, 0x6d, 0xb1], '≤µ±'],
  ['SymbolMT', [0x61, 0xb3], 'α≥'],
  ['Wingdings', [0xfc, 0xfe], '✓☑'],
  ['Wingdings-Regular', [0xfb], '✗'],
  ['Wingdings2', [0x50], '✓'],
  ['Wingdings3', [0x67], '🡒'],
  ['Webdings', [0x61], '✔'],
])('codes of %s are the symbols that are seen', async (font, codes, symbols) => {
  expect(await markdownOf('a.pdf', withSymbols(font, codes, privately))).toBe(`Dose: ${symbols}\n`);
});

test.each([
  ['Wingdings', [0xfc], '✓'],
  ['SymbolMT', [0x6d], 'µ'],
])('letters that %s states for its codes are the symbols that are seen', async (font, codes, symbols) => {
  expect(await markdownOf('a.pdf', withSymbols(font, codes, letterly))).toBe(`Dose: ${symbols}\n`);
});

test('what Symbol states rightly stays', async () => {
  const meanings: Record<number, number> = { 180: 0xd7, 163: 0x2264, 97: 0x3b1 };
  const content = withSymbols('SymbolMT', [0xb4, 0xa3, 0x61], (code) => meanings[code] ?? 0);
  expect(await markdownOf('a.pdf', content)).toBe('Dose: ×≤α\n');
});
