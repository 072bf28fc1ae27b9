import { expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';
import { onePage } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

test('an accent that is drawn over a letter is part of it', async () => {
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [1 /acute /dotlessi /cedilla /grave] >> >>';
  const shown =
    'BT /F1 12 Tf 72 700 Td [(c) -111 (\\001) 444 (omo escribir art) 27 (\\001) 306 (\\002) (culo fran) (c) 417 (\\003) -83 (ais)] TJ ET\n';
  expect(await markdownOf('a.pdf', onePage(shown, { font }))).toBe('cómo escribir artículo français\n');
});

test('an accent that is drawn higher, over a capital, is part of it', async () => {
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [1 /dieresis /hungarumlaut] >> >>';
  const shown =
    'BT /F1 12 Tf 72 700 Td (Uber den Hafen) Tj ET BT /F1 12 Tf 74.7 703 Td (\\001) Tj ET BT /F1 12 Tf 160 700 Td (mez) Tj (o) Tj ET BT /F1 12 Tf 182.8 703 Td (\\002) Tj ET\n';
  expect(await markdownOf('a.pdf', onePage(shown, { font }))).toBe('Über den Hafen mező\n');
});

test('an accent that is drawn behind its letter is part of it', async () => {
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [1 /tilde /cedilla] >> >>';
  const shown = 'BT /F1 12 Tf 72 700 Td [(Aviac) 417 (\\002) -83 (a) 444 (\\001) -112 (o Civil)] TJ ET\n';
  expect(await markdownOf('a.pdf', onePage(shown, { font }))).toBe('Aviação Civil\n');
});

test('an accent of the next line is none of the line above', async () => {
  const shown = `${'BT /F1 12 Tf 72 700 Td (The boats are in the folder) Tj 0 -14 Td (~ and its own) Tj ET'}\n`;
  expect(await markdownOf('a.pdf', onePage(shown))).toBe('The boats are in the folder ~ and its own\n');
});

test('an accent that is drawn behind its word is part of its letter', async () => {
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [1 /caron] >> >>';
  const other = font.replace('Helvetica', 'Times-Roman');
  const shown =
    'BT /F1 12 Tf 72 700 Td (zan) Tj 1.5 0 Td (\\001) Tj ET BT /F2 12 Tf 100 700 Td (\\001) Tj ET\n';
  const page = '/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >>';
  expect(await markdownOf('a.pdf', onePage(shown, { font, page, more: [other] }))).toBe('žan ˇ\n');
});

test('an accent that stands alone stays where it is', async () => {
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [1 /grave] >> >>';
  expect(
    await markdownOf('a.pdf', onePage('BT /F1 12 Tf 72 700 Td (type \\001abc\\001 here) Tj ET\n', { font })),
  ).toBe('type \\`abc\\` here\n');
});
