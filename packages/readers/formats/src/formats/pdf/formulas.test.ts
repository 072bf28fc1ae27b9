import { expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';
import { at, type Document, drawn } from '../../../test/formats/pdf/drawn.fixture.ts';
import { onePage } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

/** Pieces of a line, each with its face, its size and how far it is raised. */
type Piece = readonly [text: string, font: string, size?: number, up?: number];

const [roman, italic] = ['Times-Roman', 'Times-Italic'];

function line(document: Document, y: number, pieces: readonly Piece[], from = 72): void {
  let x = from;
  for (const [text, font, size = 10, up = 0] of pieces) {
    document.font(font).fontSize(size);
    document.text(text, x, y - up, { lineBreak: false, baseline: 'alphabetic' });
    x += document.widthOfString(text);
  }
  document.font(roman).fontSize(10);
}

const shown = (...pieces: Piece[]) => drawn((document) => line(document, 100, pieces));

test('powers and indices of a formula are marked as such', async () => {
  expect(
    await shown(
      ['The area ', roman],
      ['a', italic],
      ['2', roman, 7, 4],
      [' and the depth ', roman],
      ['x', italic],
      ['i', italic, 7, -2],
    ),
  ).toBe('The area *a^{2}* and the depth *x_{i}*\n');
});

test('where a letter has an index and a power of several letters over each other, each of them is whole', async () => {
  const markdown = await drawn((document) => {
    line(document, 100, [
      ['The sum of ', roman],
      ['x', italic],
    ]);
    const x = 72 + document.widthOfString('The sum of ') + document.font(italic).widthOfString('x');
    line(
      document,
      102,
      [
        ['i', italic, 7],
        ['+1', roman, 7],
      ],
      x,
    );
    line(
      document,
      96,
      [
        ['n', italic, 7],
        ['-', roman, 7],
        ['2', roman, 7],
      ],
      x,
    );
  });
  expect(markdown).toBe('The sum of *x_{i+1}^{n-2}*\n');
});

test('indices of neighboring letters do not set what stands between them in italics', async () => {
  const index: Piece = ['i', italic, 7, -2];
  const markdown = await shown(
    ['x', italic],
    index,
    [' ', roman],
    ['y', italic],
    index,
    [' ', roman],
    ['z', italic],
    index,
  );
  // Behind a mark, the underscore would begin another one: `*x*_{i} *y*_{i}`.
  expect(markdown).toBe('*x_{i}* *y_{i}* *z_{i}*\n');
});

test('an index behind a bracket is no beginning of italics', async () => {
  const index: Piece = ['i', 'Times-Italic', 7, -2];
  const markdown = await shown(['(a)', italic], index, [' and ', roman], ['(b)', italic], index);
  expect(markdown).toBe('*(a)\\_{i}* and *(b)\\_{i}*\n');
});

test('the number in the formula of a substance and the mark of a note are none', async () => {
  const markdown = await shown(
    ['Water is H', roman],
    ['2', roman, 7, -2],
    ['O as the ', roman],
    ['harbour', italic],
    ['3', roman, 7, 4],
    [' knows', roman],
  );
  expect(markdown).toBe('Water is H2O as the *harbour*^3 knows\n');
});

/** Letters in a face of formulas. */
const formulaFont = {
  font: `<< /Type /Font /Subtype /Type1 /BaseFont /CMMI10 /FontDescriptor 6 0 R /FirstChar 32 /LastChar 126 /Widths [${'500 420 510 '.repeat(32)}] >>`,
  more: [
    '<< /Type /FontDescriptor /FontName /CMMI10 /Flags 4 /FontBBox [0 -250 1000 900] /ItalicAngle 0 /Ascent 700 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ],
};

test('fractions beside each other are no table', async () => {
  const cells = [
    ['a + b', 'c + d', 'e + f'],
    ['u + v', 'x + y', 'p + q'],
    ['k + l', 'm + n', 'r + s'],
  ];
  const content = cells.flatMap((row, at) =>
    row.map((text, column) => `BT /F1 10 Tf ${72 + 90 * column} ${700 - 14 * at} Td (${text}) Tj ET\n`),
  );
  expect(await markdownOf('a.pdf', onePage(content.join(''), formulaFont))).not.toContain('|');
});

test('a quote in another face within a line of code is part of it', async () => {
  const markdown = await drawn((document) => {
    for (const y of [100, 112])
      line(document, y, [
        ['print(', 'Courier'],
        ["'", roman],
        ['harbour', 'Courier'],
        ["'", roman],
        [')', 'Courier'],
      ]);
    at(document, '', 72, 200);
  });
  expect(markdown).toMatch(/^```\nprint\( ?' ?harbour ?' ?\)\nprint/);
});
