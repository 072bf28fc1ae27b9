import { expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';
import { helvetica, onePage, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

const hex = (text: string) =>
  [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('');

/** A page of columns that are written downwards, each from where it begins. */
function columnsOf(columns: readonly (readonly [x: number, text: string])[], each = false): Buffer {
  const show = (x: number, y: number, text: string) => `BT /F2 14 Tf ${x} ${y} Td <${hex(text)}> Tj ET`;
  const content = columns.flatMap(([x, text]) =>
    each ? [...text].map((letter, index) => show(x, 760 - 14 * index, letter)) : [show(x, 760, text)],
  );
  return onePage(content.join('\n'), {
    font: helvetica,
    page: '/Resources << /Font << /F2 6 0 R >> >>',
    more: [
      '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-V /DescendantFonts [7 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 8 0 R >>',
      '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 859 /Descent -140 /CapHeight 700 /StemV 80 >>',
      stream(''),
    ],
  });
}

const first = '第一条この規則は社員の休暇について定めるものである';
const second = '第二条この休暇は年間三十日の休暇とする';

test.each([
  ['a column at a time', false],
  ['a letter at a time', true],
])(
  'Japanese that is written downwards, %s, is read from right to left, with letters that repeat',
  async (_, each) => {
    const content = columnsOf(
      [
        [450, second],
        [500, first],
      ],
      each,
    );
    expect((await markdownOf('a.pdf', content)).replace(/\s/g, '')).toBe(`${first}${second}`);
  },
);
