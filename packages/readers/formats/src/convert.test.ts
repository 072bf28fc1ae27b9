import { readdir, readlink, writeFile } from 'node:fs/promises';
import { runWhere } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { convertFile } from '../test/convert.fixture.ts';
import { zipOf } from '../test/zip/zip.fixture.ts';
import { withConversionPlaces } from './conversion-places.ts';
import { convertToMarkdown } from './convert.ts';

const page = '<!doctype html><p>x</p>';
const binary = (...bytes: readonly number[]) => Buffer.concat([Uint8Array.from(bytes), Buffer.alloc(512)]);

test.each([
  ['notes.txt', null, 'a,b\n# c', 'text/plain'],
  ['notes', 'text/plain', '# a', 'text/plain'],
  ['main.rs', 'application/octet-stream', 'fn main() {}', 'text/plain'],
  ['README.md', 'text/plain', '# a', 'text/markdown'],
  ['notes', 'text/markdown; charset=utf-8', '# a', 'text/markdown'],
  ['README.md', null, '<div align="center">x</div>\n\n# a', 'text/markdown'],
  ['data.CSV', null, 'a,b', 'text/csv'],
  ['data', 'text/csv', 'a,b', 'text/csv'],
  ['data.tsv', null, 'a\tb', 'text/csv'],
  ['page.html', null, '<p>x', 'text/html'],
  ['page', 'text/html', 'x <b>y</b>', 'text/html'],
  ['page.txt', 'text/plain', page, 'text/html'],
  ['export.csv', 'text/csv', `\ufeff\n<!-- x --><?xml version="1.0"?>${page}`, 'text/html'],
  ['', null, '<h1>x</h1>', 'text/html'],
  ['no-tags.html', null, 'only words', 'text/plain'],
  ['bmw.txt', null, 'BMW is not a bitmap', 'text/plain'],
])('%s, declared as %s, with %j is %s', async (name, type, content, mimeType) => {
  await expect(convertFile({ name, type, content })).resolves.toMatchObject({ mimeType });
});

test.each([
  [
    'letter.pages',
    zipOf({ 'letter.txt': 'x' }),
    /^PAGES files cannot be read yet: send PDF, DOCX, .*Markdown or TXT$/,
  ],
  ['letters.zip', zipOf({ 'letter.txt': 'x' }), /^ZIP archives are not unpacked: send the files in it$/],
  ['photo.txt', binary(0x38, 0x42, 0x50, 0x53, 0, 1), /^PSD files/],
  [
    'noise.txt',
    Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 89) % 256)),
    /neither text nor/,
  ],
])('%s is refused by its content', async (name, content, message) => {
  await expect(convertFile({ name, content })).rejects.toMatchObject({
    code: 'UNSUPPORTED_FILE_TYPE',
    message,
  });
});

test.each([
  ['nothing.txt', ''],
  ['mark.txt', '\ufeff'],
  ['blank.md', ' \n\t\n'.repeat(50_000)],
  ['blank.csv', ',,\n\n,,\n'],
  ['blank.html', '<html><title>Only a title</title><body><script>x</script><p>&nbsp;</p></body>'],
])('%s is empty', async (name, content) => {
  await expect(convertFile({ name, content })).rejects.toMatchObject({ code: 'DOCUMENT_EMPTY' });
});

test('a file of many megabytes goes through in pieces of bounded length', () =>
  withConversionPlaces(async ({ path, workDirectory }) => {
    const lines = 'All work and no play makes a long document.\n'.repeat(1_000_000);
    await writeFile(path, lines);
    const ocr = { strategy: 'BASIC_PARSER', languages: [] } as const;
    const input = { path, fileName: 'long.txt', declaredType: null, ocr, workDirectory };
    const { markdown } = await convertToMarkdown(input);
    let length = 0;
    for await (const piece of markdown) {
      length += piece.length;
      expect(piece.length).toBeLessThanOrEqual(64 * 1_024);
    }
    expect(length).toBe(lines.length);
  }));

const testOnLinux = runWhere(
  test,
  process.platform === 'linux',
  'only Linux lists the open files of a process',
);

testOnLinux('a file whose format does not ask for its bytes is not left open', async () => {
  await withConversionPlaces(async ({ path, workDirectory }) => {
    await writeFile(
      path,
      zipOf({ mimetype: 'application/epub+zip', 'META-INF/container.xml': '<container/>' }),
    );
    const ocr = { strategy: 'BASIC_PARSER', languages: ['eng'] } as const;
    const input = { path, fileName: 'a.epub', declaredType: null, ocr, workDirectory };
    const reading = convertToMarkdown(input).then(({ markdown }) => Array.fromAsync(markdown));
    await expect(reading).rejects.toMatchObject({ code: expect.stringMatching(/^DOCUMENT_/) });
    const links = (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`));
    const opened = await Promise.allSettled(links);
    expect(opened.filter((link) => link.status === 'fulfilled' && link.value === path)).toEqual([]);
  });
});

test('an archive that is called DOCX and lacks its parts is not said to be of an unknown kind', async () => {
  const content = zipOf({ 'word/other.xml': '<x/>' });
  await expect(convertFile({ name: 'a.docx', content })).rejects.toMatchObject({
    code: 'DOCUMENT_UNREADABLE',
    message: 'The file is called DOCX, but lacks the parts of one: save or export it again',
  });
});

test('a message that OpenPGP has encrypted is DOCUMENT_ENCRYPTED', async () => {
  const content = '-----BEGIN PGP MESSAGE-----\nVersion: 2.6.2\n\nhIwDY32hYGCE8MkBA/wOu7d45aUxF4Q0\n';
  await expect(convertFile({ name: 'a.asc', content })).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
});
