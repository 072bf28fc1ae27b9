import { utils, write } from '@e965/xlsx';
import { expect, test } from '@jest/globals';
import { convertFile, markdownOf } from '../../test/convert.fixture.ts';
import { oleOf } from '../../test/detect/ole.fixture.ts';
import {
  agilePackage,
  cryptoApiXls,
  rc4Xls,
  standardPackage,
  xorXls,
} from '../../test/office-encryption/encrypted-files.fixture.ts';
import { rc4 } from './unlock-workbook.ts';

/** Longer than the pieces in which files are encrypted. */
const rows = Array.from({ length: 2_000 }, (_, index) => [`part ${index}`, index]);

function workbookOf(bookType: 'xlsx' | 'biff8'): Buffer {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['Name', 'Count'], ...rows]), 'Stock');
  return write(workbook, { type: 'buffer', bookType, compression: true }) as Buffer;
}

const own = 'VelvetSweatshop';
const [xlsx, xls] = [workbookOf('xlsx'), workbookOf('biff8')];

test.each([
  ['Excel 2010', () => agilePackage(xlsx, own)],
  ['Excel 2007', () => standardPackage(xlsx, own)],
  ['PowerPoint 2010', () => agilePackage(xlsx, '/01Hannes Ruescher/01')],
])('a file that %s has protected with its own password is read as what it is', async (_, make) => {
  const { mimeType, markdown } = await convertFile({ name: 'a.xlsx', content: make() });
  expect(mimeType).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(markdown).toBe(await markdownOf('a.xlsx', xlsx));
});

test.each([
  ['95', () => xorXls(xls)],
  ['97', () => rc4Xls(xls, own)],
  ['2002, with 40 bits', () => cryptoApiXls(xls, own, 40)],
  ['2002, with 128 bits', () => cryptoApiXls(xls, own, 128)],
])('an XLS that is protected as by Excel %s with its own password is read', async (_, make) => {
  expect(await markdownOf('a.xls', make())).toBe(await markdownOf('a.xls', xls));
});

test.each([
  ['agile', () => agilePackage(xlsx, 'secret')],
  ['standard', () => standardPackage(xlsx, 'secret')],
  ['RC4', () => rc4Xls(xls, 'secret')],
  ['the interface of Windows', () => cryptoApiXls(xls, 'secret', 128)],
  ['an unknown way', () => oleOf('EncryptionInfo', 'EncryptedPackage')],
])('a file that a person has protected by %s is DOCUMENT_ENCRYPTED', async (_, make) => {
  await expect(markdownOf('a.xlsx', make())).rejects.toMatchObject({
    code: 'DOCUMENT_ENCRYPTED',
    message: expect.stringContaining('protected by a password'),
  });
});

test('an encrypted package whose end is missing is unreadable', async () => {
  const content = agilePackage(xlsx, own);
  const size = Buffer.alloc(8);
  size.writeUInt32LE(xlsx.length);
  content.writeUInt32LE(xlsx.length + 10_000, content.indexOf(size));
  await expect(markdownOf('a.xlsx', content)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

test('RC4 returns the stream that its published vectors state', () => {
  expect(Buffer.from(rc4(Buffer.from('Wiki'), 6)).toString('hex')).toBe('6044db6d41b7');
});
