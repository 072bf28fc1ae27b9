import { randomUUID } from 'node:crypto';
import { everyDocument } from '@docfleet/queues';
import { expect, test } from '@jest/globals';
import { accept, chunk, claim, database, namespace, vault } from '../../test/domain.fixture.ts';
import { recordChunks, recordContext } from '../chunk/index.ts';
import { createNamespace } from '../namespace/index.ts';
import {
  claimForPurge,
  findUnpurgedDocuments,
  rejectUntilPurged,
  releasePurge,
  removePurged,
} from './index.ts';

const range = (changes: { first?: string; last?: string } = {}) => ({
  namespaceId: namespace.id,
  ...everyDocument,
  ...changes,
});
const key = 'ab'.repeat(32);

/** Creates documents with rows in all tables; returns their ids in ascending order. */
async function create(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const id = await accept();
    const claimed = await claim(id);
    await recordChunks(database, claimed, [chunk(id, 0, 'text')]);
    await recordContext(database, { id, revision: 1 }, { key, context: 'a sentence' });
    ids.push(id);
  }
  return ids.toSorted();
}

const hide = (ids: readonly string[]) =>
  database.document.updateMany({
    where: { id: { in: [...ids] } },
    data: { status: 'QUEUED_FOR_DELETION', liveKey: null, leaseToken: null, leaseExpiresAt: null },
  });

const claimAll = (after?: string) => claimForPurge(database, range(), after);
const idsOf = (claims: readonly { readonly id: string }[]) => claims.map(({ id }) => id);
const remembered = async (id: string) => ({
  documents: await database.document.count({ where: { id } }),
  chunks: await database.chunk.count({ where: { documentId: id } }),
  contexts: await database.chunkContext.count({ where: { documentId: id } }),
  contents: await database.documentContent.count({ where: { documentId: id } }),
});
const all = { documents: 1, chunks: 1, contexts: 1, contents: 1 };
const nothing = { documents: 0, chunks: 0, contexts: 0, contents: 0 };

test('deleted documents are claimed in order of their ids, each by one worker', async () => {
  const [one = '', two = '', living = ''] = await create(3);
  await hide([one, two]);
  const claims = await claimAll();
  expect(claims).toEqual(
    [one, two].map((id) => ({
      id,
      revision: 1,
      namespaceId: namespace.id,
      leaseToken: expect.any(String),
      namespaceVersion: expect.any(Number),
    })),
  );
  const leases = await database.document.findMany({ where: { id: { in: [one, two] } } });
  for (const { leaseExpiresAt } of leases) expect(Number(leaseExpiresAt)).toBeGreaterThan(Date.now());
  expect(await claimAll()).toEqual([]);
  expect(await remembered(living)).toEqual(all);
});

test('two workers that claim at once share the documents between them', async () => {
  await hide(await create(6));
  const [one, other] = await Promise.all([claimAll(), claimAll()]);
  expect(new Set([...idsOf(one), ...idsOf(other)]).size).toBe(6);
  expect(one.length + other.length).toBe(6);
});

test('documents that another statement has locked are passed over, and not waited for', async () => {
  const [locked = '', free = ''] = await create(2);
  await hide([locked, free]);
  await database.$transaction(async (session) => {
    await session.$queryRaw`SELECT id FROM documents WHERE id = ${locked}::uuid FOR UPDATE`;
    expect(idsOf(await claimAll())).toEqual([free]);
  });
});

test('a living document that no worker holds is not claimed', async () => {
  const resting = await accept();
  const [gone = ''] = await create(1);
  await hide([gone]);
  expect(idsOf(await claimAll())).toEqual([gone]);
  const claims = [{ id: resting, leaseToken: randomUUID() }];
  await removePurged(database, claims);
  expect(await database.document.count({ where: { id: resting } })).toBe(1);
});

test('a claim that a dead worker left is claimed again', async () => {
  const [id = ''] = await create(1);
  await hide([id]);
  await claimAll();
  await database.document.update({ where: { id }, data: { leaseExpiresAt: new Date(Date.now() - 1) } });
  expect(idsOf(await claimAll())).toEqual([id]);
});

test('documents are claimed behind the last one, and within the range', async () => {
  const [one = '', two = '', three = ''] = await create(3);
  await hide([one, two, three]);
  const within = await claimForPurge(database, range({ first: one, last: two }), one);
  expect(idsOf(within)).toEqual([two]);
  expect(idsOf(await claimForPurge(database, { ...range(), namespaceId: randomUUID() }, undefined))).toEqual(
    [],
  );
});

test('a hundred documents are claimed at a time', async () => {
  await hide(await Promise.all(Array.from({ length: 101 }, () => accept())));
  const first = await claimAll();
  expect(first).toHaveLength(100);
  expect(idsOf(first)).toEqual(idsOf(first).toSorted());
  expect(await claimAll(first.at(-1)?.id)).toHaveLength(1);
});

test('a namespace that is deleted itself purges its documents another way', async () => {
  await hide(await create(1));
  await database.namespace.update({ where: { id: namespace.id }, data: { status: 'DELETING' } });
  expect(await claimAll()).toEqual([]);
});

test('nothing is left of a purged document, and all of the others', async () => {
  const [gone = '', kept = ''] = await create(2);
  await hide([gone]);
  await removePurged(database, await claimAll());
  expect([await remembered(gone), await remembered(kept)]).toEqual([nothing, all]);
});

test('of the samples of keywords, those of a purged document go, and the others stay', async () => {
  const [gone = '', kept = ''] = await create(2);
  const { organizationId } = namespace;
  const elsewhere = await createNamespace(database, vault, { organizationId, name: 'other', configs: {} });
  const sample = (documentId: string, slot: number, namespaceId = namespace.id) => ({
    namespaceId,
    slot,
    documentId,
    terms: [slot],
  });
  const samples = [sample(gone, 1), sample(gone, 2), sample(kept, 3), sample(kept, 1, elsewhere.id)];
  await database.keywordSample.createMany({ data: samples });
  await hide([gone]);
  await removePurged(database, await claimAll());
  expect(await database.keywordSample.findMany({ orderBy: { slot: 'desc' } })).toEqual(
    expect.arrayContaining([sample(kept, 3), sample(kept, 1, elsewhere.id)]),
  );
  expect(await database.keywordSample.count({ where: { documentId: gone } })).toBe(0);
});

test('a worker that lost its claim removes nothing', async () => {
  const [id = ''] = await create(1);
  await hide([id]);
  const claims = await claimAll();
  await removePurged(
    database,
    claims.map((one) => ({ ...one, leaseToken: randomUUID() })),
  );
  expect(await remembered(id)).toEqual(all);
});

test('a document that is released can be claimed at once, by its holder alone', async () => {
  const [id = ''] = await create(1);
  await hide([id]);
  const claims = await claimAll();
  await releasePurge(
    database,
    claims.map((one) => ({ ...one, leaseToken: randomUUID() })),
  );
  expect(await claimAll()).toEqual([]);
  await releasePurge(database, claims);
  expect(idsOf(await claimAll())).toEqual([id]);
});

test('a purge is retried soon while documents of its range are there', async () => {
  const [one = '', two = ''] = await create(2);
  await rejectUntilPurged(database, range());
  await hide([two]);
  await rejectUntilPurged(database, range({ first: one, last: one }));
  await expect(rejectUntilPurged(database, range())).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryable: true,
    details: { retryAfterMs: 2_000 },
  });
});

test.each([
  ['that was left behind', { updatedAt: -16_000 }, true],
  ['whose job is still in the queue', { updatedAt: -14_000 }, false],
  ['that a worker holds', { updatedAt: -16_000, leaseExpiresAt: 10_000 }, false],
  ['that a dead worker held', { updatedAt: -16_000, leaseExpiresAt: -1_000 }, true],
  ['that lives', { updatedAt: -16_000, lives: true }, false],
] as const)('a document %s is requested to be purged: %#', async (_name, moments, isRequested) => {
  const ids = await create(2);
  if (!('lives' in moments)) await hide(ids);
  const leaseExpiresAt = 'leaseExpiresAt' in moments ? new Date(Date.now() + moments.leaseExpiresAt) : null;
  await database.document.updateMany({
    where: { id: { in: ids } },
    data: { updatedAt: new Date(Date.now() + moments.updatedAt), leaseExpiresAt },
  });
  const payloads = (await findUnpurgedDocuments(database)).map(({ payload }) => payload);
  const own = payloads.filter((payload) => (payload as { namespaceId: string }).namespaceId === namespace.id);
  expect(own).toEqual(isRequested ? [range()] : []);
});
