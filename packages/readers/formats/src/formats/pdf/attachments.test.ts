import { expect, test } from '@jest/globals';
import { convertLocated } from '../../../test/convert.fixture.ts';
import { onePage, showText, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

const sentence = showText('The invoice is due in May.');
const file = (content: string | Uint8Array) => stream(content, '/Type /EmbeddedFile');
const named = (name: string, content = '6 0 R') =>
  `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${content} >> >>`;
const attached = (name: string) => `/Names << /EmbeddedFiles << /Names [(${name}) ${named(name)}] >> >>`;
const read = (content: Buffer) => convertLocated({ name: 'a.pdf', content });

test('the text of a file that is attached to a PDF is read below its name', async () => {
  const { markdown, notRead } = await read(
    onePage(sentence, { more: [file('Line,Amount\nPaper,12\n')], catalog: attached('lines.csv') }),
  );
  expect(markdown).toMatch(
    /^The invoice is due in May\.\n\n## Attachment: lines\.csv\n\n[\s\S]*Paper[\s\S]*12/,
  );
  expect(notRead).toEqual([]);
});

test('a file that is pinned to a page is read', async () => {
  const pin = `<< /Type /Annot /Subtype /FileAttachment /Rect [10 10 20 20] /FS ${named('note.txt')} >>`;
  const content = onePage(sentence, { more: [file('Paid on 3 May.'), pin], page: '/Annots [7 0 R]' });
  expect((await read(content)).markdown).toBe(
    'The invoice is due in May.\n\n## Attachment: note.txt\n\nPaid on 3 May.\n\n',
  );
});

test('an attached file of an unknown type is named as not read', async () => {
  const bytes = Uint8Array.from({ length: 2_000 }, (_, index) => (index * 7_919) % 256);
  const { markdown, notRead } = await read(
    onePage(sentence, { more: [file(bytes)], catalog: attached('data.bin') }),
  );
  expect(markdown).toMatch(/^The invoice is due in May\.\n\n## Attachment: data\.bin\n\nNot read: /);
  expect(notRead).toEqual([
    { what: 'EMBEDDED_FILE', where: 'data.bin', why: expect.stringMatching(/send/), count: 1 },
  ]);
});

test('an attached file that is not there is named as not read', async () => {
  const { notRead } = await read(onePage(sentence, { more: ['null'], catalog: attached('lost.txt') }));
  expect(notRead).toMatchObject([{ what: 'EMBEDDED_FILE', where: 'lost.txt' }]);
});

test('what an attached PDF lacks is reported with its name', async () => {
  const inner = onePage(`${sentence} 1 g ${showText('Hidden words', 72, 600)}`);
  const { notRead } = await read(onePage(sentence, { more: [file(inner)], catalog: attached('inner.pdf') }));
  expect(notRead).toMatchObject([{ what: 'HIDDEN_TEXT', where: 'inner.pdf, page 1' }]);
});

test('a portfolio without text of its own has the text of its files', async () => {
  const content = onePage('', { more: [file('Paid on 3 May.')], catalog: attached('note.txt') });
  expect((await read(content)).markdown).toBe('## Attachment: note.txt\n\nPaid on 3 May.\n\n');
});

test.each([
  ['are not there', 'null'],
  ['are of an unknown type', file(Uint8Array.from({ length: 900 }, (_, index) => (index * 7_919) % 256))],
])('a PDF without text whose files %s is empty', async (_, object) => {
  const content = onePage('', { more: [object], catalog: attached('lost.bin') });
  await expect(read(content)).rejects.toMatchObject({ code: 'DOCUMENT_EMPTY' });
});
