/** Findings of the doctor and their repair, for each vector store. */
import { createId } from '@docfleet/domain/database';
import { documentFileKeys } from '@docfleet/domain/document';
import { createEgress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { findPgvector, findVectorStores, runWhere } from '@docfleet/testing';
import { openVectorStore, sharedVectorServers } from '@docfleet/vector-store';
import { describe, expect, test } from '@jest/globals';
import {
  check,
  database,
  embed,
  findAll,
  findOne,
  ingest,
  jobs,
  namespaceId,
  providers,
  signal,
  useVectorStore,
  vectorOf,
  vectorsOf,
  writeFile,
  writeVectors,
} from '../../test/ingested.fixture.ts';
import { checkLeftovers, checkNamespace, describeFinding, type Finding, repair } from './index.ts';

/** Registers the tests of a store. */
function describeDoctor(): void {
  test('what was ingested is in order', async () => {
    for (let index = 0; index < 3; index += 1) await ingest();
    expect(await findAll()).toEqual([]);
  });

  test.each([
    ['a content', 'stranger'],
    ['a generation', '7:0'],
  ])('a vector of %s that no chunk has is found, and recorded for a cleaning', async (_, id) => {
    const documentId = await ingest();
    const vectorId = `${documentId}#${id}`;
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

  test('a store that is away is one finding, which names nothing as lost, and what lies elsewhere is checked', async () => {
    const documentId = await ingest();
    await database.document.update({ where: { id: documentId }, data: { embeddingCount: 9 } });
    await providers.fileStore.remove([documentFileKeys(documentId, 1).parsed], signal);
    const away = new AppError('PROVIDER_UNAVAILABLE', 'PostgreSQL did not answer');
    const vectorStore = {
      ...providers.vectorStore,
      async *listIds() {
        yield (await vectorsOf(documentId)).slice(0, 1);
        throw away;
      },
    };
    const open = async () => ({ ...providers, vectorStore }) as NamespaceProviders;
    const found = await Array.fromAsync(checkNamespace({ ...check, open }, namespaceId));
    expect(found).toMatchObject([
      { kind: 'WRONG_CHUNK_COUNT', documentId },
      { kind: 'UNREAD_STORE', store: 'vector', namespaceId, reason: 'PostgreSQL did not answer' },
      { kind: 'MISSING_CONTENT', documentId },
    ]);
    expect(describeFinding(found[1] as Finding)).toContain('PostgreSQL did not answer');
    expect(await repair(check, found[1] as Finding)).toBe('LEFT');
  });

  test('indexes that a killed build has left are found, and maintenance is asked for', async () => {
    const vectorStore = { ...providers.vectorStore, findBrokenIndexes: async () => ['own_1_vector_0_9'] };
    const open = async () => ({ ...providers, vectorStore }) as NamespaceProviders;
    const [finding, ...others] = await Array.fromAsync(checkNamespace({ ...check, open }, namespaceId));
    expect(others).toEqual([]);
    expect(finding).toEqual({ kind: 'BROKEN_INDEXES', namespaceId, indexes: ['own_1_vector_0_9'] });
    expect(describeFinding(finding as Finding)).toContain('own_1_vector_0_9');
    expect(await repair(check, finding as Finding)).toBe('ASKED_FOR');
    expect(await jobs()).toContainEqual(expect.stringMatching(/^maintain-vector-store/));
  });
}

const pgvector = findPgvector();

runWhere(
  describe,
  'start' in pgvector,
  'reason' in pgvector ? pgvector.reason : '',
)('vectors in a PostgreSQL that namespaces share', () => {
  test('those that no namespace has are found, and removed where the database proves that they were its own', async () => {
    if (!('start' in pgvector)) return;
    const server = await pgvector.start();
    const settings = { PGVECTOR_URL: server.url };
    const egress = createEgress({ allowCidrs: [] });
    const [shared, ...others] = sharedVectorServers(settings);
    expect(others).toEqual([]);
    if (!shared) throw new Error('the settings name a server');
    expect(await shared.listGenerations(signal)).toEqual([]);
    const [gone, foreign] = [createId(), createId()];
    for (const place of [
      { namespaceId },
      { namespaceId, generation: 7 },
      { namespaceId: gone },
      { namespaceId: foreign },
    ]) {
      const store = openVectorStore({ provider: 'PGVECTOR' }, { ...place, egress, settings });
      await store.upsert([vectorOf(createId(), '1')], signal);
      await store.close();
    }
    const { id: organizationId } = await database.organization.findFirstOrThrow();
    await database.auditEvent.create({
      data: {
        id: createId(),
        organizationId,
        action: 'namespace.deleted',
        targetType: 'namespace',
        targetId: gone,
        details: {},
      },
    });
    const sharing = { ...check, places: { ...check.places, servers: [shared] } };
    const found = await Array.fromAsync(checkLeftovers(sharing));
    const stray = { kind: 'STRAY_VECTORS', provider: 'PGVECTOR' };
    expect(found).toMatchObject([
      { ...stray, namespaceId, generation: 7, isProven: true },
      { ...stray, namespaceId: gone, generation: 1, isProven: true },
      { ...stray, namespaceId: foreign, generation: 1, isProven: false },
    ]);
    expect(describeFinding(found[2] as Finding)).toContain('another installation');
    const repairs: unknown[] = [];
    for (const finding of found) repairs.push(await repair(sharing, finding));
    expect(repairs).toEqual(['REPAIRED', 'REPAIRED', 'LEFT']);
    expect(await shared.listGenerations(signal)).toEqual([namespaceId, foreign]);
    await egress.close();
    await server.stop();
  });
});

for (const store of findVectorStores())
  runWhere(
    describe,
    store.missing === undefined,
    store.missing ?? '',
  )(`of namespaces in ${store.name}`, () => {
    useVectorStore(store);
    describeDoctor();
  });
