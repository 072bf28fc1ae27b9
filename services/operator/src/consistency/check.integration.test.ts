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
  findAll,
  findOne,
  ingest,
  jobs,
  namespaceId,
  providers,
  signal,
  vectorsOf,
  writeFile,
} from '../../test/ingested.fixture.ts';
import { checkLeftovers, checkNamespace, describeFinding, type Finding, repair } from './index.ts';

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
  // Changes within the quiet time may still be followed by others.
  expect(await Array.fromAsync(checkNamespace({ ...check, quietMs: 120_000 }, namespaceId))).toEqual([]);
  await database.connection.update({ where: { id: connectionId }, data: { status: 'REVOKED' } });
  expect(await findAll()).toEqual([]);
});
