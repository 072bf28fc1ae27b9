import { writeFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { zipOf } from '../../test/zip/zip.fixture.ts';
import { withConversionPlaces } from '../conversion-places.ts';
import { openZip } from './zip-archive.ts';

const archive = zipOf({ 'a.xml': 'hello' });
const endLength = 22;

const read = (content: Uint8Array) =>
  withConversionPlaces(async ({ path }) => {
    await writeFile(path, content);
    return (await openZip(path)).readText('a.xml');
  });

/** The archive with one number of its end record replaced. */
function withEnd(field: number, value: number): Buffer {
  const changed = Buffer.from(archive);
  changed.writeUInt16LE(value, changed.length - endLength + field);
  return changed;
}

/** The archive with its numbers in the records of ZIP64 alone. */
function largeArchive(): Buffer {
  const end = archive.subarray(-endLength);
  const body = archive.subarray(0, -endLength);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x0606_4b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(1n, 24);
  record.writeBigUInt64LE(1n, 32);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(body.length), 8);
  const unknown = Buffer.from(end);
  unknown.fill(0xff, 8, 20);
  return Buffer.concat([body, record, locator, unknown]);
}

test.each([
  ['bytes after its end', Buffer.concat([archive, Buffer.from('\r\n')])],
  ['bytes before its beginning', Buffer.concat([Buffer.from('PK\x03\x04'), archive])],
  ['a comment that is cut off', withEnd(20, 5)],
  ['a wrong number of files', withEnd(10, 2)],
  ['records of ZIP64', largeArchive()],
])('an archive with %s is read', async (_what, content) => {
  expect(await read(content)).toBe('hello');
});

test('strong encryption is reported as a password', async () => {
  await expect(read(zipOf({ 'a.xml': 'hello' }, { flags: 0x41 }))).rejects.toMatchObject({
    code: 'DOCUMENT_ENCRYPTED',
  });
});

test('content that differs from its checksum is reported as damaged', async () => {
  await expect(read(zipOf({ 'a.xml': 'hello' }, { checksum: 1 }))).rejects.toMatchObject({
    code: 'DOCUMENT_UNREADABLE',
  });
});

test.each([
  ['in another case', 'Word/Document.XML', 'word/document.xml'],
  ['with percent-encoding', 'word/my%20part.xml', 'word/my part.xml'],
  ['with back slashes', 'word\\document.xml', 'word/document.xml'],
])('a file whose name is written %s is found', async (_how, written, asked) => {
  await withConversionPlaces(async ({ path }) => {
    await writeFile(path, zipOf({ [written]: 'hello' }));
    const opened = await openZip(path);
    expect(opened.has(asked)).toBe(true);
    expect(await opened.readText(asked)).toBe('hello');
  });
});

test('of two files whose names differ in case, the one that is asked for is read', async () => {
  await withConversionPlaces(async ({ path }) => {
    await writeFile(path, zipOf({ 'A.xml': 'upper', 'a.xml': 'lower' }));
    expect(await (await openZip(path)).readText('a.xml')).toBe('lower');
  });
});
