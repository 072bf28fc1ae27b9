/** Findings of the doctor and their repair, for each vector store. */
import { createId } from '@docfleet/domain/database';
import { documentFileKeys } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { findVectorStores, runWhere } from '@docfleet/testing';
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
  vectorsOf,
  writeFile,
  writeOther,
  writeVectors,
} from '../../test/ingested.fixture.ts';
import { checkNamespace, describeFinding, type Finding, repair } from './index.ts';

/** Stores that list the namespaces which share them. */
const sharedStores = ['PINECONE', 'QDRANT', 'PGVECTOR'];

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

/** Registers the tests of a store that namespaces share. */
function describeShared(): void {
  const findStrays = () =>
    Array.fromAsync(checkNamespace({ ...check, strays: new Set() }, namespaceId)).then((found) =>
      found.filter(({ kind }) => kind === 'STRAY_VECTORS'),
    );
  const [gone, foreign] = [createId(), createId()];

  test('vectors of a namespace that is gone are found and removed, where this database has ingested into it', async () => {
    await ingest();
    await writeOther({ namespaceId: gone });
    await writeOther({ namespaceId: foreign });
    await database.$executeRaw`
      INSERT INTO activity_counts ("organizationId", "namespaceId", "namespaceName", hour, succeeded, failed, chunks, tokens)
      VALUES (${gone}::uuid, ${gone}::uuid, 'gone', now(), 1, 0, 1, 1)`;
    const found = await findStrays();
    const common = { kind: 'STRAY_VECTORS', namespaceId, vectors: 1, isNamespaceGone: true };
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        { ...common, name: gone, isProven: true },
        { ...common, name: foreign, isProven: false },
      ]),
    );
    expect(found.map(describeFinding).join('\n')).toMatch(/another installation/);
    for (const finding of found)
      expect(await repair(check, finding)).toBe(
        'isProven' in finding && finding.isProven ? 'REPAIRED' : 'LEFT',
      );
    expect(await findStrays()).toMatchObject([{ name: foreign }]);
    expect(await findAll()).toEqual([]);
  });

  test('vectors of a generation that a namespace does not have any more are found and removed, those of a move are not', async () => {
    await ingest();
    await writeOther({ namespaceId, generation: 2 });
    const [stray, ...others] = (await findStrays()).filter(
      (finding) => 'name' in finding && finding.name !== foreign,
    );
    expect([stray, others]).toMatchObject([
      { name: `${namespaceId}-2`, isNamespaceGone: false, isProven: true },
      [],
    ]);
    await database.namespace.update({ where: { id: namespaceId }, data: { generation: 2 } });
    expect(await repair(check, stray as Finding)).toBe('GONE');
    await database.namespace.update({ where: { id: namespaceId }, data: { generation: 1 } });
    expect(await repair(check, stray as Finding)).toBe('REPAIRED');
    expect(await findAll()).toEqual([]);
  });
}

for (const store of findVectorStores())
  runWhere(
    describe,
    store.missing === undefined,
    store.missing ?? '',
  )(`of namespaces in ${store.name}`, () => {
    useVectorStore(store);
    describeDoctor();
    if (sharedStores.includes(store.name)) describeShared();
  });
