import { decodeText } from '@docfleet/text/decoding';
import { expect, test } from '@jest/globals';
import { type EncodedFile, encodedFiles } from './cases.ts';

const files = encodedFiles();

async function readText({ bytes }: EncodedFile): Promise<string> {
  return (await Array.fromAsync(decodeText([bytes], () => []))).join('');
}

test('the table has more than 450 files in 39 encodings', () => {
  expect(files.length).toBeGreaterThan(450);
  expect(new Set(files.map(({ encoding }) => encoding)).size).toBe(39);
});

test.each([...new Set(files.map(({ encoding }) => encoding))])(
  'tables, names and prose in %s are read as they were written, though nothing declares it',
  async (encoding) => {
    for (const file of files.filter((each) => each.encoding === encoding)) {
      const name = `${file.language}, ${file.kind}: `;
      expect(name + (await readText(file))).toBe(name + file.text.replaceAll('\r\n', '\n'));
    }
  },
);
