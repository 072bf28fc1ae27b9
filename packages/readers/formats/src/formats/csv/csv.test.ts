import { expect, test } from '@jest/globals';
import { convertFile, markdownOf } from '../../../test/convert.fixture.ts';

const convert = (csv: string) => markdownOf('table.csv', csv);

const people = '| name | age |\n| --- | --- |\n| Ada | 36 |\n| Alan | 41 |\n';

test.each([
  ['commas', 'name,age\nAda,36\nAlan,41\n'],
  ['semicolons', 'name;age\r\nAda;36\r\nAlan;41'],
  ['tabs', 'name\tage\nAda\t36\nAlan\t41'],
  ['bars', 'name|age\nAda|36\nAlan|41'],
  ['quotes', '"name","age"\n"Ada","36"\n"Alan","41"\n'],
  ['empty lines', '\n\nname,age\n,\nAda,36\n\nAlan,41\n\n'],
  ['a named delimiter', 'sep=;\nname;age\nAda;36\nAlan;41'],
])('reads a table with %s', async (_what, csv) => {
  await expect(convert(csv)).resolves.toBe(people);
});

test.each([
  ['newlines and bars in cells', 'a,b\n"x\ny","p|q"', '| x y | p\\|q |'],
  ['quotes in quotes', 'a,b\n"say ""hi""",2', '| say "hi" | 2 |'],
  ['delimiters in quotes', 'a,b\n"x, y",2', '| x, y | 2 |'],
  ['short rows, and long ones', 'a,b\n1\n1,2,3', '| 1 |\n\n| a | b |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |'],
  ['long rows without more cells', 'a,b\n1,2,,', '| 1 | 2 |  |  |'],
  ['decimal commas', 'a;b\n1,5;2,5', '| 1,5 | 2,5 |'],
  ['quotes after a space', 'a, b\n1, "x, y"', '| 1 | x, y |'],
  ['text after a closing quote', 'a,b\n"Ada" Lovelace,2', '| "Ada" Lovelace | 2 |'],
])('keeps %s', async (_what, csv, rows) => {
  await expect(convert(csv)).resolves.toBe(`| a | b |\n| --- | --- |\n${rows}\n`);
});

test('lines above the header stand above the table', async () => {
  await expect(convert('Report 2026\n\nname,age\nAda,36\nAlan,41')).resolves.toBe(`Report 2026\n\n${people}`);
});

test('one column is a table too', async () => {
  const markdown = await convert(`word\n${'x\n'.repeat(20)}`);
  expect(markdown).toBe(`| word |\n| --- |\n${'| x |\n'.repeat(20)}`);
});

test('the header comes again every fifty rows', async () => {
  const markdown = await convert(`name,age\n${'Ada,36\n'.repeat(120)}`);
  expect(markdown.match(/\n\n\| name \| age \|\n\| --- \| --- \|\n\| Ada/g)).toHaveLength(2);
  expect(markdown.match(/\| Ada/g)).toHaveLength(120);
});

test('a long header does not come again after every few short rows', async () => {
  const csv = `${'column,'.repeat(5_000)}\n${'a,b\n'.repeat(20_000)}`;
  expect((await convert(csv)).length).toBeLessThan(csv.length * 6);
});

test('a quotation mark that nothing closes does not swallow the rows after it', async () => {
  const rows = Array.from({ length: 100_000 }, (_, row) => `Name ${row},${row}`);
  const markdown = await convert(`name,size\nPipe,"2 inch\n${rows.join('\n')}`);
  expect(markdown).toContain('| Pipe | "2 inch |');
  expect(markdown).toContain('| Name 99999 | 99999 |');
});

test('a mark at the beginning of a cell does not take the rows along to the mark of another', async () => {
  const markdown = await convert(
    'question\tanswer\nq1\t"hello he said\nq2\ttwo\nq3\t"quoted" and more\nq4\tfour\n',
  );
  expect(markdown).toBe(
    '| question | answer |\n| --- | --- |\n| q1 | "hello he said |\n| q2 | two |\n| q3 | "quoted" and more |\n| q4 | four |\n',
  );
});

test('a file full of such marks is read as if they were letters', async () => {
  const markdown = await convert(`a,b\n${'"x\n"y'.repeat(100_000)}`);
  expect(markdown).toContain('x');
});

test.each([
  ['one endless line', 'x'.repeat(2_000_000), /longer than 1,000,000 characters/],
  ['a million columns', 'x,'.repeat(400_000), /more than 16,384 columns/],
])('%s is refused', async (_what, csv, message) => {
  await expect(convert(csv)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE', message });
});

test('a table that is called a workbook is a table', async () => {
  const { mimeType, markdown } = await convertFile({
    name: 'export.xls',
    type: 'application/vnd.ms-excel',
    content: 'Part\tCount\nBolt\t12\n',
  });
  expect(mimeType).toBe('text/csv');
  expect(markdown).toBe('| Part | Count |\n| --- | --- |\n| Bolt | 12 |\n');
});

test('HTML that is called a workbook is HTML', async () => {
  const content = '<table><tr><th>Part</th><th>Count</th></tr><tr><td>Bolt</td><td>12</td></tr></table>';
  await expect(convertFile({ name: 'export.xls', content })).resolves.toMatchObject({
    mimeType: 'text/html',
  });
});

test('the comma of decimal numbers is not taken for the delimiter', async () => {
  const markdown = await markdownOf('a.csv', '101;A.N.;;733,00;-733,00\n106;A.N.;;48,16;-48,16\n');
  expect(markdown).toBe(
    '| 101 | A.N. |  | 733,00 | -733,00 |\n| --- | --- | --- | --- | --- |\n| 106 | A.N. |  | 48,16 | -48,16 |\n',
  );
});
