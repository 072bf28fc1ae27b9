import { CFB, utils, write } from '@e965/xlsx';
import { expect, test } from '@jest/globals';
import { convertLocated } from '../../../test/convert.fixture.ts';

function workbookOf(bookType: 'biff8' | 'xlsb'): Buffer {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['Name', 'Count']]), 'Stock');
  return write(workbook, { type: 'buffer', bookType }) as Buffer;
}

const short = (...values: number[]) => Buffer.from(values.flatMap((value) => [value & 0xff, value >> 8]));
const record = (type: number, ...parts: Uint8Array[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([short(type, body.length), body]);
};
const object = (kind: number) => record(0x5d, short(0x15, 0x12, kind, 1), Buffer.alloc(18));
const wide = (text: string) => Buffer.concat([Buffer.from([1]), Buffer.from(text, 'utf16le')]);
const narrow = (text: string) => Buffer.concat([Buffer.from([0]), Buffer.from(text, 'latin1')]);

/** A shape of a kind and its text, which goes on over records of its own. */
const shape = (kind: number, ...pieces: Buffer[]) => {
  const letters = pieces.reduce((sum, piece) => sum + (piece.length - 1) / (piece[0] === 1 ? 2 : 1), 0);
  const head = record(0x1b6, short(0, 0, 0, 0, 0, letters, 16, 0, 0));
  return Buffer.concat([
    object(kind),
    head,
    ...pieces.map((piece) => record(0x3c, piece)),
    record(0x3c, short(0, 0)),
  ]);
};

const seriesText = (text: string) => record(0x100d, short(0), Buffer.from([text.length]), narrow(text));
const title = (of: number, text: string) =>
  Buffer.concat([record(0x1025, Buffer.alloc(32)), seriesText(text), record(0x1027, short(of, 0, 0))]);
const reference = (of: number, format: number) => record(0x1051, Buffer.from([of, 2]), short(0, format, 0));
const number = (at: number, value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return record(0x203, short(at, 0, 0), bytes);
};
const chart = Buffer.concat([
  object(5),
  record(0x809, short(0x600, 0x20, 0, 0, 0, 0, 0, 0)),
  ...[record(0x1003, Buffer.alloc(12)), seriesText('Revenue'), reference(1, 0), reference(2, 15)],
  ...[title(1, 'Revenue by day'), title(2, 'Euro'), title(3, 'Day')],
  ...[record(0x1065, short(1)), number(0, 12.5), number(1, 30)],
  ...[record(0x1065, short(2)), number(0, 45_356), number(1, 45_357)],
  record(0x0a),
]);

function xlsWith(...records: Buffer[]): Buffer {
  const container = CFB.read(workbookOf('biff8'), { type: 'buffer' });
  const stream = Buffer.from(CFB.find(container, '/Workbook')?.content as Uint8Array);
  const end = stream.lastIndexOf(record(0x0a));
  const file = CFB.utils.cfb_new();
  const content = Buffer.concat([stream.subarray(0, end), ...records, stream.subarray(end)]);
  CFB.utils.cfb_add(file, '/Workbook', content);
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

test('text boxes and shapes of an XLS are read, and comments are not', async () => {
  const content = xlsWith(
    shape(6, wide('Grüße '), narrow('from\nStock')),
    shape(2, narrow('In a box')),
    shape(0x19, narrow('A comment')),
  );
  const { markdown } = await convertLocated({ name: 'a.xls', content });
  expect(markdown).toContain('Grüße from\n\nStock\n\nIn a box\n');
  expect(markdown).not.toContain('comment');
});

test('a chart of an XLS is its titles and the values that are stored with it, dates as dates', async () => {
  const { markdown } = await convertLocated({ name: 'a.xls', content: xlsWith(chart) });
  expect(markdown).toContain('**Revenue by day**\n\n| Day | Revenue |\n| --- | --- |\n');
  expect(markdown).toMatch(/\| (?:5-Mar-24|05-Mar-24) \| 12\.5 \|/);
  expect(markdown).toContain('\n\nEuro\n');
});

test('pictures of an XLS are named', async () => {
  const { notRead } = await convertLocated({ name: 'a.xls', content: xlsWith(object(8), object(8)) });
  expect(notRead).toEqual([
    { what: 'PICTURE', where: 'sheet Stock', why: expect.stringContaining('pictures'), count: 2 },
  ]);
});

test('text boxes of an XLSB, which lie in XML, are read', async () => {
  const container = CFB.read(workbookOf('xlsb'), { type: 'buffer' });
  const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const add = (path: string, xml: string) => CFB.utils.cfb_add(container, `/${path}`, Buffer.from(xml));
  add(
    'xl/worksheets/_rels/sheet1.bin.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${kinds}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
  );
  add(
    'xl/drawings/drawing1.xml',
    '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:sp><xdr:txBody><a:p><a:r><a:t>In a box</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>',
  );
  const content = Buffer.from(CFB.write(container, { type: 'buffer', fileType: 'zip' }) as Uint8Array);
  const { markdown } = await convertLocated({ name: 'a.xlsb', content });
  expect(markdown).toBe('## Stock\n\n| Name | Count |\n| --- | --- |\n\nIn a box\n');
});
