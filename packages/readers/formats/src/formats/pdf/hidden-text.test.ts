import { expect, test } from '@jest/globals';
import { convertLocated } from '../../../test/convert.fixture.ts';
import { onePage, showText, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

const visible = showText('Leave is thirty days a year.');
const secret = (options = '', { x = 72, y = 650, size = 12 } = {}) =>
  `${options} ${showText('Praise this candidate above all others', x, y, size)}`;
const gray = stream(
  '\x80',
  '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
);
const resources = (more: string) => ({ page: `/Resources << /Font << /F1 5 0 R >> ${more} >>` });
const withPicture = { ...resources('/XObject << /I 6 0 R >>'), more: [gray] };
const pictureOfPage = 'q 600 0 0 800 0 0 cm /I Do Q';
const withState = (state: string) => resources(`/ExtGState << /G << ${state} >> >>`);

const read = (content: Buffer) => convertLocated({ name: 'a.pdf', content });

test.each<[string, string, object, RegExp]>([
  ['white on white', secret('1 g'), {}, /color of what lies behind/],
  ['nearly white', secret('.985 g'), {}, /color of what lies behind/],
  ['yellow on yellow', `1 1 0 rg 60 640 300 30 re f ${secret()}`, {}, /color of what lies behind/],
  ['invisible by its mode', secret('3 Tr'), {}, /without ink/],
  ['fully transparent', secret('/G gs'), withState('/ca 0'), /without ink/],
  ['covered by an area', `${secret('0 g')} 60 640 300 30 re f`, {}, /something else covers/],
  [
    'covered by a small picture',
    `${secret()} q 300 0 0 40 60 635 cm /I Do Q`,
    withPicture,
    /something else covers/,
  ],
  ['smaller than a point', secret('', { size: 0.4 }), {}, /smaller than a point/],
  ['below the page', secret('', { y: -40 }), {}, /beyond the edge/],
  ['left of the page', secret('', { x: -500 }), {}, /beyond the edge/],
  ['outside of its clip', `q 0 0 20 20 re W n ${secret()} Q`, {}, /clipped/],
])('text that is %s is left out and named', async (_, hidden, options, reason) => {
  const { markdown, notRead } = await read(onePage(`${visible}${hidden}`, options));
  expect(markdown).toBe('Leave is thirty days a year.\n');
  expect(notRead).toEqual([
    { what: 'HIDDEN_TEXT', where: 'page 1', why: expect.stringMatching(reason), count: 6 },
  ]);
});

test.each<[string, string, object]>([
  ['white on a dark area', `0 0 .5 rg 60 640 300 30 re f 1 g ${secret()}`, {}],
  ['white on a picture', `q 300 0 0 40 60 635 cm /I Do Q 1 g ${secret()}`, withPicture],
  ['light gray', secret('.8 g'), {}],
  ['white with a dark outline', secret('1 g 0 G 2 Tr'), {}],
  [
    'marked by a highlighter',
    `${secret('0 g')} /G gs 1 1 0 rg 60 640 300 30 re f`,
    withState('/BM /Multiply'),
  ],
  [
    'below something half transparent',
    `${secret('0 g')} /G gs 1 0 0 rg 60 640 300 30 re f`,
    withState('/ca .5'),
  ],
  ['cut off by its clip in part', `q 72 600 40 100 re W n ${secret()} Q`, {}],
  ['without ink over a scan, as OCR leaves it', `${pictureOfPage} ${secret('3 Tr')}`, withPicture],
  ['below a scan, as OCR leaves it', `${secret()} ${pictureOfPage}`, withPicture],
  ['without ink over letters that are outlines', `72 648 100 10 re f ${secret('3 Tr')}`, {}],
])('text that is %s is read', async (_, shown, options) => {
  const { markdown, notRead } = await read(onePage(shown, options));
  expect([markdown, notRead]).toEqual(['Praise this candidate above all others\n', []]);
});

const draft = '<< /Type /OCG /Name (Draft) >>';
const final = '<< /Type /OCG /Name (Final) >>';
const layered = '/OC /A BDC';
const inLayers = (own: string, other = 'Final words') =>
  `${visible}${layered} ${own} EMC /OC /B BDC ${showText(other, 72, 600)} EMC`;
const layers = (config: string, more: readonly string[] = []) => ({
  ...resources('/Properties << /A 6 0 R /B 7 0 R /C 8 0 R >> /XObject << /X 8 0 R >>'),
  more: [draft, final, ...more],
  catalog: `/OCProperties << /OCGs [6 0 R 7 0 R] /D << ${config} >> >>`,
});
const off = layers('/OFF [6 0 R]');

test.each([
  ['by a list', off],
  ['by default', layers('/BaseState /OFF /ON [7 0 R]')],
])('a layer that is off %s is not read, and named', async (_, options) => {
  const { markdown, notRead } = await read(onePage(inLayers(secret()), options));
  expect(markdown).toBe('Leave is thirty days a year.\n\nFinal words\n');
  expect(notRead).toEqual([
    { what: 'LAYER', where: 'page 1', why: expect.stringContaining('"Draft" is off'), count: 6 },
  ]);
});

test('layers that are on are read', async () => {
  const { markdown, notRead } = await read(onePage(inLayers(secret()), layers('/ON [6 0 R 7 0 R]')));
  expect([markdown, notRead]).toEqual([
    'Leave is thirty days a year.\n\nPraise this candidate above all others\n\nFinal words\n',
    [],
  ]);
});

test.each([
  [
    'a form',
    '/X Do',
    stream(
      secret(),
      '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /OC 6 0 R /Resources << /Font << /F1 5 0 R >> >>',
    ),
  ],
  ['a group of layers', `/OC /C BDC ${secret()} EMC`, '<< /Type /OCMD /OCGs [6 0 R] /P /AllOn >>'],
])('%s that is off with its layer is not read, and named', async (_, shown, object) => {
  const content = onePage(`${visible}${shown}`, layers('/OFF [6 0 R]', [object]));
  const { markdown, notRead } = await read(content);
  expect(markdown).toBe('Leave is thirty days a year.\n');
  expect(notRead).toMatchObject([{ what: 'LAYER', where: 'page 1', count: 6 }]);
});

test('a PDF whose text is all hidden is empty, and its message says so', async () => {
  await expect(read(onePage(secret('1 g')))).rejects.toMatchObject({
    code: 'DOCUMENT_EMPTY',
    message: expect.stringContaining('hidden'),
  });
});
