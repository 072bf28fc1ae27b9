import { describe, expect, it } from '@jest/globals';
import { idOf, readCMap } from './cmap.ts';

const read = (text: string) => readCMap(Buffer.from(text, 'latin1'));

describe('a character map', () => {
  it('tells the text of single codes, also of several letters and of those beyond 16 bits', () => {
    const { texts } = read('2 beginbfchar <01> <00660069> <0002> <d83dde00> endbfchar');
    expect([texts.get(1), texts.get(2)]).toEqual(['fi', '😀']);
  });

  it('tells the text of ranges, counted on or one by one', () => {
    const { texts } = read('2 beginbfrange <10> <12> <0041> <20> <21> [<0058> <0059>] endbfrange');
    expect([0x10, 0x12, 0x13, 0x20, 0x21].map((code) => texts.get(code))).toEqual([
      'A',
      'C',
      undefined,
      'X',
      'Y',
    ]);
  });

  it('tells how many bytes a code has by its first one', () => {
    const map = read('2 begincodespacerange <00> <7f> <8000> <ffff> endcodespacerange');
    expect([map.codeLength(0x41), map.codeLength(0x81)]).toEqual([1, 2]);
  });

  it('tells the glyphs of codes', () => {
    const map = read('1 begincidrange <0010> <001f> 500 endcidrange 1 begincidchar <0030> 7 endcidchar');
    expect([idOf(map, 0x11), idOf(map, 0x30)]).toEqual([501, 7]);
  });

  it('of a range without end is bounded', () => {
    const { texts } = read('1 beginbfrange <00000000> <ffffffff> <0041> endbfrange');
    expect(texts.size).toBeLessThan(300_000);
  });
});
