import { deflateRawSync } from 'node:zlib';
import { docxOf } from '../../../../packages/readers/formats/test/formats/docx/docx.fixture.ts';
import { openDocumentOf } from '../../../../packages/readers/formats/test/open-document/open-document.fixture.ts';
import { zipOf } from '../../../../packages/readers/formats/test/zip/zip.fixture.ts';
import {
  encrypted,
  filled,
  type HostileFile,
  hostile,
  readable,
  tooComplex,
  unreadable,
  unsupported,
} from './hostile-file.fixture.ts';
import { samples } from './samples.fixture.ts';

const megabyte = 2 ** 20;
const text = (content: string) => `<w:p><w:r><w:t>${content}</w:t></w:r></w:p>`;
const spaces = (megabytes: number) => filled(megabytes * megabyte, ' ').toString();
const manyFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`word/part${index}.xml`, '']));

function sheetOf(cells: string): Buffer {
  return zipOf({
    '[Content_Types].xml':
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    'xl/workbook.xml':
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${cells}</sheetData></worksheet>`,
  });
}

const inlineCell = (place: string) => `<c r="${place}" t="inlineStr"><is><t>x</t></is></c>`;

/** An archive whose one file says that it is small, and is not. */
function liar(): Buffer {
  return docxOf(text(spaces(64)), {}, { of: 'word/document.xml', size: 1_000 });
}

/** Two names in the directory for each byte of one file that both share (the bomb of David Fifield, in small). */
function overlapping(): Buffer {
  const whole = zipOf({ 'word/document.xml': spaces(16) });
  const end = whole.length - 22;
  const directory = whole.subarray(whole.readUInt32LE(end + 16), end);
  const copies = 400;
  const tail = Buffer.from(whole.subarray(end));
  tail.writeUInt16LE(copies, 10);
  tail.writeUInt32LE(directory.length * copies, 12);
  return Buffer.concat([whole.subarray(0, end - directory.length), ...Array(copies).fill(directory), tail]);
}

/** Archives and what office programs put into them. */
export const hostileArchives: readonly HostileFile[] = [
  hostile('zip in zip in zip.docx', [unsupported, unreadable], () => {
    let inner: Uint8Array = zipOf({ 'a.txt': spaces(8) });
    for (let depth = 0; depth < 6; depth++)
      inner = zipOf(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${index}.zip`, inner])));
    return inner;
  }),
  hostile('ratio bomb.docx', tooComplex, () => docxOf(text(spaces(24)))),
  hostile('ratio bomb.odt', tooComplex, () => openDocumentOf('text', `<text:p>${spaces(24)}</text:p>`)),
  hostile('ratio bomb.xlsx', tooComplex, () => sheetOf(spaces(24))),
  hostile('ratio bomb.epub', tooComplex, () =>
    zipOf({ mimetype: 'application/epub+zip', 'META-INF/container.xml': spaces(24) }),
  ),
  hostile('a size that lies.docx', [unreadable, tooComplex], liar),
  hostile('overlapping files.docx', [unsupported, unreadable, tooComplex], overlapping),
  hostile('many files.docx', tooComplex, () => docxOf(text('x'), manyFiles(20_001))),
  hostile('many files, as few as allowed.docx', readable, () => docxOf(text('x'), manyFiles(15_000))),
  hostile('paths that lead out.docx', readable, () =>
    docxOf(text('x'), { '../../../tmp/docfleet-escaped': 'x', '/etc/docfleet-escaped': 'x', 'C:\\x': 'x' }),
  ),
  hostile('a document outside.docx', [unreadable, unsupported, readable], () =>
    zipOf({
      '[Content_Types].xml':
        '<Types><Override PartName="/../../etc/passwd" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels':
        '<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="file:///etc/passwd"/></Relationships>',
    }),
  ),
  hostile('chapters outside.epub', [unreadable, readable, 'DOCUMENT_EMPTY'], () =>
    zipOf({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
      'a.opf':
        '<package><manifest><item id="a" href="../../../etc/passwd" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    }),
  ),
  hostile('encrypted entries.docx', encrypted, () => docxOf(text('x'), {}, { flags: 1 })),
  hostile('encrypted.odt', encrypted, () =>
    zipOf({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'META-INF/manifest.xml':
        '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
      'content.xml': Buffer.from([1, 2, 3, 4, 5]),
    }),
  ),
  hostile('broken deflate.docx', unreadable, async () => {
    const whole = Buffer.from((await samples['docx']?.()) ?? []);
    const packed = deflateRawSync(Buffer.from('word'));
    whole.fill(0xff, 600 + packed.length, 900);
    return whole;
  }),
  hostile('directory alone.docx', [unsupported, unreadable], () => docxOf(text('x')).subarray(-200)),
  hostile('deep paragraphs.docx', [readable, tooComplex, unreadable], () =>
    docxOf(`${'<w:sdt><w:sdtContent>'.repeat(100_000)}${text('x')}`),
  ),
  hostile('deep tables.docx', [readable, tooComplex, unreadable], () =>
    docxOf('<w:tbl><w:tr><w:tc>'.repeat(30_000)),
  ),
  hostile('deep lists.odt', [readable, tooComplex, unreadable, 'DOCUMENT_EMPTY'], () =>
    openDocumentOf('text', `${'<text:list><text:list-item>'.repeat(50_000)}<text:p>x</text:p>`),
  ),
  hostile('deep groups.pptx', [readable, tooComplex, unreadable, 'DOCUMENT_EMPTY'], () =>
    zipOf({
      '[Content_Types].xml':
        '<Types><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
      'ppt/presentation.xml':
        '<p:presentation xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="a" Type="slide" Target="slides/slide1.xml"/></Relationships>',
      'ppt/slides/slide1.xml': `<p:sld><p:cSld><p:spTree>${'<p:grpSp>'.repeat(50_000)}`,
    }),
  ),
  hostile('a cell at the end of the world.xlsx', readable, () =>
    sheetOf(`<row r="1">${inlineCell('A1')}</row><row r="1048576">${inlineCell('XFD1048576')}</row>`),
  ),
  hostile('columns without end.xlsx', [readable, unreadable, tooComplex], () =>
    sheetOf(
      `<row r="1">${inlineCell('ZZZZZZZZ1')}</row><row r="99999999999">${inlineCell('A99999999999')}</row>`,
    ),
  ),
  hostile('repeated rows.ods', readable, () =>
    openDocumentOf(
      'spreadsheet',
      '<table:table table:name="S"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
    ),
  ),
  hostile('repeated spaces.odt', [readable, tooComplex], () =>
    openDocumentOf('text', '<text:p>x<text:s text:c="2000000000"/>y</text:p>'),
  ),
];
