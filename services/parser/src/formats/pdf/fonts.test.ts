import { expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';
import { onePage, showText } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

/** A font whose descriptor states that all letters are of one width, with these widths in turn. */
const fixedPitch = (widths: string) => ({
  font: `<< /Type /Font /Subtype /Type1 /BaseFont /Harbour /FontDescriptor 6 0 R /FirstChar 32 /LastChar 126 /Widths [${widths}] >>`,
  more: [
    '<< /Type /FontDescriptor /FontName /Harbour /Flags 33 /FontBBox [0 -250 1000 900] /ItalicAngle 0 /Ascent 700 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ],
});

test('text in a font that states one width for all letters is code', async () => {
  const pdf = onePage(showText('The harbour was repaired'), fixedPitch('600 '.repeat(95)));
  expect(await markdownOf('a.pdf', pdf)).toBe('```\nThe harbour was repaired\n```\n');
});

test('text in such a font is no code where its letters are of many widths', async () => {
  const pdf = onePage(showText('The harbour was repaired'), fixedPitch('500 420 510 480 730 '.repeat(19)));
  expect(await markdownOf('a.pdf', pdf)).toBe('The harbour was repaired\n');
});
