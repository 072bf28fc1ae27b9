import { expect, test } from '@jest/globals';
import { accept, actor, database, embedded, namespace } from '../../test/domain.fixture.ts';
import {
  type BulkChange,
  type BulkStep,
  claimDocument,
  claimForCleaning,
  claimForMetadata,
  claimForPurge,
  completeMetadata,
  deleteDocuments,
  type MetadataChange,
  rejectUntilPurged,
  rejectWhileHeld,
  removePurged,
  succeedDocument,
  updateDocumentsMetadata,
} from './index.ts';

/** Queued documents of one run, each with two chunks. */
async function insertMany(count: number): Promise<void> {
  const documentId = await accept({ metadata: { team: 'a' } });
  await database.$executeRaw`
    INSERT INTO documents (id, "organizationId", "namespaceId", "externalId", "liveKey", "documentType", "ingestionSource", status, stage,
      "ingestJobId", "ingestJobRunId", metadata, "activeRevision")
    SELECT gen_random_uuid(), "organizationId", "namespaceId", 'many-' || number, decode(md5(number::text), 'hex'), "documentType",
      "ingestionSource", 'QUEUED', stage, "ingestJobId", "ingestJobRunId", metadata || jsonb_build_object('number', number), 1
    FROM documents, generate_series(2, ${count}::int) AS number WHERE id = ${documentId}::uuid`;
  await database.$executeRaw`
    INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId") SELECT "ingestJobRunId", id FROM documents
    WHERE "namespaceId" = ${namespace.id}::uuid ON CONFLICT DO NOTHING`;
  await database.$executeRaw`UPDATE ingest_job_runs SET "unfinishedDocuments" = ${count}::int WHERE "namespaceId" = ${namespace.id}::uuid`;
  await database.$executeRaw`
    INSERT INTO chunks ("documentId", revision, ordinal, "vectorId", tokens, start, "end", stored)
    SELECT id, 1, ordinal, id || '#' || ordinal, 1, 0, 1, true FROM documents, generate_series(0, 1) AS ordinal
    WHERE "namespaceId" = ${namespace.id}::uuid`;
}

const bulk = (): BulkChange => ({
  actor: actor(),
  filter: {
    namespaceId: namespace.id,
    tenantId: undefined,
    metadata: [{ field: 'team', operator: '$eq', value: 'a' }],
  },
  namespace: 'docs',
  filterFields: ['metadata'],
});
const change: MetadataChange = { merge: {}, set: { team: 'b' }, append: { tags: ['x'] }, remove: {} };

async function collect(steps: AsyncIterable<BulkStep>): Promise<BulkStep[]> {
  const collected: BulkStep[] = [];
  for await (const step of steps) collected.push(step);
  return collected;
}

test('5,000 documents of one filter are changed, then deleted, in batches of 500 with one small job each', async () => {
  const count = 5_000;
  await insertMany(count);
  const updates = await collect(updateDocumentsMetadata(database, bulk(), change));
  const deletions = await collect(
    deleteDocuments(database, { ...bulk(), filter: { namespaceId: namespace.id, tenantId: undefined } }),
  );
  for (const steps of [updates, deletions]) {
    const ids = steps.flatMap(({ documentIds }) => documentIds);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toEqual(ids.toSorted());
    expect(Math.max(...steps.map(({ documentIds }) => documentIds.length))).toBeLessThanOrEqual(500);
    const jobs = steps.flatMap((step) => step.jobs);
    expect(jobs.length).toBe(count / 500);
    expect(JSON.stringify(jobs).length).toBeLessThan((count / 500) * 600);
  }
  const rows = await database.document.groupBy({
    by: ['status', 'metadataVersion', 'metadataUpdate', 'liveKey'],
    where: { namespaceId: namespace.id },
    _count: true,
  });
  expect(rows).toMatchObject([
    {
      status: 'QUEUED_FOR_DELETION',
      metadataVersion: 2,
      metadataUpdate: 'QUEUED',
      liveKey: null,
      _count: count,
    },
  ]);
  const run = await database.ingestJobRun.findFirstOrThrow({ where: { namespaceId: namespace.id } });
  expect(run).toMatchObject({ status: 'COMPLETED', unfinishedDocuments: 0 });
  const events = await database.auditEvent.findMany({
    where: { organizationId: namespace.organizationId, targetType: 'document' },
  });
  expect(events.map(({ details }) => details)).toEqual([
    { namespace: 'docs', documents: count, filterFields: ['metadata'] },
    { namespace: 'docs', documents: count, filterFields: ['metadata'] },
  ]);
});

test('a change does not apply to documents that are ingested while it runs', async () => {
  await accept({ metadata: { team: 'a' } });
  const steps = deleteDocuments(database, bulk());
  await steps.next();
  await accept({ metadata: { team: 'a' } });
  expect((await collect(steps)).length).toBe(0);
  expect(await database.document.count({ where: { namespaceId: namespace.id, status: 'QUEUED' } })).toBe(1);
});

test('two deletions and an update of the same documents at the same moment all end, and each document is deleted once', async () => {
  await insertMany(2_000);
  const [first, second] = await Promise.all([
    collect(deleteDocuments(database, bulk())),
    collect(deleteDocuments(database, bulk())),
    collect(updateDocumentsMetadata(database, bulk(), { ...change, set: {} })),
  ]);
  const deleted = [...first, ...second].flatMap(({ documentIds }) => documentIds);
  expect([deleted.length, new Set(deleted).size]).toEqual([2_000, 2_000]);
});

async function embed(documentId: string) {
  const { revision } = await database.document.findUniqueOrThrow({ where: { id: documentId } });
  const claim = await claimDocument(database, { documentId, revision, stage: 'EMBED' });
  if (!claim) throw new Error('nothing to claim');
  const { metadataVersion } = claim;
  return {
    claim,
    end: () =>
      succeedDocument(database, claim, {
        ...embedded,
        embedding: { ...embedded.embedding, metadataVersion },
      }),
  };
}
const rangeOf = (id: string) => ({ namespaceId: namespace.id, first: id, last: id });
const stateOf = async (id: string) => {
  const { metadataUpdate, status } = await database.document.findUniqueOrThrow({ where: { id } });
  return { metadataUpdate, status };
};

test('metadata that changes while a document is embedded is updated at the end of the embedding', async () => {
  const documentId = await accept({ metadata: { team: 'a' } });
  await (await embed(documentId)).end();
  await accept({ metadata: { team: 'a' } });
  await database.document.update({ where: { id: documentId }, data: { status: 'QUEUED', revision: 2 } });
  const { end } = await embed(documentId);
  await collect(updateDocumentsMetadata(database, bulk(), change));
  expect(await claimForMetadata(database, rangeOf(documentId))).toEqual([]);
  await rejectWhileHeld(database, rangeOf(documentId));
  const update = { queue: 'update-vector-metadata', payload: expect.objectContaining(rangeOf(documentId)) };
  expect(await end()).toContainEqual(expect.objectContaining(update));
  const [claim] = await claimForMetadata(database, rangeOf(documentId));
  if (!claim) throw new Error('nothing to claim');
  expect(claim).toMatchObject({ metadata: { team: 'b', tags: ['x'] }, metadataVersion: 2 });
  expect(await stateOf(documentId)).toEqual({ metadataUpdate: 'PROCESSING', status: 'SUCCESS' });
  await completeMetadata(database, [claim]);
  expect(await stateOf(documentId)).toEqual({ metadataUpdate: 'COMPLETED', status: 'SUCCESS' });
});

test('a document without visible content needs no update: its embedding reads the new metadata', async () => {
  const documentId = await accept({ metadata: { team: 'a' } });
  await collect(updateDocumentsMetadata(database, bulk(), change));
  expect(await claimForMetadata(database, rangeOf(documentId))).toEqual([]);
  expect(await stateOf(documentId)).toEqual({ metadataUpdate: 'COMPLETED', status: 'QUEUED' });
  expect((await embed(documentId)).claim.metadata).toEqual({ team: 'b', tags: ['x'] });
});

test('an older job does not complete metadata that changed again while it ran', async () => {
  const documentId = await accept({ metadata: { team: 'a' } });
  await (await embed(documentId)).end();
  await collect(updateDocumentsMetadata(database, bulk(), change));
  const older = await claimForMetadata(database, rangeOf(documentId));
  const all = { ...bulk(), filter: { namespaceId: namespace.id, tenantId: undefined } };
  await collect(updateDocumentsMetadata(database, all, { ...change, set: { team: 'c' } }));
  await completeMetadata(database, older);
  expect(await stateOf(documentId)).toMatchObject({ metadataUpdate: 'QUEUED' });
  expect(await claimForMetadata(database, rangeOf(documentId))).toMatchObject([{ metadata: { team: 'c' } }]);
});

test('a metadata change of a document that was being cleaned is retried', async () => {
  const documentId = await accept({ metadata: { team: 'a' } });
  await (await embed(documentId)).end();
  await claimForCleaning(database, documentId);
  await collect(updateDocumentsMetadata(database, bulk(), change));
  expect(await claimForMetadata(database, rangeOf(documentId))).toEqual([]);
  await expect(rejectWhileHeld(database, rangeOf(documentId))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { retryAfterMs: expect.any(Number) },
  });
});

test('a purge waits until the worker of a deleted document has released it, then deletes its rows', async () => {
  const documentId = await accept({ metadata: { team: 'a' } });
  const { claim, end } = await embed(documentId);
  await collect(deleteDocuments(database, bulk()));
  expect(await claimForPurge(database, rangeOf(documentId), undefined)).toEqual([]);
  await expect(rejectUntilPurged(database, rangeOf(documentId))).rejects.toThrow(/not gone yet/);
  await expect(end()).rejects.toThrow(/taken over/);
  await database.document.updateMany({
    where: { leaseToken: claim.leaseToken },
    data: { leaseToken: null, leaseExpiresAt: null },
  });
  await removePurged(database, await claimForPurge(database, rangeOf(documentId), undefined));
  await rejectUntilPurged(database, rangeOf(documentId));
  expect(await database.document.count({ where: { id: documentId } })).toBe(0);
  expect(await database.documentContent.count({ where: { documentId } })).toBe(0);
});
