import { utils, write } from '@e965/xlsx';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import PDFKit from 'pdfkit';
import PptxGenJS from 'pptxgenjs';
import { finish } from '../../../../packages/readers/formats/test/formats/pdf/documents.fixture.ts';
import {
  list,
  listStyle,
  openDocumentOf,
  paragraph,
} from '../../../../packages/readers/formats/test/open-document/open-document.fixture.ts';
import { zipOf } from '../../../../packages/readers/formats/test/zip/zip.fixture.ts';

const words = 'The minutes of the meeting say what was decided, and by whom it will be done.';

function docx(): Promise<Buffer> {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const rows = [1, 2, 3].map((row) => new TableRow({ children: [cell(`Row ${row}`), cell(words)] }));
  const children = [
    new Paragraph({ text: 'Minutes', heading: HeadingLevel.HEADING_1 }),
    new Paragraph({ text: words, bullet: { level: 0 } }),
    new Table({ rows }),
    ...Array.from({ length: 20 }, () => new Paragraph(words)),
  ];
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

async function pptx(): Promise<Uint8Array> {
  const Presentation = PptxGenJS as unknown as typeof PptxGenJS.default;
  const deck = new Presentation();
  for (const title of ['One', 'Two']) deck.addSlide().addText(title, { x: 1, y: 1 }).addNotes(words);
  return (await deck.write({ outputType: 'nodebuffer' })) as Uint8Array;
}

function book(bookType: 'xlsx' | 'xlsb' | 'biff8' | 'ods'): Uint8Array {
  const sheet = utils.aoa_to_sheet([
    ['Name', 'Count'],
    ...Array.from({ length: 30 }, (_, row) => [`Row ${row}`, row]),
  ]);
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, sheet, 'Sheet');
  return new Uint8Array(write(workbook, { type: 'buffer', bookType, compression: true }));
}

function pdf(): Promise<Buffer> {
  const document = new PDFKit();
  for (let page = 1; page <= 3; page++) {
    if (page > 1) document.addPage();
    document.fontSize(20).text(`Page ${page}`).fontSize(11).text(words.repeat(5));
    document.rect(72, 400, 200, 40).stroke().text('Cell', 80, 410);
  }
  return finish(document);
}

const page = (body: string) => `<html><body><h1>Minutes</h1>${body}</body></html>`;
const body = `<p>${words}</p><ul><li>One<ul><li>Two</li></ul></li></ul><table><tr><th>A</th><td>B</td></tr></table>`;

const epub = () =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf':
      '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'a.xhtml': page(body),
  });

const eml = () =>
  Buffer.from(
    [
      'From: Ann <ann@example.com>',
      'Subject: =?utf-8?q?Minutes?=',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="x"',
      '',
      '--x',
      'Content-Type: text/plain; charset=utf-8',
      '',
      words,
      '--x',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(page(body)).toString('base64'),
      '--x--',
      '',
    ].join('\r\n'),
  );

const rtf = () =>
  Buffer.from(
    `{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}\\pard\\s1\\outlinelevel0 Minutes\\par\\pard ${words}\\par\\trowd\\cellx1000\\cellx2000\\pard\\intbl A\\cell B\\cell\\row\\pard{\\field{\\*\\fldinst{HYPERLINK "https://example.com"}}{\\fldrslt{there}}}\\par}`,
  );

const odt = () =>
  openDocumentOf(
    'text',
    paragraph(words) + list('l', paragraph('One'), paragraph('Two')) + paragraph('End'),
    listStyle('l', 'bullet'),
  );

const odp = () =>
  openDocumentOf(
    'presentation',
    `<draw:page draw:name="1"><draw:frame presentation:class="title"><draw:text-box>${paragraph('Title')}</draw:text-box></draw:frame></draw:page>`,
  );

const rows = Array.from({ length: 40 }, (_, row) => `${row},"Some, ${row}",${row / 3}\n`).join('');
const records = Array.from({ length: 20 }, (_, id) => ({
  id,
  name: `Name ${id}`,
  tags: ['a', { deep: [1] }],
}));
const elements = records.map(({ id, name }) => `<person id="${id}"><name>${name}</name></person>`).join('\n');

/** An ordinary document of every format, by the ending of its name. */
export const samples: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  docx,
  pptx,
  xlsx: () => book('xlsx'),
  xlsb: () => book('xlsb'),
  xls: () => book('biff8'),
  ods: () => book('ods'),
  odt,
  odp,
  rtf,
  pdf,
  epub,
  eml,
  html: () => Buffer.from(page(body.repeat(5))),
  md: () => Buffer.from(`# Minutes\n\n- ${words}\n  - Two\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n`),
  csv: () => Buffer.from(`id,name,share\n${rows}`),
  json: () => Buffer.from(JSON.stringify({ records })),
  xml: () => Buffer.from(`<?xml version="1.0"?><people>${elements}</people>`),
  txt: () => Buffer.from(`${words}\n`.repeat(20)),
};
