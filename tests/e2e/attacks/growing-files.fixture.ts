import { zipOf } from '../../../packages/readers/formats/test/zip/zip.fixture.ts';

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const office = 'urn:oasis:names:tc:opendocument:xmlns';

/** A workbook of some kilobytes with 46 MB of text: one long string in each of 46,000 cells. */
export function growingXlsx(): Buffer {
  const rows = Array.from({ length: 4_600 }, () => `<row>${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`);
  return zipOf({
    '[Content_Types].xml':
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    'xl/workbook.xml': `<workbook xmlns:r="${relations}"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst><si><t>${'heron pond '.repeat(91)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  });
}

/** A spreadsheet of a kilobyte whose one row is repeated until there are almost 5 MB of text. */
export function growingOds(): Buffer {
  const cell = `<table:table-cell table:number-columns-repeated="50"><text:p>heron pond</text:p></table:table-cell>`;
  const row = `<table:table-row table:number-rows-repeated="9000">${cell}</table:table-row>`;
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content xmlns:office="${office}:office:1.0" xmlns:table="${office}:table:1.0" xmlns:text="${office}:text:1.0"><office:body><office:spreadsheet><table:table table:name="S">${row}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
}
