import { expect, test } from '@jest/globals';
import { markdownOf } from '../../../../test/convert.fixture.ts';
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
