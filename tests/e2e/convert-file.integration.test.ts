import { execFileSync, spawnSync } from 'node:child_process';
import { runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, search, waitForRun } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await joinFleet();
}, 240_000);
afterAll(() => fleet.remove());

const convert = (name: string, content: string | Uint8Array) =>
  fleet.api.upload<{ documents: { filename: string; markdown: string }[] }>(
    '/v1/convert/file',
    {},
    {
      name,
      content,
    },
  );

test('a file is returned as Markdown', async () => {
  const { status, body } = await convert('page.html', '<h1>Title</h1><ul><li>one<li>two</ul>');
  expect([status, body.data.documents]).toEqual([
    200,
    [{ filename: 'page.html', markdown: '# Title\n\n- one\n- two\n', notRead: [] }],
  ]);
});

test('a file of an unknown type is UNSUPPORTED_FILE_TYPE', async () => {
  const { status, body } = await convert('program', Buffer.from('7f454c46020101000000000000000000', 'hex'));
  expect([status, body.error?.code]).toEqual([415, 'UNSUPPORTED_FILE_TYPE']);
});

test('a blank file says so', async () => {
  const { status, body } = await convert('blank.txt', ' \n ');
  expect([status, body.error?.code, body.error?.details?.reason]).toEqual([
    400,
    'INVALID_REQUEST',
    'DOCUMENT_EMPTY',
  ]);
});

/** Whether the programs are there that OCR needs. */
const hasOcr = ['tesseract', 'pdftoppm'].every((program) => spawnSync(program, ['-v']).error === undefined);
const testOcr = runWhere(test, hasOcr, 'tesseract or pdftoppm is not installed');

testOcr('a picture of text is returned as text, and its page is counted', async () => {
  const drawing = 'BT /F1 24 Tf 40 60 Td (Hello from the harbour) Tj ET';
  const pdf = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 400 120] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length ${drawing.length} >> stream
${drawing}
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Root 1 0 R >>
`;
  const picture = execFileSync('pdftoppm', ['-r', '150', '-png', '-'], { input: pdf });
  const { status, body } = await convert('photo.png', picture);
  expect([status, body.data.documents[0]?.markdown]).toEqual([200, 'Hello from the harbour\n']);

  await createNamespace(fleet.api, 'pictures');
  const fields = { namespaceId: 'pictures', source: 'FILE' };
  const file = { name: 'photo.png', content: picture };
  const accepted = await fleet.api.upload<{ ingestJobRunId: string }>('/v1/ingest/file', fields, file);
  await waitForRun(fleet.api, 'pictures', accepted.body.data.ingestJobRunId);
  const [hit] = await search(fleet.api, 'pictures', 'harbour');
  expect(hit?.content).toContain('Hello from the harbour');
  const { database, organizationId } = fleet;
  const document = await database.document.findFirstOrThrow({ where: { organizationId } });
  expect([document.ocrPagesCount, document.mimeType]).toEqual([1, 'image/png']);
});
