import { deflateSync } from 'node:zlib';
import PDFKit from 'pdfkit';
import { finish } from '../../../../packages/readers/formats/test/formats/pdf/documents.fixture.ts';
import {
  helvetica,
  onePage,
  rawPdf,
  showText,
  stream,
} from '../../../../packages/readers/formats/test/formats/pdf/raw-pdf.fixture.ts';
import {
  empty,
  encrypted,
  filled,
  type HostileFile,
  hostile,
  readable,
  tooComplex,
  unreadable,
} from './hostile-file.fixture.ts';

const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';
const megabyte = 2 ** 20;

function flateBomb(rounds: number): string {
  let packed: Uint8Array = filled(60 * megabyte, ' ');
  for (let round = 0; round < rounds; round++) packed = deflateSync(packed);
  return stream(packed, `/Filter [${'/FlateDecode '.repeat(rounds)}]`);
}

const pages = (tree: string) =>
  rawPdf([
    catalogue,
    tree,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream(showText('Page')),
    helvetica,
  ]);

/** Pages that share what they say, but differ. */
function manyPages(count: number): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> >>';
  const references = Array.from({ length: count }, (_, index) => `${index + 5} 0 R`).join(' ');
  return rawPdf([
    catalogue,
    `<< /Type /Pages /MediaBox [0 0 600 800] /Kids [${references}] /Count ${count} >>`,
    stream(showText('Page')),
    helvetica,
    ...Array.from({ length: count }, () => page),
  ]);
}

async function locked(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const document = new PDFKit(options);
  document.text('The secret text.');
  return await finish(document);
}

/** PDFs. */
export const hostilePdfs: readonly HostileFile[] = [
  hostile('encrypted, RC4.pdf', encrypted, () => locked({ pdfVersion: '1.4', userPassword: 'u' })),
  hostile('encrypted, AES.pdf', encrypted, () => locked({ pdfVersion: '1.7ext3', userPassword: 'u' })),
  hostile('encrypted for changes only.pdf', readable, () => locked({ ownerPassword: 'o' })),
  hostile('20,000 pages.pdf', [readable, tooComplex], () => manyPages(20_000)),
  hostile('a million pages that are not there.pdf', readable, () =>
    pages('<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>'),
  ),
  hostile('pages in a circle.pdf', readable, () => pages('<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 9 >>')),
  hostile('pages without end.pdf', [unreadable, empty], () =>
    pages('<< /Type /Pages /Kids [2 0 R] /Count 1 >>'),
  ),
  hostile('a flate bomb.pdf', tooComplex, () =>
    rawPdf([
      catalogue,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Contents [4 0 R 4 0 R 4 0 R] >>',
      stream(deflateSync(filled(200 * megabyte, ' ')), '/Filter /FlateDecode'),
    ]),
  ),
  hostile('a flate bomb in a flate bomb.pdf', [tooComplex, empty], () =>
    rawPdf([
      catalogue,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Contents [${'4 0 R '.repeat(50)}] >>`,
      flateBomb(3),
    ]),
  ),
  hostile('a form that draws itself.pdf', [readable, tooComplex], () =>
    onePage('/X Do', {
      page: '/Resources 7 0 R',
      more: [
        stream(`${showText('Again.')} /X Do /X Do`, '/Type /XObject /Subtype /Form /Resources 7 0 R'),
        '<< /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >>',
      ],
    }),
  ),
  hostile('forms that draw forms.pdf', [readable, tooComplex], () => {
    const form = (index: number) =>
      stream(
        '/X Do '.repeat(10) + showText('deep'),
        `/Type /XObject /Subtype /Form /Resources << /Font << /F1 5 0 R >> /XObject << /X ${index + 7} 0 R >> >>`,
      );
    return onePage('/X Do', {
      page: '/Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >>',
      more: Array.from({ length: 12 }, (_, index) => form(index)),
    });
  }),
  hostile('nested arrays.pdf', readable, () =>
    onePage(`${showText('Still here.')}${'['.repeat(500_000)}`, { more: ['['.repeat(500_000)] }),
  ),
  hostile('open dictionaries.pdf', [readable, unreadable, empty], () =>
    onePage(showText('x'), { more: ['<< /A '.repeat(300_000)] }),
  ),
  hostile('a length of its own.pdf', empty, () =>
    onePage('', { more: ['<< /Length 6 0 R >>\nstream\nabc\nendstream'], page: '/Contents 6 0 R' }),
  ),
  hostile('a font of many characters.pdf', [readable, tooComplex, empty], () => {
    const ranges = '<0000> <FFFF> <0000>\n'.repeat(2_000);
    return onePage(showText('wide'), {
      font: '<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [] >>',
      more: [stream(`begincmap 2000 beginbfrange ${ranges} endbfrange endcmap`)],
    });
  }),
  hostile('a huge page.pdf', [readable, empty], () =>
    onePage(showText('far', 1e9, 1e9), { page: '/MediaBox [-1e30 -1e30 1e30 1e30] /Rotate 89' }),
  ),
  hostile('a million lines.pdf', [readable, tooComplex], () =>
    onePage(showText('x') + '0 0 m 10 10 l S\n1 1 9 9 re S\n'.repeat(500_000)),
  ),
  hostile('a million words in one place.pdf', [readable, tooComplex], () =>
    onePage(`BT /F1 12 Tf 72 700 Td ${'(w) Tj '.repeat(500_000)} ET`),
  ),
  hostile('a head and nothing else.pdf', unreadable, () => Buffer.from('%PDF-1.7\n')),
  hostile('rubbish after its head.pdf', unreadable, () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), filled(200_000, 'xy ')]),
  ),
  // pdf.js would look for the end of each, in what follows, for hours.
  hostile('many beginnings of objects.pdf', unreadable, () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), filled(8_000_000, '1 0 obj << ')]),
  ),
];
