import { expect, test } from '@jest/globals';
import { accept, chunk, claim, clean, database, embedded } from '../../test/domain.fixture.ts';
import { recordChunks } from '../chunk/index.ts';
import { requestCleaning } from '../consistency/index.ts';
import { endCleaning, findStalledCleanings, releaseCleaned, succeedDocument } from './index.ts';

/** Ids of the documents whose cleaning the scheduler enqueues. */
const forgotten = async () =>
  (await Array.fromAsync(findStalledCleanings(database)))
    .flat()
    .map(({ payload }) => (payload as { documentId: string }).documentId);

const letTimePass = (documentId: string) =>
  database.documentCleaning.updateMany({
    where: { documentId },
    data: { requestedAt: new Date(Date.now() - 60_000) },
  });

/** A document whose second content left chunks of the first. */
async function updateDocument(): Promise<string> {
  const externalId = 'updated';
  const documentId = await accept({ externalId });
  const first = await claim(documentId);
  await recordChunks(database, first, [chunk(documentId, 0, 'old')]);
  await succeedDocument(database, first, embedded);
  await accept({ externalId, text: 'changed' });
  const second = await claim(documentId);
  await recordChunks(database, second, [chunk(documentId, 0, 'new')]);
  await succeedDocument(database, second, embedded);
  return documentId;
}

test('a cleaning whose job was lost with its queue is enqueued again until it is done', async () => {
  const documentId = await updateDocument();
  expect(await forgotten()).not.toContain(documentId);
  await letTimePass(documentId);
  expect(await forgotten()).toContain(documentId);

  const interrupted = await clean(documentId);
  expect(await forgotten()).not.toContain(documentId);
  await releaseCleaned(database, interrupted);
  expect(await forgotten()).toContain(documentId);

  const claimed = await clean(documentId);
  await endCleaning(database, claimed);
  await releaseCleaned(database, claimed);
  expect(await forgotten()).not.toContain(documentId);
});

test('a cleaning that is requested while another is in progress is not deleted with it', async () => {
  const documentId = await updateDocument();
  const claimed = await clean(documentId);
  await requestCleaning(database, { documentId });
  await endCleaning(database, claimed);
  await releaseCleaned(database, claimed);
  await letTimePass(documentId);
  expect(await forgotten()).toContain(documentId);
});

test('a requested cleaning is recorded too, and not for a deleted document', async () => {
  const documentId = await accept();
  await succeedDocument(database, await claim(documentId), embedded);
  await requestCleaning(database, { documentId });
  await requestCleaning(database, { documentId: '00000000-0000-7000-8000-000000000000' });
  expect(await database.documentCleaning.count({ where: { documentId } })).toBe(1);
});

test.each([
  ['rests', {}, true],
  ['has failed', { status: 'FAILED' }, true],
  ['is being processed', { status: 'PROCESSING' }, false],
  ['waits for another content', { status: 'QUEUED' }, false],
  ['a worker holds', { leaseExpiresAt: new Date(Date.now() + 60_000) }, false],
  ['a dead worker held', { leaseExpiresAt: new Date(Date.now() - 1_000) }, true],
] as const)(
  'the cleaning of a document that %s is enqueued again or not',
  async (_name, data, isEnqueued) => {
    const documentId = await updateDocument();
    await letTimePass(documentId);
    await database.document.update({ where: { id: documentId }, data });
    expect((await forgotten()).includes(documentId)).toBe(isEnqueued);
  },
);

test('more cleanings than a page has are all enqueued', async () => {
  const documentId = await accept();
  await succeedDocument(database, await claim(documentId), embedded);
  await database.$executeRaw`
    INSERT INTO documents SELECT copy.* FROM documents original, generate_series(1, 1000) AS number,
      jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), 'externalId', number::text,
        'liveKey', number::text, 'ingestJobId', original."ingestJobId")) AS copy
    WHERE original.id = ${documentId}::uuid`;
  const ids = (await database.document.findMany({ where: { externalId: { not: '' } } })).map(({ id }) => id);
  const requestedAt = new Date(Date.now() - 60_000);
  await database.documentCleaning.createMany({
    data: ids.map((id) => ({ documentId: id, requestedAt })),
    skipDuplicates: true,
  });
  const pages = await Array.fromAsync(findStalledCleanings(database));
  expect(pages.length).toBe(2);
  expect(new Set(await forgotten()).size).toBe(pages.flat().length);
  expect(pages.flat().length).toBeGreaterThan(1_000);
});
