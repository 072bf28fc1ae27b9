import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import PDFKit from 'pdfkit';
import { markdownOf } from '../../../test/convert.fixture.ts';
import { finish } from '../../../test/formats/pdf/documents.fixture.ts';
import { onePage, showText, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

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

/** A font of letters in dots, whose size is that of a dot, as Ghostscript writes those of dvips. */
function inDots(words: string, meanings = '', widths = '21 17 25 19 23 '): Buffer {
  const names = Array.from({ length: 127 }, (_, code) => `/a${code}`).join(' ');
  const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a97 6 0 R /a 6 0 R >> /Encoding << /Type /Encoding /Differences [0 ${names}] >> /ToUnicode 7 0 R /FirstChar 0 /LastChar 126 /Widths [${widths.repeat(26)}] >>`;
  const letter = stream('21 0 0 0 18 29 d1 0 0 18 29 re f');
  return onePage(`BT /F1 .24 Tf 72 700 Td (${words}) Tj ET\n`, { font, more: [letter, stream(meanings)] });
}

test('text in a font whose stated size is that of a dot is read', async () => {
  const words = 'The data are read from the harbour as they come in';
  expect(await markdownOf('a.pdf', inDots(words))).toBe(`${words}\n`);
});

test('text in a font without a name whose letters are all of one width is code', async () => {
  const words = 'Most of the harbour is open in the autumn and winter';
  const pdf = inDots(words, '', '21 21 21 21 21 ');
  expect(await markdownOf('a.pdf', pdf)).toBe(`\`\`\`\n${words}\n\`\`\`\n`);
});

test('lines of another face than the text that read like code are code, whatever the widths of its letters', async () => {
  const prose =
    'The harbour was repaired in spring, as the committee had asked for in the minutes of the year before.';
  const code = ['<ship name="Ada">', '  <port>Oslo</port>', '  <tons>240</tons>', '</ship>'];
  const document = new PDFKit({ size: 'A4' });
  document.font('Times-Roman').fontSize(11).text([prose, prose, prose, prose].join(' '));
  const draw = (lines: readonly string[]) => {
    document.moveDown().font('Helvetica').fontSize(9);
    for (const line of lines) document.text(line);
    document.moveDown().font('Times-Roman').fontSize(11).text(prose);
  };
  draw(code);
  draw(code);
  const markdown = await markdownOf('a.pdf', await finish(document));
  expect(markdown.split('```')[1]?.replace(/\s+/g, '')).toBe(code.join('').replace(/\s+/g, ''));
});

test('names and notes in another face than the text are no code', async () => {
  const document = new PDFKit({ size: 'A4' });
  document.font('Times-Roman').fontSize(11).text('The harbour was repaired in spring. '.repeat(30));
  document.moveDown().font('Helvetica').fontSize(9);
  for (let note = 1; note < 12; note++)
    document.text(`Note ${note} (see page ${note}), of the year 19${note + 10}.`);
  expect(await markdownOf('a.pdf', await finish(document))).not.toContain('```');
});

test.each([
  ['MonotypeCorsiva', false],
  ['AmericanTypewriter', false],
  ['DejaVuSansMono', true],
  ['AndaleMono', true],
])('text in %s is code: %s', async (name, expected) => {
  const widths = '500 420 510 480 730 '.repeat(19);
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /FontDescriptor 6 0 R /FirstChar 32 /LastChar 126 /Widths [${widths}] >>`;
  const more = [
    `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [0 -250 1000 900] /ItalicAngle 0 /Ascent 700 /Descent -200 /CapHeight 700 /StemV 80 >>`,
  ];
  const markdown = await markdownOf('a.pdf', onePage(showText('The harbour was repaired'), { font, more }));
  expect(markdown.startsWith('```')).toBe(expected);
});

test('digits of one width are no code', async () => {
  const others = '500 420 510 480 730 730 510 420 ';
  const font = fixedPitch(`${others.repeat(2)}${'600 '.repeat(10)}${others.repeat(9)}`);
  expect(await markdownOf('a.pdf', onePage(showText('2021 2022 2023'), font))).toBe('2021 2022 2023\n');
});

test('ligatures of a font that states what its letters mean are read', async () => {
  const letters =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7a> <0020> endbfrange endcmap end end';
  const pdf = inDots('Specially speci\\014ed data', letters);
  expect(await markdownOf('a.pdf', pdf)).toBe('Specially specified data\n');
});

test('letters whose stated meaning is a sign, as their code was taken for its name, are read', async () => {
  const signs = { h: '2764', e: '2761', a: '275b', b: '275c', o: '2666', u: '2709', i: '2710', n: '2665' };
  const words = 'The harbour is open in the autumn and one of the boats is on the sea';
  const stated = [...new Set(words)].map((letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return `<${code}> <${(signs as Record<string, string>)[letter] ?? `00${code}`}>`;
  });
  const meanings = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${stated.length} beginbfchar ${stated.join(' ')} endbfchar endcmap end end`;
  expect(await markdownOf('a.pdf', inDots(words, meanings))).toBe(`${words}\n`);
});

test('letters that no sign is stated for are read where those of others are mistaken', async () => {
  const words = 'The harbour is open in the autumn and one of the boats is on the sea';
  const signs = { h: '2764', e: '2761', a: '275b', o: '2666', u: '2709', i: '2710', n: '2665' };
  const stated = Object.entries(signs).map(
    ([letter, sign]) => `<${letter.charCodeAt(0).toString(16)}> <${sign}>`,
  );
  const others = [...new Set(words.toLowerCase())].filter((letter) => !(letter in signs) && letter !== 's');
  const plain = [...others, 'T', ' '].map((letter) => letter.charCodeAt(0).toString(16));
  const ranges = [...stated, ...plain.map((code) => `<${code}> <00${code}>`)];
  const meanings = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${ranges.length} beginbfchar ${ranges.join(' ')} endbfchar endcmap end end`;
  const pdf = inDots(`${words}) Tj 0 -60 Td (spass`, meanings);
  expect(await markdownOf('a.pdf', pdf)).toContain('spass');
});

const ligatureFont = (differences: string, name = 'ABCDEF+Harbour') =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /FirstChar 0 /LastChar 126 /Widths [${'500 420 510 480 730 '.repeat(25)} 500 500] /FontDescriptor 6 0 R /Encoding ${differences} >>`;
const descriptor =
  '<< /Type /FontDescriptor /FontName /ABCDEF+Harbour /Flags 4 /FontBBox [0 -250 1000 900] /ItalicAngle 0 /Ascent 700 /Descent -200 /CapHeight 700 /StemV 80 >>';
const joined = showText('\\036ellen und So\\034ware');

test('ligatures that a font names by their letters are read', async () => {
  const font = ligatureFont('<< /Differences [28 /f_t 30 /Q_u] >>');
  expect(await markdownOf('a.pdf', onePage(joined, { font, more: [descriptor] }))).toBe(
    'Quellen und Software\n',
  );
});

test('such ligatures are read where the encoding is in a stream of objects', async () => {
  const objects = '<< /Type /Encoding /Differences [28 /f_t 30 /Q_u] >>';
  const packed = stream(deflateSync(`7 0 ${objects}`), '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode');
  const pdf = onePage(joined, { font: ligatureFont('7 0 R'), more: [descriptor, objects, packed] });
  const text = pdf
    .toString('latin1')
    .replace(`7 0 obj\n${objects}`, `7 0 obj\n${' '.repeat(objects.length)}`);
  expect(await markdownOf('a.pdf', Buffer.from(text, 'latin1'))).toBe('Quellen und Software\n');
});

test('a code for which fonts of one name have different ligatures is none of them', async () => {
  const other = ligatureFont('<< /Differences [28 /t_t 30 /Q_u] >>', 'GHIJKL+Harbour');
  const font = ligatureFont('<< /Differences [28 /f_t 30 /Q_u] >>');
  const markdown = await markdownOf('a.pdf', onePage(joined, { font, more: [descriptor, other] }));
  expect(markdown).toBe('Quellen und Soware\n');
});

test('a space that is taken back by a kern is none', async () => {
  const shown = 'BT /F1 12 Tf 72 700 Td [(You hav ) 290 (e to see) -100 ( it)] TJ ET\n';
  expect(await markdownOf('a.pdf', onePage(shown))).toBe('You have to see it\n');
});

test.each([
  ['that its matrix takes back', 'BT /F1 -12 Tf -1 0 0 -1 72 700 Tm (Thirty days of leave) Tj ET'],
  ['that turns it around', 'BT /F1 -12 Tf 300 700 Td (Thirty days of leave) Tj ET'],
])('text of a negative size %s is read', async (_, content) => {
  expect(await markdownOf('a.pdf', onePage(content))).toBe('Thirty days of leave\n');
});
