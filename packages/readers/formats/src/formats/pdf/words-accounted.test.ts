import { expect, test } from '@jest/globals';
import { convertLocated } from '../../../test/convert.fixture.ts';
import { helvetica, rawPdf, showText, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

/** A page as one of several producers writes it: its content, and the entries of its resources and of the page. */
interface Way {
  readonly name: string;
  /** Around what is no part of the text. */
  readonly artifact: (content: string) => string;
  /** Around what belongs to the layer of this name. */
  readonly layer: (name: 'Draft' | 'Final', content: string) => string;
}

const ways: readonly Way[] = [
  {
    name: 'Word',
    artifact: (content) => `/Artifact <</Type /Pagination /Subtype /Header>> BDC q ${content} Q EMC\n`,
    layer: (name, content) => `/OC /${name} BDC q ${content} Q EMC\n`,
  },
  {
    name: 'InDesign',
    artifact: (content) => `/Artifact BMC ${content} EMC\n`,
    layer: (name, content) => `/OC /${name} BDC /Layer BMC ${content} EMC EMC\n`,
  },
  {
    name: 'Acrobat',
    artifact: (content) => `/Artifact <</Subtype /Watermark /Type /Pagination>> BDC ${content} EMC\n`,
    layer: (name, content) => `/OC /Of${name} BDC ${content} EMC\n`,
  },
  {
    name: 'LaTeX',
    artifact: (content) => `/Artifact <</Attached [/Top]>> BDC ${content} EMC\n`,
    layer: (name, content) => `q /OC /${name} BDC ${content} EMC Q\n`,
  },
];

const lines = (from: number, count: number, y: number) =>
  Array.from({ length: count }, (_, line) =>
    showText(`word${from + line}a word${from + line}b word${from + line}c`, 72, y - 14 * line),
  ).join('');

/** Kinds of pages, each with a function that returns the content of a page by its number. */
const cases: readonly (readonly [string, (way: Way, page: number) => string])[] = [
  [
    'running heads',
    ({ artifact }, page) => `${artifact(showText('Annual report', 72, 780))}${lines(100 * page, 30, 700)}`,
  ],
  ['a page of artifacts', ({ artifact }, page) => artifact(lines(100 * page, 30, 700))],
  ['artifacts from edge to edge', ({ artifact }, page) => artifact(lines(100 * page, 50, 780))],
  [
    'boxes as artifacts',
    ({ artifact }, page) => `${lines(100 * page, 10, 700)}${artifact(lines(100 * page + 50, 8, 400))}`,
  ],
  [
    'heads larger than the text',
    ({ artifact }, page) => `${artifact(lines(100, 3, 780))}${lines(100 * page, 4, 400)}`,
  ],
  [
    'a layer that is off',
    ({ layer }, page) => `${lines(100 * page, 20, 700)}${layer('Draft', lines(100 * page + 50, 5, 300))}`,
  ],
  [
    'a layer that is on',
    ({ layer }, page) => `${lines(100 * page, 20, 700)}${layer('Final', lines(100 * page + 50, 5, 300))}`,
  ],
  [
    'both layers at one place',
    ({ layer }, page) =>
      layer('Draft', lines(100 * page, 9, 700)) + layer('Final', lines(100 * page + 50, 9, 700)),
  ],
  ['white text', (_, page) => `${lines(100 * page, 20, 700)} 1 g ${lines(100 * page + 50, 5, 300)} 0 g`],
  [
    'artifacts in a layer',
    ({ artifact, layer }, page) =>
      `${lines(100 * page, 9, 700)}${layer('Final', artifact(lines(100 * page + 50, 5, 300)))}`,
  ],
];

function documentOf(pages: readonly string[]): Buffer {
  const properties = '/Properties << /Draft 4 0 R /Final 5 0 R /OfDraft 6 0 R /OfFinal 7 0 R >>';
  const kids = pages.map((_, index) => `${8 + 2 * index} 0 R`).join(' ');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [4 0 R 5 0 R] /D << /ON [5 0 R] /OFF [4 0 R] >> >> >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    helvetica,
    '<< /Type /OCG /Name (Draft) >>',
    '<< /Type /OCG /Name (Final) >>',
    '<< /Type /OCMD /OCGs [4 0 R] >>',
    '<< /Type /OCMD /OCGs [5 0 R] >>',
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${9 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> ${properties} >> >>`,
      stream(content),
    ]),
  ]);
}

const wordsOf = (text: string) => text.match(/word\d+[abc]|Annual|report/g) ?? [];

test.each(ways.flatMap((way) => cases.map(([name, page]) => [name, way.name, way, page] as const)))(
  'with %s as %s writes them, the words of a PDF are read or counted as not read',
  async (_, __, way, page) => {
    const pages = [1, 2, 3].map((number) => page(way, number));
    const { markdown, notRead } = await convertLocated({ name: 'a.pdf', content: documentOf(pages) });
    const drawn = wordsOf(pages.join(' ')).length;
    const lost = drawn - wordsOf(markdown).length;
    const counted = notRead.reduce((sum, { count }) => sum + count, 0);
    expect(lost <= counted || lost <= 0.03 * drawn).toBe(true);
    expect(counted).toBeLessThanOrEqual(lost);
  },
);
