import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContextModel, contextKey, recordChunks, recordContext } from '@docfleet/domain/chunk';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { claimDocument, documentFileKeys, parseEmbedding, succeedDocument } from '@docfleet/domain/document';
import { acceptDocument } from '@docfleet/domain/ingest';
import { createChunkSampler } from '@docfleet/domain/keyword-sample';
import { createNamespace, findOutdatedKeywords, readNamespaceSettings } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { createEgress, type Egress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { planChunks } from '@docfleet/pipeline/chunk-planning';
import { closeProviders, type NamespaceProviders, openProviders } from '@docfleet/pipeline/providers';
import { createLogger } from '@docfleet/runtime/logging';
import { createWebReader } from '@docfleet/scraping';
import { searchStore } from '@docfleet/search/search-store';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EmbedderContext } from './context.ts';
import { encodeKeywordsHandler } from './encode-keywords.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const vault = createVault(randomBytes(32).toString('base64'));
const signal = AbortSignal.timeout(600_000);
const text = '# Printers\n\nThe printers of the second floor were restarted yesterday.';
const sizes = { provider: 'LOCAL', model: 'static-1024', chunkSize: 400, chunkOverlap: 80 };
const title = 'office report';

let testDatabase: TestDatabase;
let database: Database;
let directory: string;
let egress: Egress;
let namespaceId: string;
let providers: NamespaceProviders;
let organizationId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4 });
  directory = await mkdtemp(join(tmpdir(), 'docfleet-keywords-'));
  egress = createEgress({ allowCidrs: [] });
  organizationId = await createOrganization(database, 'Acme');
  const configs = {
    embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
  };
  ({ id: namespaceId } = await createNamespace(database, vault, { organizationId, name: 'docs', configs }));
  const namespace = await readNamespaceSettings(database, vault, namespaceId);
  if (!namespace) throw new Error('the namespace is gone');
  providers = openProviders(namespace, {
    egress,
    webReader: createWebReader({ processes: 1 }),
    operatorSettings: { LANCEDB_URI: join(directory, 'lancedb'), LOCAL_FILES_DIR: directory },
  });
});
afterAll(async () => {
  await closeProviders(providers);
  await egress.close();
  await database.$disconnect();
  await testDatabase.drop();
  await rm(directory, { recursive: true, force: true });
});

/** A document as an embedder of the version before left it: its terms are words as they are written. */
async function ingestWithPreviousAnalyzer(externalId: string, contextModel?: ContextModel): Promise<string> {
  const { documentId } = await acceptDocument(database, {
    organizationId,
    namespaceId,
    tenantId: null,
    externalId,
    name: 'office-report.md',
    metadata: {},
    documentType: 'TEXT',
    source: 'TEXT',
    stage: 'EMBED',
    config: {},
    text,
    chunkSize: 400,
    chunkOverlap: 80,
    contentHash: createHash('sha256').update(text).digest(),
  });
  const claim = await claimDocument(database, { documentId, revision: 1, stage: 'EMBED' });
  if (!claim) throw new Error('nothing to claim');
  const windows = await Array.fromAsync(planChunks([text], { ...claim, title, contextModel }, sizes, sizes));
  const chunks = windows.flatMap((window) => window.chunks);
  await recordChunks(database, claim, chunks);
  const records = chunks.map((chunk) => ({
    id: chunk.vectorId,
    documentId,
    text: chunk.text,
    tenantId: null,
    metadata: {},
    source: 'TEXT',
    type: 'TEXT',
    values: Float32Array.of(0.6, 0.8),
    terms: chunk.text.split(/\W+/),
  }));
  await providers.vectorStore.upsert(records, signal);
  await providers.fileStore.put(documentFileKeys(documentId, 1).parsed, text, 'text/markdown', signal);
  const counts = { fileSize: 5, characterCount: 5, tokenCount: 1, embeddingCount: chunks.length };
  if (contextModel)
    for (const chunk of chunks) {
      const key = contextKey(contextModel, chunk.text);
      await recordContext(database, claim, { key, context: 'About the quarterly whitepapers.' });
    }
  const made = { ...sizes, dimensions: 2, metadataVersion: 1, title };
  const embedding = { ...made, ...(contextModel && { contextModel }) };
  await succeedDocument(database, claim, { ...counts, embedding });
  return documentId;
}

async function scoreOf(term: string, semanticWeight = 0): Promise<number | undefined> {
  const keyword = { terms: [{ term, idf: 1 }], semanticWeight, keywordWeight: 1 - semanticWeight };
  const { hits } = await searchStore(
    providers.current.vectorStore,
    { vector: Float32Array.of(0.6, 0.8), topK: 5, keyword },
    signal,
  );
  return hits[0]?.score;
}

test('after a change of the text analysis keywords are encoded again, from the stored text and without a model', async () => {
  const documentId = await ingestWithPreviousAnalyzer('a');
  await database.namespace.update({ where: { id: namespaceId }, data: { analyzerVersion: 1 } });
  expect(await findOutdatedKeywords(database)).toMatchObject([{ payload: { namespaceId } }]);
  expect([await scoreOf('printer'), await scoreOf('printers')]).toEqual([undefined, expect.any(Number)]);

  const sampler = createChunkSampler(database, logger);
  const context = { database, logger, sampler, providers: { open: async () => providers } };
  const handler = encodeKeywordsHandler(context as unknown as EmbedderContext);
  await handler.handle({ namespaceId }, signal);
  await handler.handle({ namespaceId }, signal);
  await sampler.close();

  expect([await scoreOf('printer'), await scoreOf('printers')]).toEqual([expect.any(Number), undefined]);
  // The title that was embedded counts, and the vector is what it was.
  expect(await scoreOf('offic')).toBeGreaterThan(0);
  expect(await scoreOf('absent', 1)).toBeCloseTo(1, 5);
  const row = await database.document.findUniqueOrThrow({ where: { id: documentId } });
  expect(parseEmbedding(row.embedding)).toMatchObject({ title, analyzerVersion, dimensions: 2 });
  expect(await database.keywordSample.count({ where: { namespaceId } })).toBe(1);
  expect(await findOutdatedKeywords(database)).toEqual([]);
});

test('the sentence of context of a chunk is encoded again with its text', async () => {
  await ingestWithPreviousAnalyzer('b', { provider: 'OPENAI', model: 'tiny' });
  expect(await scoreOf('whitepap')).toBeUndefined();
  const sampler = createChunkSampler(database, logger);
  const context = { database, logger, sampler, providers: { open: async () => providers } };
  await encodeKeywordsHandler(context as unknown as EmbedderContext).handle({ namespaceId }, signal);
  await sampler.close();
  expect(await scoreOf('whitepap')).toBeGreaterThan(0);
});

test('one document among a hundred that cannot be encoded keeps none of the others from their turn', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 100; index += 1) ids.push(await ingestWithPreviousAnalyzer(`many-${index}`));
  const bad = ids[37];
  const encoded: string[] = [];
  const vectorStore = {
    ...providers.vectorStore,
    async updateTerms(terms: ReadonlyMap<string, readonly string[]>) {
      const documents = [...terms.keys()].map((vectorId) => vectorId.split('#')[0] ?? '');
      if (documents.includes(bad ?? '')) throw new AppError('PROVIDER_REJECTED', 'refused');
      encoded.push(...documents);
    },
  };
  const sampler = createChunkSampler(database, logger);
  const context = {
    database,
    logger,
    sampler,
    providers: { open: async () => ({ ...providers, vectorStore }) },
  };
  const handler = encodeKeywordsHandler(context as unknown as EmbedderContext);
  // Twice: what is encoded is not encoded again.
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(handler.handle({ namespaceId }, signal)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
    });
  await sampler.close();
  expect(encoded.toSorted()).toEqual(ids.filter((id) => id !== bad).toSorted());
});
