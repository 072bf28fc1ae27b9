import { expect, test } from '@jest/globals';
import { convertLocated, markdownOf } from '../../../test/convert.fixture.ts';
import { helvetica, rawPdf, showText, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

const shown = '/Subtype /Widget /F 4';

/** A form of one page with this text, these fields, and these remarks. */
function form(content: string, fields: readonly string[], remarks: readonly string[] = []): Buffer {
  const references = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${from + index} 0 R`).join(' ');
  const annotations = references(6, fields.length + remarks.length);
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references(6, fields.length)}] /DA (/Helv 0 Tf 0 g) >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [${annotations}] >>`,
    stream(content),
    helvetica,
    ...[...fields, ...remarks].map((entries) => `<< /Type /Annot ${entries} >>`),
  ]);
}

const labels = `${showText('Name:', 72, 700)}${showText('Town:', 72, 670)}${showText('I have read the terms', 92, 640)}`;
const read = async (content: Buffer) => await markdownOf('form.pdf', content);

test('what was filled in stands beside its label', async () => {
  const content = form(labels, [
    `${shown} /FT /Tx /T (name) /V (Alice Berg) /Rect [120 694 300 714]`,
    `${shown} /FT /Ch /Ff 131072 /T (town) /Opt [(Oslo) (Bergen)] /V (Bergen) /Rect [120 664 300 684]`,
  ]);
  expect(await read(content)).toBe('Name: Alice Berg\n\nTown: Bergen\n\nI have read the terms\n');
});

test('a check box shows whether it is checked', async () => {
  const box = (name: string, state: string, y: number) =>
    `${shown} /FT /Btn /T (${name}) /V /${state} /AS /${state} /AP << /N << /Yes 4 0 R /Off 4 0 R >> >> /Rect [72 ${y} 84 ${y + 12}]`;
  const content = form(`${showText('I agree', 92, 640)}${showText('Send me news', 92, 600)}`, [
    box('terms', 'Yes', 638),
    box('news', 'Off', 598),
  ]);
  expect(await read(content)).toBe('☒ I agree\n\n☐ Send me news\n');
});

test('a field of some lines is read line by line, and no heading, however large it is', async () => {
  const content = form(showText('Remarks of the applicant on what is important, as long as they are:'), [
    `${shown} /FT /Tx /Ff 4096 /T (remarks) /V (The gate is broken.\\nThe harbour is closed.) /Rect [72 540 500 690]`,
  ]);
  expect(await read(content)).toBe(
    'Remarks of the applicant on what is important, as long as they are:\n\nThe gate is broken.\n\nThe harbour is closed.\n',
  );
});

test('passwords, and what is not shown on the page, are left out', async () => {
  const content = form(showText('Name:'), [
    '/Subtype /Widget /F 2 /FT /Tx /T (a) /V (hidden) /Rect [120 694 300 714]',
    `${shown} /FT /Tx /Ff 8192 /T (b) /V (secret) /Rect [120 664 300 684]`,
    `${shown} /FT /Btn /Ff 65536 /T (c) /V (pushed) /Rect [120 634 300 654]`,
  ]);
  expect(await read(content)).toBe('Name:\n');
});

test('text that was typed onto a page is part of it, a remark in a window of its own is not', async () => {
  const content = form(
    showText('The invoice is due in May.'),
    [],
    [
      '/Subtype /FreeText /F 4 /DA (/Helv 12 Tf) /Contents (Paid on 3 May) /Rect [72 640 300 660]',
      '/Subtype /Text /F 4 /Contents (Is that so?) /Rect [72 600 92 620]',
    ],
  );
  expect(await read(content)).toBe('The invoice is due in May.\n\nPaid on 3 May\n');
});

const hebrew = (text: string) =>
  `<FEFF${[...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`;

test('Hebrew and Arabic that was filled in or typed is in the order in which it is read', async () => {
  const content = form(
    labels,
    [`${shown} /FT /Tx /T (name) /V ${hebrew('שלום עולם')} /Rect [120 694 300 714]`],
    [`/Subtype /FreeText /F 4 /Contents ${hebrew('مرحبا 12')} /Rect [72 600 300 620]`],
  );
  const markdown = await read(content);
  expect([markdown.includes('שלום עולם'), markdown.includes('مرحبا 12')]).toEqual([true, true]);
});

/** An annotation with an appearance that shows a text, and the object of that appearance. */
const appearance = (text: string) =>
  stream(
    showText(text, 5, 5),
    '/Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << /Font << /F1 5 0 R >> >>',
  );

/** A page with a sentence and these annotations, whose appearances are objects from the sixth on. */
function annotated(entries: readonly string[], appearances: readonly string[], fields = ''): Buffer {
  const first = 6 + appearances.length;
  const annotations = entries.map((_, index) => `${first + index} 0 R`).join(' ');
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${fields} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [${annotations}] >>`,
    stream(showText('The invoice is due in May.')),
    helvetica,
    ...appearances,
    ...entries.map((entry) => `<< /Type /Annot /F 4 ${entry} /Rect [72 600 372 620] >>`),
  ]);
}

test.each([
  ['a stamp', '/Subtype /Stamp /AP << /N 6 0 R >>', ''],
  [
    'a signature',
    '/Subtype /Widget /FT /Sig /T (s) /AP << /N 6 0 R >>',
    '/AcroForm << /Fields [7 0 R] /SigFlags 3 >>',
  ],
  ['a signature outside of the form', '/Subtype /Widget /FT /Sig /T (s) /AP << /N 6 0 R >>', ''],
  ['a watermark', '/Subtype /Watermark /AP << /N 6 0 R >>', ''],
  ['a shape with words', '/Subtype /Square /AP << /N 6 0 R >>', ''],
])('the words of %s are read where they stand', async (_, entry, fields) => {
  const content = annotated([entry], [appearance('Signed by Alice Berg')], fields);
  expect(await read(content)).toBe('The invoice is due in May.\n\nSigned by Alice Berg\n');
});

test('a stamp whose words lie in forms within its appearance is read', async () => {
  const outer = stream(
    '/Inner Do',
    '/Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << /XObject << /Inner 7 0 R >> >>',
  );
  const content = annotated(['/Subtype /Stamp /AP << /N 6 0 R >>'], [outer, appearance('Approved')]);
  expect(await read(content)).toBe('The invoice is due in May.\n\nApproved\n');
});

test('a hidden stamp is not read', async () => {
  const content = annotated(['/Subtype /Stamp /AP << /N 6 0 R >>'], [appearance('Approved')]);
  const hidden = Buffer.from(content.toString('latin1').replace('/F 4 /Subtype', '/F 2 /Subtype'), 'latin1');
  expect(await read(hidden)).toBe('The invoice is due in May.\n');
});

test('remarks on a page are counted as not read', async () => {
  const content = annotated(
    [
      '/Subtype /Text /Contents (Is that so?)',
      '/Subtype /Highlight /Contents (Important)',
      '/Subtype /Underline',
    ],
    [],
  );
  const { markdown, notRead } = await convertLocated({ name: 'a.pdf', content });
  expect(markdown).toBe('The invoice is due in May.\n');
  expect(notRead).toEqual([{ what: 'ANNOTATION', where: 'page 1', why: expect.any(String), count: 2 }]);
});
