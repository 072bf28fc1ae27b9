import { expect, test } from '@jest/globals';
import { convertFile } from '../../../test/convert.fixture.ts';

const workbookOf = (rows: string) =>
  `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="d"><NumberFormat ss:Format="dd.mm.yyyy"/></Style><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style></Styles><Worksheet ss:Name="Stock"><Table>${rows}</Table></Worksheet></Workbook>`;
const data = (type: string, value: string) => `<Data ss:Type="${type}">${value}</Data>`;
const cell = (type: string, value: string, attributes = '') =>
  `<Cell ${attributes}>${data(type, value)}</Cell>`;
const row = (...cells: string[]) => `<Row>${cells.join('')}</Row>`;

test('a workbook of Excel 2003 is a table for each sheet, whatever it is called', async () => {
  const rows =
    row(cell('String', 'Part'), cell('String', 'Count'), cell('String', 'Due'), cell('String', 'Share')) +
    row(
      cell('String', 'Bolt', 'ss:HRef="https://example.com"'),
      cell('Number', '12'),
      cell('Number', '45356', 'ss:StyleID="d"'),
      cell('Number', '0.5', 'ss:StyleID="p"'),
    ) +
    row(cell('String', 'Nut'), '<Cell/>', cell('DateTime', '2024-03-05T00:00:00.000'));
  for (const name of ['stock.xls', 'stock.xml', 'stock'])
    await expect(convertFile({ name, content: workbookOf(rows) })).resolves.toEqual({
      mimeType: 'application/vnd.ms-excel',
      markdown:
        '## Stock\n\n| Part | Count | Due | Share |\n| --- | --- | --- | --- |\n| [Bolt](https://example.com) | 12 | 05.03.2024 | 50.00% |\n| Nut |  | 2024-03-05 |\n',
    });
});

test('cells of Excel 2003 stand in their columns, and those that span rows in each of them', async () => {
  const rows =
    row(cell('String', 'A'), cell('String', 'B'), cell('String', 'C')) +
    row(cell('String', 'x', 'ss:MergeDown="1"'), cell('String', 'wide', 'ss:MergeAcross="1"')) +
    row(cell('String', '2', 'ss:Index="2"'), cell('String', '3'));
  const { markdown } = await convertFile({ name: 'a.xls', content: workbookOf(rows) });
  expect(markdown).toBe('## Stock\n\n| A | B | C |\n| --- | --- | --- |\n| x | wide |\n| x | 2 | 3 |\n');
});
