import { AppError } from '@docfleet/errors';
import { createLogger } from '@docfleet/runtime/logging';
import { expect, test } from '@jest/globals';
import { accept, actor, claim, database, embedded, namespace, vault } from '../../test/domain.fixture.ts';
import { createVectorId, findActiveChunks, recordChunks } from '../chunk/index.ts';
import {
  type ClaimedDocument,
  claimDocument,
  createDocumentWorker,
  createLeaseKeeper,
  deleteDocuments,
  failDocument,
  releaseDocument,
  succeedDocument,
} from '../document/index.ts';
import { cancelIngestJobRun, findRunWithDocuments } from '../run/index.ts';
import {
  closeReembeddingListings,
  deleteNamespace,
  deletePreviousGeneration,
  endReembedding,
  findReembedding,
  isNamespaceQuiet,
  type NamespaceConfigs,
  queueReembedding,
  type Reembedding,
  readNamespaceSettings,
  readReembeddingProgress,
  updateNamespace,
} from './index.ts';

const vectorOf = ({ id, generation }: ClaimedDocument) => createVectorId(id, generation, 'hash');
const chunkOf = (claimed: ClaimedDocument) => ({
  vectorId: vectorOf(claimed),
  ordinal: 0,
  tokens: 1,
  start: 0,
  end: 5,
});

/** Processes a queued document as an embedder does; returns its vector's id. */
async function embed(documentId: string): Promise<string> {
  const claimed = await claim(documentId);
  await recordChunks(database, claimed, [chunkOf(claimed)]);
  await succeedDocument(database, claimed, embedded);
  return vectorOf(claimed);
}

const update = (model: string, reembed: boolean, apiKey = 'k') =>
  updateNamespace(database, vault, actor(), {
    namespaceId: namespace.id,
    configs: { embeddingModelConfig: { provider: 'OPENAI', model, apiKey } },
    reembed,
  });

async function startReembedding(): Promise<Reembedding> {
  await update('new', true);
  const reembedding = await findReembedding(database, namespace.id);
  if (!reembedding) throw new Error('there is no change of generation');
  return reembedding;
}

const shown = async (vectorIds: string[]) => {
  const chunks = await findActiveChunks(database, {
    namespaceId: namespace.id,
    vectorIds,
    tenantId: undefined,
  });
  return chunks.map(({ vectorId, previous }) => [vectorId, previous]);
};

const runOf = ({ ingestJobRunId }: Reembedding) =>
  findRunWithDocuments(database, {
    namespaceId: namespace.id,
    tenantId: undefined,
    ingestJobRunId: ingestJobRunId ?? '',
  });

/** Processes a re-embedding as its worker does: lists the remaining documents, and ends what is complete. */
async function lookIn(reembedding: Reembedding, most = 1_000): Promise<number> {
  const jobs = await queueReembedding(database, reembedding, most);
  await closeReembeddingListings(database, reembedding, await readReembeddingProgress(database, reembedding));
  await endReembedding(database, reembedding);
  return jobs.length;
}

const letTimePass = async () => {
  await database.$executeRaw`UPDATE ingest_job_runs SET "updatedAt" = now() - interval '1 minute'`;
};

test('a re-embedding queues up to the given number of documents, and its run completes when all have finished', async () => {
  const ids = [await accept(), await accept(), await accept()];
  for (const id of ids) await embed(id);
  const reembedding = await startReembedding();
  expect(await lookIn(reembedding, 2)).toBe(2);
  for (const id of ids.slice(0, 2)) await embed(id);
  expect(await runOf(reembedding)).toMatchObject({ status: 'PROCESSING' });
  expect(await lookIn(reembedding)).toBe(1);
  expect(await lookIn(reembedding)).toBe(0);
  await embed(ids[2] ?? '');
  const run = await runOf(reembedding);
  expect(run?.status).toBe('COMPLETED');
  expect(run?.documents.map(({ id, status }) => [id, status])).toEqual(
    ids.toSorted().map((id) => [id, 'SUCCESS']),
  );
});

test('searches see the previous vector until its generation is deleted, then only the new one', async () => {
  const id = await accept();
  const old = await embed(id);
  const reembedding = await startReembedding();
  await lookIn(reembedding);
  expect(await shown([old])).toEqual([[old, false]]);
  const fresh = await embed(id);
  expect(fresh).not.toBe(old);
  expect((await shown([old, fresh])).toSorted()).toEqual(
    [
      [old, true],
      [fresh, false],
    ].toSorted(),
  );
  await lookIn(reembedding);
  expect((await findReembedding(database, namespace.id))?.ingestJobRunId).not.toBeNull();
  await letTimePass();
  await lookIn(reembedding);
  const ended = await findReembedding(database, namespace.id);
  expect(ended?.ingestJobRunId).toBeNull();
  await deletePreviousGeneration(database, ended ?? reembedding);
  expect(await shown([old, fresh])).toEqual([[fresh, false]]);
  expect(await findReembedding(database, namespace.id)).toBeUndefined();
  expect(await database.chunk.count({ where: { documentId: id } })).toBe(1);
});

test('the content of a re-embedded document stays where it was stored, also after the next change of the model', async () => {
  const id = await accept();
  await embed(id);
  const first = await startReembedding();
  await lookIn(first);
  expect((await claim(id)).contentRevision).toBe(1);
  await database.document.update({ where: { id }, data: { leaseToken: null, leaseExpiresAt: null } });
  await embed(id);
  await letTimePass();
  await lookIn(first);
  await deletePreviousGeneration(database, first);
  await update('newest', true);
  const second = await findReembedding(database, namespace.id);
  if (!second) throw new Error('there is no change of generation');
  await lookIn(second);
  const claimed = await claim(id);
  expect(claimed).toMatchObject({ generation: 3, revision: 3, contentRevision: 1 });
});

test('new content that arrives meanwhile belongs to the new generation, and searches do not see the old one', async () => {
  const id = await accept({ externalId: 'a' });
  const old = await embed(id);
  const reembedding = await startReembedding();
  await lookIn(reembedding);
  await accept({ externalId: 'a' });
  expect((await claim(id)).contentRevision).toBe(3);
  await database.document.update({ where: { id }, data: { leaseToken: null, leaseExpiresAt: null } });
  const fresh = await embed(id);
  expect(await shown([old, fresh])).toEqual([[fresh, false]]);
});

test('a document that cannot be re-embedded stays searchable, is tried once per run, and keeps the previous generation', async () => {
  const id = await accept();
  const old = await embed(id);
  const reembedding = await startReembedding();
  await lookIn(reembedding);
  const claimed = await claim(id);
  const error = new AppError('PROVIDER_REJECTED', 'The key is wrong');
  await releaseDocument(database, claimed, error);
  await failDocument(database, { ...claimed, documentId: id }, error);
  expect(await lookIn(reembedding)).toBe(0);
  await letTimePass();
  await lookIn(reembedding);
  expect(await runOf(reembedding)).toMatchObject({ status: 'COMPLETED', documents: [{ status: 'FAILED' }] });
  expect((await findReembedding(database, namespace.id))?.ingestJobRunId).toBe(reembedding.ingestJobRunId);
  expect(await shown([old])).toEqual([[old, false]]);
  const again = await startReembedding();
  expect(await lookIn(again)).toBe(1);
});

test('a cancelled re-embedding queues no more documents, all stay searchable, and the next run goes on with them', async () => {
  const ids = [await accept(), await accept(), await accept()];
  const old = await Promise.all(ids.map(embed));
  const reembedding = await startReembedding();
  expect(await lookIn(reembedding, 1)).toBe(1);
  const run = { id: reembedding.ingestJobRunId ?? '', tenantId: null };
  await Array.fromAsync(cancelIngestJobRun(database, actor(), run));
  expect(await lookIn(reembedding)).toBe(0);
  expect((await runOf(reembedding))?.status).toBe('COMPLETED');
  await letTimePass();
  await lookIn(reembedding);
  expect(await shown(old)).toHaveLength(3);
  expect(await lookIn(await startReembedding())).toBe(3);
});

test('a namespace goes to another store without being asked for, as nothing is embedded; not with another model as well', async () => {
  await embed(await accept());
  const change = (configs: NamespaceConfigs) =>
    updateNamespace(database, vault, actor(), { namespaceId: namespace.id, configs, reembed: false });
  const vectorStorageConfig = { provider: 'PINECONE', apiKey: 'k', indexHost: 'https://index.test' };
  const embeddingModelConfig = { provider: 'OPENAI', model: 'new', apiKey: 'k' };
  await expect(change({ vectorStorageConfig, embeddingModelConfig })).rejects.toMatchObject({
    code: 'NAMESPACE_CONFLICT',
  });
  expect(await change({ vectorStorageConfig })).toMatchObject({ reembeddingRunId: expect.any(String) });
  expect(await findReembedding(database, namespace.id)).toMatchObject({ generation: 2 });
});

const storeOf = (config: NamespaceConfigs['vectorStorageConfig'] & object) =>
  updateNamespace(database, vault, actor(), {
    namespaceId: namespace.id,
    configs: { vectorStorageConfig: config },
    reembed: false,
  });
const postgres = { provider: 'PGVECTOR', url: 'postgresql://docfleet@db.test/vectors' };

test('another password of the vector store is no other store: nothing is moved', async () => {
  await storeOf({ ...postgres, password: 'old' });
  await embed(await accept());
  expect(await storeOf({ ...postgres, password: 'new' })).toMatchObject({ reembeddingRunId: undefined });
  expect(await findReembedding(database, namespace.id)).toBeUndefined();
  const settings = await readNamespaceSettings(database, vault, namespace.id);
  expect(settings?.configs.vectorStorageConfig).toEqual({ ...postgres, password: 'new' });
});

test('a new password reaches the store that vectors are moved from, where both had the old one', async () => {
  await storeOf({ ...postgres, password: 'old' });
  await embed(await accept());
  const other = { ...postgres, url: 'postgresql://docfleet@db.test/others' };
  await storeOf({ ...other, password: 'old' });
  await storeOf({ ...other, password: 'new' });
  const settings = await readNamespaceSettings(database, vault, namespace.id);
  expect(settings?.previousConfigs?.vectorStorageConfig).toEqual({ ...postgres, password: 'new' });
});

test('another model gets vectors of its own while those of deleted documents are being removed, without being asked for', async () => {
  const id = await accept();
  await embed(id);
  const filter = { namespaceId: namespace.id, tenantId: undefined, ids: [id] };
  await Array.fromAsync(
    deleteDocuments(database, { actor: actor(), filter, namespace: 'docs', filterFields: ['ids'] }),
  );
  expect(await update('new', false)).toMatchObject({ reembeddingRunId: expect.any(String) });
  const reembedding = await findReembedding(database, namespace.id);
  expect(reembedding).toMatchObject({ generation: 2 });
  await letTimePass();
  if (reembedding) expect(await lookIn(reembedding)).toBe(0);
  await letTimePass();
  if (reembedding) await lookIn(reembedding);
  expect((await findReembedding(database, namespace.id))?.ingestJobRunId).toBeNull();
  expect((await claim(await accept())).generation).toBe(2);
});

test('a worker that began with the previous model cannot write chunks or finish its document, which the new one embeds', async () => {
  const id = await accept();
  await embed(await accept());
  const late = await claim(id);
  await startReembedding();
  await expect(recordChunks(database, late, [chunkOf(late)])).rejects.toThrow(/taken over/);
  await expect(succeedDocument(database, late, embedded)).rejects.toThrow(/taken over/);
  await releaseDocument(database, late, new AppError('SERVICE_UNAVAILABLE', 'lost'));
  expect((await claim(id)).generation).toBe(2);
});

test('a refusal of a provider is final only when it refused what is still configured', async () => {
  const leases = createLeaseKeeper(database, createLogger({ service: 'test', level: 'silent' }));
  const worker = createDocumentWorker(database, leases, 'EMBED');
  const documentId = await accept();
  const { signal } = new AbortController();
  const refused = (before: () => Promise<unknown>) =>
    worker.work({ documentId, revision: 1 }, signal, async () => {
      await before();
      throw new AppError('PROVIDER_REJECTED', 'The key is wrong');
    });
  await expect(refused(() => update('old', false, 'new key'))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { retryAfterMs: expect.any(Number) },
  });
  await expect(refused(async () => undefined)).rejects.toMatchObject({ code: 'PROVIDER_REJECTED' });
  leases.close();
});

test('a deleted namespace yields no work, rejects late writes, and is quiet when the last writer has ended', async () => {
  const [id, waiting] = [await accept(), await accept()];
  const late = await claim(id);
  await deleteNamespace(database, actor(), namespace);
  expect(await claimDocument(database, { documentId: waiting, revision: 1, stage: 'EMBED' })).toBeUndefined();
  await expect(recordChunks(database, late, [chunkOf(late)])).rejects.toThrow(/taken over/);
  await expect(succeedDocument(database, late, embedded)).rejects.toThrow(/taken over/);
  const passTime = database.$executeRaw`
    UPDATE namespaces SET "updatedAt" = now() - interval '3 seconds' WHERE id = ${namespace.id}::uuid`;
  await passTime;
  expect(await isNamespaceQuiet(database, namespace.id)).toBe(false);
  await releaseDocument(database, late, new AppError('SERVICE_UNAVAILABLE', 'lost'));
  expect(await isNamespaceQuiet(database, namespace.id)).toBe(true);
});
