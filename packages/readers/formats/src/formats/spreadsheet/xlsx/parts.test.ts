import { expect, test } from '@jest/globals';
import { convertLocated, markdownOf } from '../../../../test/convert.fixture.ts';
import { chartOf, chartReference, relationshipsOf } from '../../../../test/open-xml/chart.fixture.ts';
import { type ZipContent, zipOf } from '../../../../test/zip/zip.fixture.ts';

/** An XLSX of one sheet whose rows and texts are given as XML, with other parts if any. */
const xlsxOf = (rows: string, strings = '', parts: ZipContent = {}) =>
  zipOf({
    '[Content_Types].xml':
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="sheet.xml"/><Relationship Id="r2" Type="http://x/sharedStrings" Target="strings.xml"/></Relationships>',
    'xl/sheet.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/strings.xml': `<sst>${strings}</sst>`,
    ...parts,
  });

test('texts and formats are found whatever the case of their parts', async () => {
  const files = {
    '[content_types].xml':
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    'XL/Workbook.xml': '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets\\sheet1.xml"/><Relationship Id="r2" Type="http://x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="http://x/styles" Target="styles.xml"/></Relationships>',
    'xl/Worksheets/Sheet1.xml':
      '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="s"><v>1</v></c><c s="1"><v>45356</v></c></row></sheetData></worksheet>',
    'xl/SharedStrings.xml': '<sst><si><t>Part</t></si><si><t>Due</t></si></sst>',
    'xl/Styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  };
  await expect(markdownOf('a.xlsx', zipOf(files))).resolves.toContain('| Due | 2024-03-05 |');
});

test('characters that a workbook escapes are those characters', async () => {
  const strings = '<si><t>Main Street 5_x000D_\n12345 Town</t></si><si><t>_x005F_x0041_</t></si>';
  const inline = '<c t="inlineStr"><is><t>a_x0009_b</t></is></c>';
  const rows = `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c>${inline}</row>`;
  await expect(markdownOf('a.xlsx', xlsxOf(rows, strings))).resolves.toContain(
    '| Main Street 5<br>12345 Town | \\_x0041\\_ | a\tb |',
  );
});

test('text boxes and charts of a sheet follow its cells, and sheets of a chart alone are read', async () => {
  const box = '<xdr:sp><xdr:txBody><a:p><a:r><a:t>Prices are net</a:t></a:r></a:p></xdr:txBody></xdr:sp>';
  const frame = `<xdr:graphicFrame>${chartReference('r1')}</xdr:graphicFrame>`;
  const drawing = (content: string) =>
    `<xdr:wsDr><xdr:twoCellAnchor>${content}</xdr:twoCellAnchor></xdr:wsDr>`;
  const charts = { 'xl/chart1.xml': chartOf('Sales', { Norway: '45356' }, 'dd.mm.yyyy') };
  const content = xlsxOf('<row><c><v>1</v></c><c><v>2</v></c></row>', '', {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="S" r:id="r1"/><sheet name="Chart" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationshipsOf(
      ['r1', 'worksheet', 'sheet.xml'],
      ['r2', 'chartsheet', 'chart.xml'],
    ),
    'xl/_rels/sheet.xml.rels': relationshipsOf(['r1', 'drawing', 'drawing1.xml']),
    'xl/_rels/chart.xml.rels': relationshipsOf(['r1', 'drawing', 'drawing2.xml']),
    'xl/chart.xml': '<chartsheet/>',
    'xl/drawing1.xml': drawing(box + frame),
    'xl/_rels/drawing1.xml.rels': relationshipsOf(['r1', 'chart', 'chart1.xml']),
    'xl/drawing2.xml': drawing(frame),
    'xl/_rels/drawing2.xml.rels': relationshipsOf(['r1', 'chart', 'chart1.xml']),
    ...charts,
  });
  const table = '**Sales**\n\n| Country | Share |\n| --- | --- |\n| Norway | 05.03.2024 |\n';
  await expect(markdownOf('a.xlsx', content)).resolves.toBe(
    `## S\n\n| 1 | 2 |\n| --- | --- |\n\nPrices are net\n\n${table}\n## Chart\n\n${table}`,
  );
});

test('formulas whose results the file lacks are counted as not read, and those without text are not', async () => {
  const rows =
    '<row><c><v>100</v></c><c><f>A1*2</f><v></v></c><c><f>SUM(A1:B1)</f></c><c t="str"><f>""</f><v></v></c><c><f>A1</f><v>100</v></c></row>';
  const { notRead } = await convertLocated({ name: 'a.xlsx', content: xlsxOf(rows) });
  expect(notRead).toMatchObject([{ what: 'FORMULA', where: 'sheet S', count: 2 }]);
});
