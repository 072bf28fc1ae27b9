import { mkdir, mkdtemp, rm, stat, utimes, writeFile as writeToDisk } from 'node:fs/promises';
import { join } from 'node:path';
import { createId } from '@docfleet/domain/database';
import { documentFileKeys } from '@docfleet/domain/document';
import { expect, test } from '@jest/globals';
import {
  accept,
  check,
  chunksPerDocument,
  connectWithChannel,
  database,
  embed,
  ingest,
  namespaceId,
  providers,
  signal,
  writeFile,
  writeVectors,
} from '../../test/ingested.fixture.ts';
import { checkLeftovers, checkNamespace, describeFinding, type Finding, repair } from './index.ts';

const findAll = () => Array.fromAsync(checkNamespace(check, namespaceId));

const vectorsOf = (documentId: string) => providers.vectorStore.idsOfDocument(documentId, signal);

/** The jobs that wait in the outbox, by their queue and document. */
async function jobs(): Promise<string[]> {
  const entries = await database.outboxEntry.findMany({});
  return entries.map(({ queue, payload }) => {
    const { documentId } = (payload as { payload: { documentId?: string } }).payload;
    return `${queue} ${documentId}`;
  });
}

/** The one thing that is wrong. */
async function findOne(): Promise<Finding> {
  const found = await findAll();
  expect(found).toHaveLength(1);
  return found[0] as Finding;
}

test('what was ingested is in order', async () => {
  for (let index = 0; index < 3; index += 1) await ingest();
  expect(await findAll()).toEqual([]);
});

test('a document without a job or lease is found, and its work is requested', async () => {
  const documentId = await accept();
  const finding = await findOne();
  expect(finding).toMatchObject({ kind: 'STUCK_DOCUMENT', documentId, document: { status: 'QUEUED' } });
  expect(await repair(check, finding)).toBe('ASKED_FOR');
  expect(await jobs()).toEqual([`embed-document ${documentId}`]);
  expect(await findAll()).toEqual([]);
});

test('what happened within the quiet time is not judged', async () => {
  await accept();
  const documentId = await ingest();
  await providers.vectorStore.remove(await vectorsOf(documentId), signal);
  await writeFile(documentFileKeys(createId(), 1).raw);
  const found = await Array.fromAsync(checkNamespace({ ...check, quietMs: 60_000 }, namespaceId));
  expect(found).toEqual([]);
});

test('a vector that no chunk has is found, and recorded for a cleaning', async () => {
  const documentId = await ingest();
  const vectorId = `${documentId}#stranger`;
  await writeVectors(documentId, [vectorId]);
  const finding = await findOne();
  expect(finding).toMatchObject({
    kind: 'UNKNOWN_VECTORS',
    documentId,
    vectorIds: [vectorId],
    orphaned: false,
  });
  await repair(check, finding);
  expect(await jobs()).toEqual([`clean-document ${documentId}`]);
  expect(await database.chunk.count({ where: { documentId, revision: 0, vectorId } })).toBe(1);
});

test('vectors and files of a document that is gone are found and removed', async () => {
  const documentId = createId();
  await ingest();
  await writeVectors(documentId, [`${documentId}#1`, `${documentId}#2`]);
  await writeFile(documentFileKeys(documentId, 1).raw);
  const found = await findAll();
  expect(found).toMatchObject([
    {
      kind: 'UNKNOWN_VECTORS',
      documentId,
      orphaned: true,
      vectorIds: [expect.any(String), expect.any(String)],
    },
    { kind: 'UNKNOWN_FILES', documentId, orphaned: true },
  ]);
  for (const finding of found) expect(await repair(check, finding)).toBe('REPAIRED');
  expect(await findAll()).toEqual([]);
});

test('vectors that the store lacks are found, and only those are asked to be made anew', async () => {
  const documentId = await ingest();
  await ingest();
  const [lost = '', ...kept] = await vectorsOf(documentId);
  await providers.vectorStore.remove([lost], signal);
  const finding = await findOne();
  expect(finding).toMatchObject({ kind: 'MISSING_VECTORS', documentId, vectorIds: [lost] });
  expect(await repair(check, finding)).toBe('ASKED_FOR');
  expect(await jobs()).toEqual([`embed-document ${documentId}`]);
  const known = await database.chunk.findMany({ where: { documentId } });
  expect(known.map(({ vectorId }) => vectorId).toSorted()).toEqual(kept.toSorted());
  expect(await repair(check, finding)).toBe('GONE');

  await embed(documentId);
  const { activeRevision, contentRevision, previousRevision } = await database.document.findUniqueOrThrow({
    where: { id: documentId },
  });
  expect({ activeRevision, contentRevision, previousRevision }).toEqual({
    activeRevision: 2,
    contentRevision: 1,
    previousRevision: null,
  });
});

test('a text that the file store lacks is found, and asked for as far as it can be had', async () => {
  const documentId = await ingest();
  const { parsed } = documentFileKeys(documentId, 1);
  await providers.fileStore.remove([parsed], signal);
  const finding = await findOne();
  expect(finding).toMatchObject({ kind: 'MISSING_CONTENT', documentId, key: parsed });
  await repair(check, finding);
  const { status, revision } = await database.document.findUniqueOrThrow({ where: { id: documentId } });
  expect([status, revision]).toEqual(['QUEUED_FOR_UPDATE', 2]);
});

test('files of previous contents are found, and those of a content to come are left alone', async () => {
  const documentId = await ingest();
  await database.document.update({ where: { id: documentId }, data: { activeRevision: 2, revision: 2 } });
  await database.chunk.updateMany({ where: { documentId }, data: { revision: 2 } });
  for (const revision of [2, 3]) await writeFile(documentFileKeys(documentId, revision).parsed);
  const finding = await findOne();
  expect(finding).toMatchObject({ kind: 'UNKNOWN_FILES', keys: [documentFileKeys(documentId, 1).parsed] });
  await repair(check, finding);
  expect(await jobs()).toEqual([`clean-document ${documentId}`]);
});

test('chunks of previous contents, and a wrong number of chunks, are found', async () => {
  const documentId = await ingest();
  const vectorId = `${documentId}#old`;
  await database.chunk.create({
    data: { documentId, revision: 0, ordinal: 0, vectorId, tokens: 0, start: 0, end: 0 },
  });
  await database.document.update({ where: { id: documentId }, data: { embeddingCount: 9 } });
  expect(await findAll()).toMatchObject([
    { kind: 'STALE_CHUNKS', documentId, chunks: 1 },
    { kind: 'WRONG_CHUNK_COUNT', documentId, counted: 9, chunks: chunksPerDocument },
  ]);
});

test('kept counts that are wrong are found and corrected', async () => {
  await ingest();
  await database.documentCount.deleteMany({ where: { namespaceId } });
  const finding = await findOne();
  expect(finding).toMatchObject({
    kind: 'WRONG_DOCUMENT_COUNT',
    differences: [{ status: 'SUCCESS', change: 1 }],
  });
  await repair(check, finding);
  expect(await findAll()).toEqual([]);
});

test('a run that waits for a document which does not work for it is found and completed', async () => {
  const documentId = await ingest();
  const { ingestJobRunId: id } = await database.document.findUniqueOrThrow({ where: { id: documentId } });
  await database.ingestJobRunDocument.updateMany({ where: { ingestJobRunId: id }, data: { outcome: null } });
  await database.ingestJobRun.update({
    where: { id },
    data: { status: 'PROCESSING', unfinishedDocuments: 1 },
  });
  const finding = await findOne();
  expect(finding).toMatchObject({ kind: 'WRONG_RUN', run: { id, counted: 1, unfinished: 1, lost: 1 } });
  await repair(check, finding);
  expect(await findAll()).toEqual([]);
  const run = await database.ingestJobRun.findUniqueOrThrow({ where: { id } });
  expect(run).toMatchObject({ status: 'COMPLETED', unfinishedDocuments: 0 });
});

test('chunks and keyword statistics of documents that are gone are found and removed', async () => {
  const documentId = createId();
  await database.keywordSample.create({ data: { namespaceId, slot: 1, documentId, terms: [1] } });
  const chunk = { revision: 1, ordinal: 0, vectorId: 'x', tokens: 0, start: 0, end: 0 };
  await database.chunk.create({ data: { documentId, ...chunk } });
  const found = [...(await findAll()), ...(await Array.fromAsync(checkLeftovers(check)))];
  expect(found).toMatchObject([
    { kind: 'ORPHAN_SAMPLES', samples: 1 },
    { kind: 'ORPHAN_CHUNKS', documentId },
  ]);
  for (const finding of found) await repair(check, finding);
  expect([...(await findAll()), ...(await Array.fromAsync(checkLeftovers(check)))]).toEqual([]);
});

/** The folder of a store, as old as one without a writer. */
async function makeFolder(parent: string, name: string): Promise<string> {
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  await writeToDisk(join(folder, 'part'), 'heron');
  return folder;
}

test('folders of namespaces and generations that are gone are found by what lies there, and removed', async () => {
  await ingest();
  const {
    files,
    vectors: [vectors = ''],
  } = check.places;
  const gone = createId();
  const stray = [
    await makeFolder(vectors, `${gone}.lance`),
    await makeFolder(vectors, `${namespaceId}-7.lance`),
    await makeFolder(files, gone),
  ];
  await makeFolder(files, 'kept-by-another-program');
  // As a killed trial of a configuration leaves it.
  await mkdir(join(files, createId(), 'incoming'), { recursive: true });
  const found = await Array.fromAsync(checkLeftovers(check));
  expect(found).toMatchObject([
    { kind: 'STRAY_FOLDER', store: 'vectors', namespaceId, isNamespaceGone: false, isForeign: false },
    { kind: 'STRAY_FOLDER', store: 'vectors', namespaceId: gone, isNamespaceGone: true, isForeign: false },
    { kind: 'STRAY_FOLDER', store: 'files', namespaceId: gone, isNamespaceGone: true, isForeign: false },
  ]);
  expect(describeFinding(found[1] as Finding)).toContain(`of namespace ${gone}, which is gone`);
  for (const finding of found) expect(await repair(check, finding)).toBe('REPAIRED');
  for (const folder of stray) await expect(stat(folder)).rejects.toThrow('ENOENT');
  expect(await stat(join(files, 'kept-by-another-program'))).toBeDefined();
  expect(await Array.fromAsync(checkLeftovers(check))).toEqual([]);
});

test('folders of which the database knows none are named, and left for a person to judge', async () => {
  const files = await mkdtemp(join(check.places.files, 'of-another-installation-'));
  const folder = await makeFolder(files, createId());
  const other = { ...check, places: { files, vectors: [] } };
  const [finding, ...others] = await Array.fromAsync(checkLeftovers(other));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ kind: 'STRAY_FOLDER', isForeign: true });
  expect(await repair(other, finding as Finding)).toBe('LEFT');
  expect(await stat(folder)).toBeDefined();
});

test('bytes of a document that is gone are found in the files of the vector store', async () => {
  const documentId = await ingest();
  const {
    vectors: [vectors = ''],
  } = check.places;
  expect(await findAll()).toEqual([]);
  // As after a deletion whose bytes nothing has removed: the rows are gone, and a file still holds them.
  const kept = join(vectors, `${namespaceId}.lance`, 'data', 'kept.lance');
  const gone = createId();
  await writeToDisk(kept, `${gone} heron ${documentId}`);
  const longAgo = Date.now() / 1_000 - 7_200;
  await utimes(kept, longAgo, longAgo);
  const finding = await findOne();
  expect(finding).toMatchObject({ kind: 'DELETED_TEXT', namespaceId, documentIds: [gone], files: 1 });
  expect(await repair(check, finding)).toBe('ASKED_FOR');
  await rm(kept);
  expect(await findAll()).toEqual([]);
});

test('a channel that expired without being renewed is found while its connection is in use, and is checked at once', async () => {
  const connectionId = await connectWithChannel(new Date(Date.now() - 60_000));
  await connectWithChannel(new Date(Date.now() + 60_000));
  const finding = await findOne();
  expect(finding).toEqual({ kind: 'EXPIRED_CHANNELS', namespaceId, connectionId, channels: 1 });
  expect(describeFinding(finding)).toContain(`1 channels of connection ${connectionId} expired`);
  expect(await repair(check, finding)).toBe('ASKED_FOR');
  const { dueAt } = await database.connectionWatch.findUniqueOrThrow({ where: { connectionId } });
  expect(dueAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  // What happened within the quiet time may be renewed yet.
  expect(await Array.fromAsync(checkNamespace({ ...check, quietMs: 120_000 }, namespaceId))).toEqual([]);
  await database.connection.update({ where: { id: connectionId }, data: { status: 'REVOKED' } });
  expect(await findAll()).toEqual([]);
});

test('a store that holds nothing of many documents is one finding and left alone, unless everything was lost', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push(await ingest());
  for (const id of ids) await providers.vectorStore.remove(await vectorsOf(id), signal);
  const finding = await findOne();
  expect(finding).toMatchObject({ kind: 'EMPTY_STORE', store: 'vector', documents: 5 });
  expect(describeFinding(finding)).toMatch(/volume is not mounted.*--rebuild/);
  expect(await repair(check, finding)).toBe('LEFT');
  expect(await jobs()).toEqual([]);
  const lost = await Array.fromAsync(checkNamespace({ ...check, rebuilds: true }, namespaceId));
  expect(lost.map(({ kind }) => kind)).toEqual(Array(5).fill('MISSING_VECTORS'));
});
