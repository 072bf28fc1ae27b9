import { expect, test } from '@jest/globals';
import { claim, database, embedded, incoming, namespace, vault } from '../../test/domain.fixture.ts';
import { acceptDocument } from '../ingest/index.ts';
import { findRunWithDocuments } from '../run/index.ts';
import { createWebhook } from '../webhook/index.ts';
import { advanceDocument, type NotRead, parseNotRead } from './advance.ts';
import { claimDocument } from './claim.ts';
import { keepDocument, succeedDocument } from './end.ts';
import { updateDocumentContent } from './update-content.ts';

const pictures: NotRead[] = [
  { what: 'PICTURE', where: 'page 1', why: 'OCR was not requested', count: 2 },
  { what: 'PICTURE', where: 'page 4', why: 'OCR was not requested', count: 3 },
  { what: 'EMBEDDED_FILE', where: 'film.mp4', why: 'A video holds no text', count: 1 },
];

/** Takes a file through the parser, which read all but `notRead` of it. */
async function parse(notRead: readonly NotRead[], externalId: string) {
  const file = incoming({ externalId, stage: 'PARSE', documentType: 'FILE' });
  const { documentId, ingestJobRunId } = await acceptDocument(database, file);
  const claimed = await claimDocument(database, { documentId, revision: 1, stage: 'PARSE' });
  if (!claimed) throw new Error('nothing to claim');
  const properties = { mimeType: 'application/pdf', fileSize: 5, ocrPagesCount: 0, notRead };
  await advanceDocument(database, claimed, { stage: 'EMBED', ...properties });
  return { documentId, ingestJobRunId };
}
const stored = async (id: string) =>
  parseNotRead((await database.document.findUniqueOrThrow({ where: { id } })).notRead);
const runOf = (ingestJobRunId: string) =>
  findRunWithDocuments(database, { namespaceId: namespace.id, tenantId: undefined, ingestJobRunId });

test('a document keeps what of its file was not read until it has other content', async () => {
  const { documentId } = await parse(pictures, 'a.pdf');
  expect(await stored(documentId)).toEqual(pictures);
  await succeedDocument(database, await claim(documentId), embedded);
  expect(await stored(documentId)).toEqual(pictures);
  const content = {
    namespaceId: namespace.id,
    tenantId: undefined,
    documentId,
    text: 'x',
    hash: Buffer.alloc(32),
  };
  await updateDocumentContent(database, content);
  expect(await stored(documentId)).toEqual([]);
});

test('a run counts what its documents lack, also those that are unchanged', async () => {
  const { documentId, ingestJobRunId } = await parse(pictures, 'a.pdf');
  expect((await runOf(ingestJobRunId))?.notRead).toEqual([]);
  await succeedDocument(database, await claim(documentId), embedded);
  const expected = [
    { what: 'PICTURE', count: 5, documents: 1 },
    { what: 'EMBEDDED_FILE', count: 1, documents: 1 },
  ];
  expect((await runOf(ingestJobRunId))?.notRead).toEqual(expected);
  const again = await acceptDocument(database, incoming({ externalId: 'b' }));
  await database.document.update({
    where: { id: again.documentId },
    data: { notRead: pictures.map((part) => ({ ...part })), activeRevision: 1, generation: 1 },
  });
  await keepDocument(database, await claim(again.documentId));
  expect((await runOf(again.ingestJobRunId))?.notRead).toEqual(expected);
});

test('the event of a document that is ready counts what its text lacks, by kind', async () => {
  const settings = {
    name: 'x',
    url: 'https://example.com/',
    events: [],
    namespaceNames: [],
    retryPolicy: 'DEFAULT',
    tenantId: null,
  } as const;
  await createWebhook(
    database,
    vault,
    { organizationId: namespace.organizationId, apiKeyId: null },
    { ...settings, events: [], namespaceNames: [] },
  );
  const { documentId } = await parse(pictures, 'a.pdf');
  await succeedDocument(database, await claim(documentId), embedded);
  const where = { organizationId: namespace.organizationId };
  const events = await database.webhookEvent.findMany({ where, orderBy: { id: 'asc' } });
  const lacking = events.map(({ type, data }) => [type, (data as { notRead?: unknown }).notRead]);
  expect(lacking.filter(([, notRead]) => notRead !== undefined)).toEqual([
    [
      'DOCUMENTS_READY',
      [
        {
          documentId,
          parts: [
            { what: 'PICTURE', count: 5 },
            { what: 'EMBEDDED_FILE', count: 1 },
          ],
        },
      ],
    ],
  ]);
});

test('a kind that this version does not know is OTHER', () => {
  const part = { where: null, why: 'A new reason', count: 1 };
  expect(parseNotRead([{ what: 'HOLOGRAM', ...part }])).toEqual([{ what: 'OTHER', ...part }]);
});
