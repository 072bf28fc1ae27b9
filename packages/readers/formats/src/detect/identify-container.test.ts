import { writeFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { entryAt, oleOf } from '../../test/detect/ole.fixture.ts';
import { zipOf } from '../../test/zip/zip.fixture.ts';
import { withConversionPlaces } from '../conversion-places.ts';
import { identifyContainer } from './detect-format.ts';

const identify = (content: Uint8Array) =>
  withConversionPlaces(async ({ path }) => {
    await writeFile(path, content);
    return (await identifyContainer(path, content))?.extension;
  });

const openXml = (type: string) =>
  zipOf({ 'a.bin': 'first', '[Content_Types].xml': `<Override ContentType="application/${type}"/>` });

test.each([
  ['vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml', 'docx'],
  ['vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml', 'docx'],
  ['vnd.ms-word.document.macroEnabled.main+xml', 'docx'],
  ['vnd.ms-word.template.macroEnabledTemplate.main+xml', 'docx'],
  ['vnd.openxmlformats-officedocument.presentationml.presentation.main+xml', 'pptx'],
  ['vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml', 'pptx'],
  ['vnd.ms-powerpoint.presentation.macroEnabled.main+xml', 'pptx'],
  ['vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', 'xlsx'],
  ['vnd.ms-excel.sheet.macroEnabled.main+xml', 'xlsx'],
  ['vnd.ms-excel.sheet.binary.macroEnabled.main', 'xlsb'],
])('a main part of type %s makes a file %s, wherever it stands', async (type, extension) => {
  expect(await identify(openXml(type))).toBe(extension);
});

test.each([
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.text-template', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
  ['application/epub+zip\n', 'epub'],
])('an archive that calls itself %s is %s', async (mimetype, extension) => {
  expect(await identify(zipOf({ mimetype, 'content.xml': '<x/>' }))).toBe(extension);
});

test('a workbook that declares both types is what it has a part of', async () => {
  const types =
    '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>';
  const workbook = (part: string) => zipOf({ '[Content_Types].xml': types, [part]: 'x' });
  expect(await identify(workbook('xl/workbook.bin'))).toBe('xlsb');
  expect(await identify(workbook('xl/workbook.xml'))).toBe('xlsx');
});

test.each(['[content_types].xml', '%5BContent_Types%5D.xml'])(
  'the list of types may be called %s',
  async (name) => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
    expect(await identify(zipOf({ [name]: `<Override ContentType="${type}"/>` }))).toBe('docx');
  },
);

test('an archive of other files is none of these', async () => {
  expect(await identify(zipOf({ 'word/document.xml': 'x' }))).toBeUndefined();
});

test.each([
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['PowerPoint Document', 'ppt'],
  ['__properties_version1.0', 'msg'],
])('a compound file with a stream %s is %s', async (stream, extension) => {
  expect(await identify(oleOf(stream))).toBe(extension);
});

test('names of streams are compared without case', async () => {
  expect(await identify(oleOf('WORKBOOK'))).toBe('xls');
});

test.each(['WordDocument', 'EncryptedPackage'])(
  'a stream %s that lies in a storage does not decide what a compound file is',
  async (stream) => {
    const file = oleOf('Workbook', 'MBD0001', stream);
    // The storage takes the stream that would follow it.
    file.writeUInt32LE(0xffff_ffff, entryAt(2) + 72);
    file.writeUInt32LE(3, entryAt(2) + 76);
    expect(await identify(file)).toBe('xls');
  },
);

test('a directory whose entries go in a circle is read once', async () => {
  const file = oleOf('Workbook', 'x');
  file.writeUInt32LE(1, entryAt(2) + 72);
  expect(await identify(file)).toBe('xls');
});

test('a compound file whose directory goes in a circle, or is cut off, is unreadable', async () => {
  const circle = oleOf('x');
  circle.writeUInt32LE(1, 512 + 4);
  await expect(identify(circle)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
  await expect(identify(oleOf('x').subarray(0, 600))).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

test.each([0.3, 0.6, 0.95])('an archive cut off at %d of its length is unreadable', async (part) => {
  const file = openXml('vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml');
  await expect(identify(file.subarray(0, file.length * part))).rejects.toMatchObject({
    code: 'DOCUMENT_UNREADABLE',
  });
});

test('an encrypted archive is encrypted', async () => {
  const file = zipOf({ '[Content_Types].xml': '<Types/>' }, { flags: 1 });
  await expect(identify(file)).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
});

test('an archive that claims more content than its bytes can hold is too complex', async () => {
  const file = zipOf({ '[Content_Types].xml': '<Types/>' }, { size: 2_000_000_000 });
  await expect(identify(file)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_COMPLEX' });
});

test('an archive of more files than any document has is too complex', async () => {
  const files = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`${index}`, '']));
  await expect(identify(zipOf(files))).rejects.toMatchObject({ code: 'DOCUMENT_TOO_COMPLEX' });
});

test('content that is larger than the directory says is not read on', async () => {
  const file = zipOf({ '[Content_Types].xml': 'x'.repeat(100_000) }, { size: 10 });
  await expect(identify(file)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

test('names that lead out of an archive are not in it', async () => {
  const file = zipOf({ '../mimetype': 'application/epub+zip', '/mimetype': 'application/epub+zip' });
  expect(await identify(file)).toBeUndefined();
});
