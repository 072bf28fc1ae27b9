import { expect, test } from '@jest/globals';
import { convertFile } from '../../test/convert.fixture.ts';
import { docxOf } from '../../test/formats/docx/docx.fixture.ts';
import { onePage, showText } from '../../test/formats/pdf/raw-pdf.fixture.ts';

const header =
  '--b0undary\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
const preambles: readonly (readonly [string, string])[] = [
  ['a line break', '\n'],
  ['line breaks of Windows', '\r\n\r\n'],
  ['a byte order mark', '\xef\xbb\xbf'],
  ['a byte order mark and a line break', '\xef\xbb\xbf\r\n'],
  ['the header of a part of an upload', header],
];
const behind = (preamble: string, content: Uint8Array) =>
  Buffer.concat([Buffer.from(preamble, 'latin1'), content]);

test.each(preambles)('a PDF behind %s is read as PDF', async (_, preamble) => {
  const content = behind(preamble, onePage(showText('Thirty days of leave')));
  expect(await convertFile({ name: 'a.pdf', content })).toEqual({
    mimeType: 'application/pdf',
    markdown: 'Thirty days of leave\n',
  });
});

test('a PDF behind a kilobyte of other bytes is read as PDF', async () => {
  const content = behind(`${'x'.repeat(900)}\n`, onePage(showText('Thirty days of leave')));
  expect((await convertFile({ content })).mimeType).toBe('application/pdf');
});

test('a text about the header of PDF is a text', async () => {
  const content = 'Each file begins with its version:\n%PDF-1.7\nThen come its objects.\n';
  expect((await convertFile({ name: 'a.txt', content })).mimeType).toBe('text/plain');
});

test.each(preambles)('an office file behind %s is read', async (_, preamble) => {
  const content = behind(preamble, await docxOf('<w:p><w:r><w:t>Thirty days</w:t></w:r></w:p>'));
  expect((await convertFile({ name: 'a.docx', content })).markdown).toBe('Thirty days\n');
});
