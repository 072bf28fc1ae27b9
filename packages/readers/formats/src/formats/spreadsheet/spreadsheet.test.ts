import { utils, type WorkSheet, write } from '@e965/xlsx';
import { expect, test } from '@jest/globals';
import { convertFile, convertLocated, markdownOf } from '../../../test/convert.fixture.ts';
import { zipOf } from '../../../test/zip/zip.fixture.ts';

type Kind = 'xlsx' | 'xlsb' | 'biff8' | 'ods';

function workbookOf(kind: Kind, sheets: Readonly<Record<string, WorkSheet>>, hidden: readonly number[] = []) {
  const workbook = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(workbook, sheet, name);
  workbook.Workbook = {
    Sheets: workbook.SheetNames.map((_, index) => ({ Hidden: hidden.includes(index) ? 1 : 0 })),
  };
  return write(workbook, { type: 'buffer', bookType: kind, compression: true, bookSST: true }) as Buffer;
}

const convert = (kind: Kind, sheets: Readonly<Record<string, WorkSheet>>) =>
  markdownOf('file', workbookOf(kind, sheets));

/** Creates a sheet of people. Formats are left out for ODS, whose writer here cannot write them. */
const people = (kind: Kind) => {
  const sheet = utils.aoa_to_sheet([
    ['Name', 'Share', 'Born', 'Paid', 'Active', 'Page'],
    ['Ada', 0.125, 44_000, 1234.5, true, 'site'],
    ['Alan *x*', 0.5, 44_001.5, -7, false, 'a|b\nc'],
  ]);
  const formats = { B2: '0.0%', C2: 'd mmm yyyy', C3: 'yyyy-mm-dd hh:mm', D2: '[$€]#,##0.00' };
  if (kind !== 'ods') for (const [cell, format] of Object.entries(formats)) sheet[cell].z = format;
  sheet['F2'].l = { Target: 'https://example.com/a b' };
  return sheet;
};

test('a damaged formula in an XLS, which SheetJS would read without end, is passed over', async () => {
  const content = workbookOf('biff8', { Sheet: people('biff8') });
  // The looks of a cell become the formula of an array that is longer than its record.
  const looks = content.indexOf(Buffer.from([0xe0, 0, 20, 0]));
  content.fill(1, content.writeUInt16LE(0x0221, looks) + 2, looks + 24);
  await expect(markdownOf('a.xls', content)).resolves.toContain('| Ada |');
});

test.each(['xlsx', 'xlsb', 'biff8'] as const)('%s: cells are shown as their formats say', async (kind) => {
  await expect(convert(kind, { People: people(kind) })).resolves.toBe(
    [
      '## People\n',
      '| Name | Share | Born | Paid | Active | Page |',
      '| --- | --- | --- | --- | --- | --- |',
      '| Ada | 12.5% | 18 Jun 2020 | €1,234.50 | TRUE | [site](https://example.com/a%20b) |',
      '| Alan \\*x\\* | 0.5 | 2020-06-19 12:00 | -7 | FALSE | a\\|b<br>c |\n',
    ].join('\n'),
  );
});

test.each([
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['xlsb', 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
  ['biff8', 'application/vnd.ms-excel'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
] as const)('%s is identified by its content', async (kind, mimeType) => {
  const content = workbookOf(kind, { Sheet: people(kind) });
  await expect(convertFile({ name: 'notes.txt', content })).resolves.toMatchObject({ mimeType });
});

test.each(['xlsx', 'xlsb', 'biff8', 'ods'] as const)(
  '%s: each sheet has its heading, hidden ones too, and empty ones none',
  async (kind) => {
    const cell = (value: string) =>
      utils.aoa_to_sheet([
        ['k', 'v'],
        [value, 1],
      ]);
    const sheets = { 'First & #1': cell('a'), Empty: utils.aoa_to_sheet([]), Hidden: cell('b') };
    const markdown = await markdownOf('file', workbookOf(kind, sheets, [2]));
    expect(markdown).toBe(
      '## First & #1\n\n| k | v |\n| --- | --- |\n| a | 1 |\n\n## Hidden\n\n| k | v |\n| --- | --- |\n| b | 1 |\n',
    );
  },
);

test.each(['xlsx', 'xlsb', 'biff8'] as const)(
  '%s: a cell that spans rows is in each, one that spans columns in the first',
  async (kind) => {
    const sheet = utils.aoa_to_sheet([
      ['Group', 'Name', 'Size'],
      ['A', 'x', 1],
      [null, 'y', 2],
      ['wide', null, 3],
    ]);
    sheet['!merges'] = [
      { s: { r: 1, c: 0 }, e: { r: 2, c: 0 } },
      { s: { r: 3, c: 0 }, e: { r: 3, c: 1 } },
    ];
    await expect(convert(kind, { S: sheet })).resolves.toContain(
      '| A | x | 1 |\n| A | y | 2 |\n| wide |  | 3 |\n',
    );
  },
);

test('formulas are shown by their results, errors by their names, and HYPERLINK leads where it says', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Sum', 'Error', 'Link'],
    [3, 'x', 'page'],
  ]);
  sheet['A2'].f = '1+2';
  sheet['B2'] = { t: 'e', v: 7, f: '1/0' };
  sheet['C2'].f = 'HYPERLINK("https://example.com","page")';
  await expect(convert('xlsx', { S: sheet })).resolves.toContain(
    '| 3 | #DIV/0! | [page](https://example.com) |',
  );
});

test('lines above the header are text, and empty rows and columns are left out', async () => {
  const sheet = utils.aoa_to_sheet([]);
  utils.sheet_add_aoa(sheet, [['Report 2026'], [], [null, 'a', null, 'b'], [], [null, 1, null, 2]], {
    origin: 'C5',
  });
  await expect(convert('xlsx', { S: sheet })).resolves.toBe(
    '## S\n\nReport 2026\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n',
  );
});

test('a header that is shorter than the rows below it has a cell for each of their columns', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Name', 'Born'],
    ['Ada', 1815, 'first'],
    ['Alan', 1912],
  ]);
  await expect(convert('xlsx', { People: sheet })).resolves.toContain(
    '| Name | Born |  |\n| --- | --- | --- |\n| Ada | 1815 | first |\n| Alan | 1912 |',
  );
});

test('short dates are shown so that the day is not taken for the month', async () => {
  const sheet = utils.aoa_to_sheet([
    ['a', 'b'],
    [44_000, 1],
  ]);
  sheet['A2'].z = 'm/d/yy';
  await expect(convert('xlsx', { S: sheet })).resolves.toContain('| 2020-06-18 | 1 |');
});

test('the header comes again every fifty rows, and a column that turns up late gets into it', async () => {
  const rows = Array.from({ length: 2_500 }, (_, row) => [
    `name ${row}`,
    row,
    ...(row === 2_200 ? ['late'] : []),
  ]);
  const markdown = await convert('xlsx', { S: utils.aoa_to_sheet([['Name', 'Size'], ...rows]) });
  expect(markdown.match(/\| Name \| Size \|/g)?.length).toBeGreaterThanOrEqual(49);
  expect(markdown).toContain('| name 2200 | 2200 | late |');
  expect(markdown.match(/\| name /g)).toHaveLength(2_500);
});

test('a cell in the last row and column costs no more than any other', async () => {
  const sheet = utils.aoa_to_sheet([['a', 'b']]);
  sheet['XFD1048576'] = { t: 's', v: 'far' };
  sheet['!ref'] = 'A1:XFD1048576';
  const file = zipOf(
    sheetFile(
      '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row><row r="1048576"><c r="XFD1048576" t="str"><v>far</v></c></row>',
    ),
  );
  expect((await markdownOf('sparse.xlsx', file)).length).toBeLessThan(200);
});

/** The least that makes a workbook of one sheet. */
function sheetFile(rows: string, prefix = '') {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const [open, declared] = prefix ? [`${prefix}:`, `xmlns:${prefix}`] : ['', 'xmlns'];
  return {
    '[Content_Types].xml':
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/s.xml"/></Relationships>`,
    'xl/worksheets/s.xml': `<${open}worksheet ${declared}="${main}"><${open}sheetData>${rows}</${open}sheetData></${open}worksheet>`,
  };
}

test('rows without numbers, cells without places and inline strings are read', async () => {
  const rows =
    '<row><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh><t>x</t></rPh></is></c><c><v>1</v></c></row>';
  await expect(markdownOf('a.xlsx', zipOf(sheetFile(rows + rows)))).resolves.toContain(
    '| ab | 1 |\n| --- | --- |\n| ab | 1 |',
  );
});

test('merged cells and links are found whatever prefix a program uses for its elements', async () => {
  const rows =
    '<x:row><x:c t="str"><x:v>a</x:v></x:c><x:c t="str"><x:v>b</x:v></x:c></x:row><x:row><x:c t="str"><x:v>c</x:v></x:c><x:c><x:v>1</x:v></x:c></x:row><x:row><x:c r="B3"><x:v>2</x:v></x:c></x:row>';
  const parts = sheetFile(rows, 'x');
  const merged = parts['xl/worksheets/s.xml'].replace(
    '</x:sheetData>',
    '</x:sheetData><x:mergeCells><x:mergeCell ref="A2:A3"/></x:mergeCells>',
  );
  await expect(markdownOf('a.xlsx', zipOf({ ...parts, 'xl/worksheets/s.xml': merged }))).resolves.toContain(
    '| c | 1 |\n| c | 2 |',
  );
});

test.each([
  ['declares a ratio that no text has', { size: 1_000_000_000 }, 'DOCUMENT_TOO_COMPLEX'],
  ['unpacks to more than it declares', { size: 10 }, 'DOCUMENT_UNREADABLE'],
  ['is not what was packed', { checksum: 1 }, 'DOCUMENT_UNREADABLE'],
  ['is protected', { flags: 1 }, 'DOCUMENT_ENCRYPTED'],
])('a workbook whose sheet %s is refused', async (_what, lie, code) => {
  const file = zipOf(sheetFile(''), { of: 'xl/worksheets/s.xml', ...lie });
  await expect(markdownOf('a.xlsx', file)).rejects.toMatchObject({ code });
});

test('a workbook that lacks one of its sheets is unreadable rather than shorter', async () => {
  const { 'xl/worksheets/s.xml': _sheet, ...others } = sheetFile('');
  await expect(markdownOf('a.xlsx', zipOf(others))).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

test.each(['xlsx', 'xlsb', 'biff8', 'ods'] as const)(
  '%s cut short is unreadable wherever it is cut',
  async (kind) => {
    const whole = workbookOf(kind, { People: people(kind) });
    for (let part = 1; part < 20; part++) {
      const content = whole.subarray(0, Math.floor((whole.length * part) / 20));
      // The last sector of an XLS may hold nothing that is missed.
      const outcome = await convertFile({ name: 'a', content }).catch((error: { code: string }) => error);
      if ('code' in outcome) expect(['DOCUMENT_UNREADABLE', 'UNSUPPORTED_FILE_TYPE']).toContain(outcome.code);
      else expect(kind).toBe('biff8');
    }
  },
);

test.each(['xlsx', 'xlsb', 'biff8', 'ods'] as const)(
  '%s: each line of the text stands in its row of its sheet',
  async (kind) => {
    const rows = Array.from({ length: 1_500 }, (_, index) => [`item ${index + 4}`, index]);
    const stock = utils.aoa_to_sheet([['Stock of the harbour'], [], ['Item', 'Count'], ...rows]);
    const costs = utils.aoa_to_sheet([[], ['Year', 'Cost'], [2024, 7]]);
    const content = workbookOf(kind, { Stock: stock, Costs: costs });
    const { markdown, places } = await convertLocated({ name: 'a', content });
    const lineAt = (sheet: string, row: number) => {
      const found = places.findLast(
        ({ place }) => 'row' in place && place.sheet === sheet && place.row === row,
      );
      return markdown.slice(found?.offset).split('\n', 1)[0];
    };
    for (const row of [4, 5, 999, 1_200, 1_503])
      expect(lineAt('Stock', row)).toBe(`| item ${row} | ${row - 4} |`);
    expect(lineAt('Stock', 1)).toBe('## Stock');
    expect(lineAt('Costs', 3)).toBe('| 2024 | 7 |');
    expect(places.map(({ offset }) => offset)).toEqual(
      places.map(({ offset }) => offset).sort((a, b) => a - b),
    );
  },
);
