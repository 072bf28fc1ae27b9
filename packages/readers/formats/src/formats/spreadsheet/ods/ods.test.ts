import { expect, test } from '@jest/globals';
import { convertLocated, markdownOf } from '../../../../test/convert.fixture.ts';
import { openDocumentOf } from '../../../../test/open-document/open-document.fixture.ts';
import type { ZipContent } from '../../../../test/zip/zip.fixture.ts';

const odsOf = (rows: string, parts: ZipContent = {}) =>
  openDocumentOf('spreadsheet', `<table:table table:name="Data">${rows}</table:table>`, '', parts);
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const convert = (rows: string) => markdownOf('a.ods', odsOf(rows));

const header = row(cell('Name'), cell('Value'));

test('cells show what they say rather than what they are worth', async () => {
  const value = cell('12,5 %', 'office:value-type="percentage" office:value="0.125"');
  await expect(convert(header + row(cell('share'), value))).resolves.toBe(
    '## Data\n\n| Name | Value |\n| --- | --- |\n| share | 12,5 % |\n',
  );
});

test('cells without a text show their value', async () => {
  const valued = (type: string, value: string) =>
    `<table:table-cell office:value-type="${type}" office:${type}-value="${value}"/>`;
  await expect(convert(header + row(valued('string', 'Ada'), valued('boolean', 'false')))).resolves.toContain(
    '| Ada | false |',
  );
});

test('spaces, lines, links and notes of cells', async () => {
  const text = 'a<text:s text:c="2"/>b</text:p><text:p><text:a xlink:href="https://e.org">c</text:a>';
  const note = '<office:annotation><text:p>a comment</text:p></office:annotation>';
  const noted = `<table:table-cell>${note}<text:p>${text}</text:p></table:table-cell>`;
  await expect(convert(header + row(noted, cell('x')))).resolves.toContain(
    '| [a  b<br>c](https://e.org) | x |',
  );
});

test('repeated rows and cells come as often as they are said to', async () => {
  const repeated = `<table:table-row table:number-rows-repeated="3">${cell('a', 'table:number-columns-repeated="2"')}</table:table-row>`;
  const empty =
    '<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
  await expect(convert(header + repeated + empty)).resolves.toContain(
    `| --- | --- |\n${'| a | a |\n'.repeat(3)}`,
  );
});

test('a cell that spans rows is in each of them', async () => {
  const spanning = cell('G', 'table:number-rows-spanned="2"');
  const covered = '<table:covered-table-cell/>';
  await expect(convert(header + row(spanning, cell('1')) + row(covered, cell('2')))).resolves.toContain(
    '| G | 1 |\n| G | 2 |',
  );
});

test('a few bytes that stand for a thousand million cells are not believed', async () => {
  const bomb = `<table:table-row table:number-rows-repeated="1048576">${cell('a', 'table:number-columns-repeated="1024"')}</table:table-row>`;
  expect((await convert(header + bomb)).length).toBeLessThan(5_000_000);
});

test('a spreadsheet with a password is distinguished from a broken one', async () => {
  const manifest = { 'META-INF/manifest.xml': '<manifest:encryption-data manifest:x="y"/>' };
  await expect(markdownOf('a.ods', odsOf(header, manifest))).rejects.toMatchObject({
    code: 'DOCUMENT_ENCRYPTED',
  });
});

/** A chart as an object of its own, with the table of its values. */
const chart = `<office:document-content><office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title><chart:plot-area/><table:table table:name="local-table">${header}${row(cell('Norway'), cell('25'))}</table:table></chart:chart></office:chart></office:body></office:document-content>`;
const chartTable = '**Sales**\n\n| Name | Value |\n| --- | --- |\n| Norway | 25 |\n';

test('text boxes, shapes and charts on a sheet follow its cells', async () => {
  const shapes =
    '<table:shapes><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame><draw:frame><draw:text-box><text:p>Prices are <text:span>net</text:span></text:p></draw:text-box></draw:frame></table:shapes>';
  const drawnInCell =
    '<table:table-cell><draw:rect><text:p>a note</text:p></draw:rect><text:p>1</text:p></table:table-cell>';
  const content = odsOf(shapes + header + row(cell('a'), drawnInCell), { 'Object 1/content.xml': chart });
  await expect(markdownOf('a.ods', content)).resolves.toBe(
    `## Data\n\n| Name | Value |\n| --- | --- |\n| a | 1 |\n\nPrices are net\n\na note\n\n${chartTable}`,
  );
});

test('a chart in a text or on a slide is its title and the table of its values', async () => {
  const frame =
    '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>';
  const parts = { 'Object 1/content.xml': chart };
  const text = openDocumentOf('text', `<text:p>Before</text:p><text:p>${frame}</text:p>`, '', parts);
  await expect(markdownOf('a.odt', text)).resolves.toBe(`Before\n\n${chartTable}`);
  const slide = openDocumentOf('presentation', `<draw:page>${frame}</draw:page>`, '', parts);
  await expect(markdownOf('a.odp', slide)).resolves.toBe(chartTable);
});

test('an object that the file lacks, and pictures, are named as not read', async () => {
  const frame = '<draw:frame><draw:object xlink:href="./Object 7"/></draw:frame>';
  const content = openDocumentOf('text', `<text:p>Text</text:p><text:p>${frame}</text:p>`, '', {
    'Pictures/a.png': 'x',
  });
  const { markdown, notRead } = await convertLocated({ name: 'a.odt', content });
  expect(markdown).toBe('Text\n');
  expect(notRead).toMatchObject([
    { what: 'OTHER', where: 'Object 7' },
    { what: 'PICTURE', count: 1 },
  ]);
});
