import { expect, test } from '@jest/globals';
import { convertLocated, markdownOf } from '../../../test/convert.fixture.ts';
import { helvetica, onePage, rawPdf, showText, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';
import { openPdf } from './pdfium/open-pdf.ts';

const asciiMap = (more: string, count: number) => {
  const lines = Array.from({ length: 95 }, (_, index) => {
    const hex = (index + 32).toString(16);
    return `<${hex}> <00${hex}>`;
  });
  return stream(
    `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${95 + count} beginbfchar\n${lines.join('\n')}\n${more}\nendbfchar endcmap`,
  );
};

// pypdf 1351, 3975; pdfminer.six 1288; PyMuPDF 2889; PDFBOX-3248
test.each([
  ['nothing', '<e9> <0000>', '(ff)'],
  ['a private character', '<e9> <e000>', '(ff)'],
  ['a replacement character', '<e9> <fffd>', '<FEFF00660066>'],
])('a ligature whose font states %s is what its marks state', async (_, meaning, text) => {
  const content = `BT /F2 12 Tf 72 700 Td (shut o) Tj /Span << /ActualText ${text} >> BDC <e9> Tj EMC ( handle) Tj ET`;
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Calibri /ToUnicode 6 0 R >>';
  const options = { page: '/Resources << /Font << /F2 7 0 R >> >>', more: [asciiMap(meaning, 1), font] };
  expect(await markdownOf('a.pdf', onePage(content, options))).toBe('shut off handle\n');
});

const at = (x: number, text: string) => `1 0 0 1 ${x} 700 Tm (${text}) Tj`;

test.each<[string, string, string]>([
  // pdfminer.six 1138
  ['out of order', `BT /F1 12 Tf ${at(90, '4')} ${at(86.7, '.')} ${at(73.3, '12')} ET`, '12.4'],
  // OpenPDF 833
  [
    'in words out of order',
    `BT /F1 12 Tf ${at(96, 'two')} ${at(160, 'four')} ${at(72, 'one')} ${at(121, 'three')} ET`,
    'one two three four',
  ],
  // pypdf 1328, 3978
  ['with gaps for spaces', 'BT /F1 12 Tf 72 700 Td [(crude)-300(oil)-300(leak)] TJ ET', 'crude oil leak'],
  // pypdf 2336
  [
    'with kerns within words',
    'BT /F1 12 Tf 72 700 Td [(Beir)40(a)-30( Rio, Cen)-60(tr)50(o)] TJ ET',
    'Beira Rio, Centro',
  ],
  // pdfminer.six 623
  [
    'with a shadow',
    `0.6 g ${showText('Heading of it', 73, 699)} 0 g ${showText('Heading of it')}`,
    'Heading of it',
  ],
])('text that is drawn %s is read as it is seen', async (_, content, text) => {
  expect(await markdownOf('a.pdf', onePage(content))).toBe(`${text}\n`);
});

// unstructured 1648, pdf_oxide 813
test.each([
  ['upwards', '0 1 -1 0 100 100'],
  ['upside down', '-1 0 0 -1 500 700'],
])('a line of text that runs %s is one piece', async (_, matrix) => {
  const content = `BT /F1 12 Tf ${matrix} Tm (Certified copy of the original letter) Tj ET`;
  const file = await openPdf(onePage(content));
  const page = await file.readPage(1);
  file.close();
  expect(page?.runs.map(({ text }) => text)).toEqual(['Certified copy of the original letter']);
});

test('words beside a single letter that stand apart by the spacing of letters are parted', async () => {
  const content =
    'BT /F1 10 Tf 72 700 Td (used wheneve) Tj 2.64 Tc 64.5 0 Td (rar) Tj 0 Tc 17.5 0 Td (equested) Tj ET';
  expect(await markdownOf('a.pdf', onePage(content))).toBe('used whenever a requested\n');
});

test('letters of a title that all stand apart are one word', async () => {
  const content = 'BT /F1 10 Tf 2.4 Tc 72 700 Td (HARBOUR) Tj ET';
  expect(await markdownOf('a.pdf', onePage(content))).toBe('HARBOUR\n');
});

// pdfminer.six 592, pdfplumber 848
test('text of a page that is turned is read', async () => {
  const content = 'BT /F1 12 Tf 0 1 -1 0 100 100 Tm (License server with sixteen users) Tj ET';
  expect(await markdownOf('a.pdf', onePage(content, { page: '/Rotate 90' }))).toBe(
    'License server with sixteen users\n',
  );
});

// docling-parse 179, PDFBOX-3109
test('text outside of the crop box is left out and named, and what lies within is read', async () => {
  const content = onePage(
    `${showText('Within the crop', 200, 400)}${showText('Marks for the printer', 10, 790)}`,
    {
      page: '/CropBox [100 100 500 700]',
    },
  );
  const { markdown, notRead } = await convertLocated({ name: 'a.pdf', content });
  expect(markdown).toBe('Within the crop\n');
  expect(notRead).toMatchObject([{ what: 'HIDDEN_TEXT', where: 'page 1', count: 4 }]);
});

// elasticsearch-mapper-attachments 166
test('a font dictionary with an entry that is no font does not cost the others', async () => {
  const content = onePage(showText('Chocolate chip cookies'), {
    page: '/Resources << /Font << /Encoding /WinAnsiEncoding /F1 5 0 R >> >>',
  });
  expect(await markdownOf('a.pdf', content)).toBe('Chocolate chip cookies\n');
});

// pypdf 2330
test('Chinese in a predefined encoding without stated meanings is read', async () => {
  const font =
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H /DescendantFonts [7 0 R] >>';
  const below =
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>';
  const options = { font: helvetica, page: '/Resources << /Font << /F2 6 0 R >> >>', more: [font, below] };
  const content = onePage('BT /F2 12 Tf 72 700 Td <d6d0cec4b1a8b8e6> Tj ET', options);
  expect(await markdownOf('a.pdf', content)).toBe('中文报告\n');
});

// TIKA-4482
test('a form that exists in XFA alone is named', async () => {
  const content = onePage(showText('Please wait for the form to load.'), {
    more: [stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>')],
    catalog: '/AcroForm << /Fields [] /XFA 6 0 R >> /NeedsRendering true',
  });
  const { notRead } = await convertLocated({ name: 'a.pdf', content });
  expect(notRead).toEqual([{ what: 'FORM', where: null, why: expect.stringContaining('XFA'), count: 1 }]);
});

test('content that is cut within a line, and resources that pages inherit, are read', async () => {
  const content = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 600 800] /Resources << /Font << /F1 5 0 R >> >> >>',
    '<< /Type /Page /Parent 2 0 R /Contents [4 0 R 6 0 R] >>',
    stream('BT /F1 12 Tf 72 700 Td (First half) Tj'),
    helvetica,
    stream(' ( and second half) Tj ET'),
  ]);
  expect(await markdownOf('a.pdf', content)).toBe('First half and second half\n');
});

// PeachPDF 138: browsers place each letter by itself, and draw the spaces
test('letters of a line that all stand apart are words, and its spaces part them', async () => {
  const line = 'UNIT PRICE OF ALL PARTS';
  const widths = {
    ' ': 3.3,
    I: 3.3,
    A: 8,
    C: 8.7,
    E: 8,
    F: 7.3,
    L: 6.7,
    N: 8.7,
    O: 9.3,
    P: 8,
    R: 8.7,
    S: 8,
    T: 7.3,
  };
  const room = 3;
  let x = 72;
  const letters = [...line].map((letter) => {
    const shown = at(x, letter);
    x += (new Map(Object.entries(widths)).get(letter) ?? 8.7) + room;
    return shown;
  });
  expect(await markdownOf('a.pdf', onePage(`BT /F1 12 Tf ${letters.join(' ')} ET`))).toBe(`${line}\n`);
});

test('a space that is drawn under a ligature parts no word', async () => {
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /Differences [233 /fi] >> >>';
  const content = `BT /F1 12 Tf 72 700 Td (to ) Tj <e9> Tj ${at(88, ' ')} ${at(91.34, 'le it')} ET`;
  expect(await markdownOf('a.pdf', onePage(content, { font }))).toBe('to file it\n');
});

// pdfplumber's text "54 5.": Excel's printer draws the point behind the digits
test('a point that is drawn behind its number goes where it is seen', async () => {
  const content = `BT /F1 12 Tf 72 700 Td [(54)-278(5)] TJ ${at(85.34, '.')} ET`;
  expect(await markdownOf('a.pdf', onePage(content))).toBe('54.5\n');
});

test('rows of numbers that run upwards beside text are read', async () => {
  const labels = [10, 20, 30].flatMap((value, row) =>
    [1, 2, 3].map((column) => `0 1 -1 0 ${400 + 14 * row} ${100 + 60 * column} Tm (${value + column}) Tj`),
  );
  const content = `${showText('The plot shows what was counted in each of the years')}${showText('and what was left of it', 72, 686)}BT /F1 8 Tf ${labels.join(' ')} ET`;
  const markdown = await markdownOf('a.pdf', onePage(content));
  for (const value of ['11', '22', '33']) expect(markdown).toContain(value);
});
