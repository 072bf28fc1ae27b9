import { expect, test } from '@jest/globals';
import PDFKit from 'pdfkit';
import { markdownOf } from '../../../test/convert.fixture.ts';
import { finish } from '../../../test/formats/pdf/documents.fixture.ts';
import { onePage } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

type Document = PDFKit.PDFDocument;

/** The Markdown of what is drawn. */
async function drawn(draw: (document: Document) => void): Promise<string> {
  const document = new PDFKit({ size: 'A4' });
  document.font('Helvetica').fontSize(11);
  draw(document);
  return await markdownOf('a.pdf', await finish(document));
}

const at = (document: Document, text: string, x: number, y: number) =>
  document.text(text, x, y, { lineBreak: false });
const sentence = (line: number) =>
  `Line ${line} of the report says that the harbour was repaired in the spring.`;

test('a table whose outer sides are not drawn keeps its outer columns', async () => {
  const rows = [
    ['package', 'size', 'description'],
    ['mc', '1482', 'A file manager for the terminal'],
    ['vim', '3570', 'An editor of texts'],
  ];
  const markdown = await drawn((document) => {
    for (let line = 0; line <= rows.length; line++)
      document.moveTo(72, 100 + 20 * line).lineTo(500, 100 + 20 * line);
    for (const x of [180, 240]) document.moveTo(x, 100).lineTo(x, 160);
    document.stroke();
    for (const [row, cells] of rows.entries())
      for (const [column, cell] of cells.entries())
        at(document, cell, [80, 188, 248][column] ?? 0, 105 + 20 * row);
  });
  expect(markdown).toBe(
    [
      '| package | size | description |',
      '| --- | --- | --- |',
      '| mc | 1482 | A file manager for the terminal |',
      '| vim | 3570 | An editor of texts |\n',
    ].join('\n'),
  );
});

test('the numbers beside the lines of a review copy are no part of its text', async () => {
  const markdown = await drawn((document) => {
    for (let line = 1; line <= 14; line++) {
      document.fontSize(7);
      at(document, String(line), 50 - document.widthOfString(String(line)), 100 + 14 * line + 3);
      document.fontSize(11);
      at(document, sentence(line), 72, 100 + 14 * line);
    }
  });
  expect(markdown).toBe(`${Array.from({ length: 14 }, (_, index) => sentence(index + 1)).join(' ')}\n`);
});

test('numbers of the rows of a table stay', async () => {
  const markdown = await drawn((document) => {
    at(document, 'No.', 72, 100);
    at(document, 'Boat', 120, 100);
    at(document, 'Port', 300, 100);
    for (let row = 1; row <= 14; row++) {
      at(document, String(row), 72, 100 + 16 * row);
      at(document, `Boat ${row * 7}`, 120, 100 + 16 * row);
      at(document, `Port ${row * 3}`, 300, 100 + 16 * row);
    }
  });
  expect(markdown).toContain('| 14 | Boat 98 | Port 42 |');
});

test('code with comments in another font is one piece of code', async () => {
  const lines = [
    ['int depth;', '/* of the harbour */'],
    ['char *name;', '/* of the boat */'],
    ['int crew;', '/* without the captain */'],
    ['double load;', '/* in tons */'],
    ['int year;', '/* when it was built */'],
  ];
  const markdown = await drawn((document) => {
    for (const [index, [code = '', comment = '']] of lines.entries()) {
      document.font('Courier').fontSize(10);
      at(document, code, 72, 100 + 13 * index);
      document.font('Times-Roman');
      at(document, comment, 200, 100 + 13 * index);
    }
  });
  const code = lines.map(([declaration, comment]) => `${declaration} ${comment}`);
  expect(markdown.replace(/ +/g, ' ')).toBe(['```', ...code, '```\n'].join('\n'));
});

test('a word whose letters are spread over columns has no spaces, and the words around it keep theirs', async () => {
  const markdown = await drawn((document) => {
    document.font('Helvetica').fontSize(10);
    // Each letter in the middle of its column, as listings set code in a font with letters of many widths.
    let x = 72;
    for (const word of ['string', 'filter', 'a', 'install']) {
      const widths = [...word].map((letter) => document.widthOfString(letter));
      const gap = (6 * word.length - widths.reduce((sum, width) => sum + width, 0)) / (word.length + 1);
      x += gap;
      for (const [index, letter] of [...word].entries()) {
        at(document, letter, x, 100);
        x += (widths[index] ?? 0) + Math.min(1.3, gap);
      }
      x += 6;
    }
  });
  expect(markdown).toBe('string filter a install\n');
});

/** A line of a listing as TeX sets it in columns of 6.9 points: the letters of a word stand a little apart, and words more. */
function listingLine(line: string, y: number): string {
  const shift = (points: number) => Math.round(-100 * points);
  const pieces = line.trimStart().match(/\w+|\s+|[^\w\s]/g) ?? [];
  const shown = pieces.flatMap((piece) =>
    piece.trim() === ''
      ? [shift(6.9 * piece.length)]
      : [
          [...piece].map((letter) => `(${letter.replace(/[()]/, '\\$&')})`).join(shift(0.8).toString()),
          shift(1.4),
        ],
  );
  const x = 72 + 6.9 * (line.length - line.trimStart().length);
  return `BT /F1 10 Tf ${x} ${y} Td [${shown.join(' ')}] TJ ET\n`;
}

test('code whose words stand apart, as listings in columns are set, has the spaces that it was written with', async () => {
  const code = ['function add(a, b) {', '    return a + b;', '}', 'console.log(add(3, 5));'];
  const content = code.map((line, index) => listingLine(line, 700 - 12 * index)).join('');
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>';
  const markdown = await markdownOf('a.pdf', onePage(content, { font }));
  expect(markdown).toBe(['```', ...code, '```\n'].join('\n'));
});
