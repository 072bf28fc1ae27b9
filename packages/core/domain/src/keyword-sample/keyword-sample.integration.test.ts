import { randomUUID } from 'node:crypto';
import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { accept, actor, database, namespace } from '../../test/domain.fixture.ts';
import { createVectorId } from '../chunk/index.ts';
import { claimForPurge, deleteDocuments, removePurged } from '../document/index.ts';
import { readKeywordStatistics, sampleChunks } from './keyword-sample.ts';

const common = 4_000_000_000;

async function sample(count: number) {
  const documentId = await accept();
  const chunks = Array.from({ length: count }, (_, index) => ({
    namespaceId: namespace.id,
    documentId,
    vectorId: `chunk ${index}`,
    termIds: index % 4 === 0 ? [common, index] : [index],
  }));
  for (let from = 0; from < count; from += 500) await sampleChunks(database, chunks.slice(from, from + 500));
  return readKeywordStatistics(database, namespace.id);
}

test('nearly all chunks of a small namespace count, with what each of them has', async () => {
  const { chunkCount, frequencies } = await sample(2_000);
  expect(chunkCount).toBeGreaterThan(1_900);
  expect((frequencies.get(common) ?? 0) / chunkCount).toBeCloseTo(0.25, 1);
  const single = Array.from({ length: 2_000 }, (_, index) => frequencies.get(index) ?? 0);
  expect(single.filter((frequency) => frequency === 1).length).toBe(chunkCount);
});

test('of a large namespace a bounded number of chunks counts, and shares hold', async () => {
  const { chunkCount, frequencies } = await sample(20_000);
  expect(chunkCount).toBeGreaterThan(4_000);
  expect(chunkCount).toBeLessThan(13_000);
  expect((frequencies.get(common) ?? 0) / chunkCount).toBeCloseTo(0.25, 1);
});

const chunksOf = (...documentIds: string[]) =>
  documentIds.map((documentId, index) => ({
    namespaceId: namespace.id,
    documentId,
    vectorId: `chunk ${index}`,
    termIds: [index],
  }));
const samplesOf = (documentId: string) => database.keywordSample.count({ where: { documentId } });

/** Deletes a document; returns what purges it. */
async function doom(documentId: string): Promise<() => Promise<void>> {
  const filter = { namespaceId: namespace.id, tenantId: undefined, ids: [documentId] };
  const change = { actor: actor(), filter, namespace: namespace.name, filterFields: ['ids'] };
  for await (const _ of deleteDocuments(database, change));
  const range = { namespaceId: namespace.id, first: documentId, last: documentId };
  const claims = await claimForPurge(database, range, undefined);
  expect(claims).toHaveLength(1);
  return () => removePurged(database, claims);
}

test('a chunk counts once, in whatever generation it is embedded again or moved to', async () => {
  const documentId = await accept();
  for (const generation of [1, 2, 3])
    await sampleChunks(database, [
      {
        namespaceId: namespace.id,
        documentId,
        vectorId: createVectorId(documentId, generation, 'a1b2'),
        termIds: [7],
      },
    ]);
  expect(await samplesOf(documentId)).toBe(1);
});

test('chunks of a document that was purged meanwhile do not enter the sample', async () => {
  const [kept, purged] = [await accept(), await accept()];
  await sampleChunks(database, chunksOf(purged));
  const purge = await doom(purged);
  await purge();
  expect(await samplesOf(purged)).toBe(0);
  await sampleChunks(database, chunksOf(kept, purged));
  expect([await samplesOf(kept), await samplesOf(purged)]).toEqual([1, 0]);
});

test('a chunk that enters the sample while its document is purged leaves it with the document', async () => {
  const documentId = await accept();
  const purge = await doom(documentId);
  let purging: Promise<void> | undefined;
  await database.$transaction(async (session) => {
    await sampleChunks(session, chunksOf(documentId));
    purging = purge();
    await eventually(async () => expect(await waitsForLock()).toBe(true));
  });
  await purging;
  expect([await samplesOf(documentId), await database.document.count({ where: { id: documentId } })]).toEqual(
    [0, 0],
  );
});

test('of a hundred documents that are sampled together, those that are purged, locked or unheard of cost no other', async () => {
  const living = await Promise.all(Array.from({ length: 97 }, () => accept()));
  const [purged, locked] = [await accept(), await accept()];
  const purge = await doom(purged);
  await purge();
  await database.$transaction(async (session) => {
    await session.$queryRaw`SELECT id FROM documents WHERE id = ${locked}::uuid FOR UPDATE`;
    const [first = '', ...others] = living;
    const chunks = chunksOf(first, purged, locked, randomUUID(), ...others);
    // Terms that are no numbers of 32 bits.
    await sampleChunks(database, [
      ...chunks.slice(0, 50),
      { ...chunks[50]!, termIds: [-1, 2 ** 40] },
      ...chunks.slice(51),
    ]);
  });
  const sampled = await database.keywordSample.findMany({ where: { namespaceId: namespace.id } });
  const found = sampled.map(({ documentId }) => documentId);
  expect(living.filter((id) => !found.includes(id))).toEqual([]);
  expect([found.includes(purged), found.includes(locked)]).toEqual([false, false]);
});

async function waitsForLock(): Promise<boolean> {
  const waiting = await database.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length > 0;
}
