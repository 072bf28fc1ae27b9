import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { accept, actor, claim, database, embedded, namespace, vault } from '../../test/domain.fixture.ts';
import { createVectorId, findActiveChunks, recordChunks, vectorIdIn } from '../chunk/index.ts';
import { findStalledDocuments, succeedDocument } from '../document/index.ts';
import { leaveRuns } from '../run/ended-runs.ts';
import { cancelIngestJobRun, findRunWithDocuments } from '../run/index.ts';
import { readHourlyActivity } from '../usage/index.ts';
import {
  claimMovable,
  closeReembeddingListings,
  endMoved,
  findReembedding,
  type Reembedding,
  readReembeddingProgress,
  releaseMoving,
  updateNamespace,
} from './index.ts';

const limits = { documents: 10, chunks: 10, chunksOfOne: 12 };
const all = () => true;

/** Embeds a document with this number of chunks; returns its id and those of its vectors. */
async function embed(chunks = 2) {
  const id = await accept();
  const claimed = await claim(id);
  const vectorIds = Array.from({ length: chunks }, (_, ordinal) =>
    createVectorId(id, claimed.generation, `hash${ordinal}`),
  );
  const rows = vectorIds.map((vectorId, ordinal) => ({ vectorId, ordinal, tokens: 1, start: 0, end: 5 }));
  await recordChunks(database, claimed, rows);
  await succeedDocument(database, claimed, { ...embedded, embeddingCount: chunks });
  return { id, vectorIds };
}

async function startMove(): Promise<Reembedding> {
  const configs = { embeddingModelConfig: { provider: 'OPENAI', model: 'new', apiKey: 'k' } };
  await updateNamespace(database, vault, actor(), { namespaceId: namespace.id, configs, reembed: true });
  const reembedding = await findReembedding(database, namespace.id);
  if (!reembedding) throw new Error('there is no change of generation');
  return reembedding;
}

const shown = async (vectorIds: readonly string[]) => {
  const chunks = await findActiveChunks(database, {
    namespaceId: namespace.id,
    vectorIds: [...vectorIds],
    tenantId: undefined,
  });
  return new Map(chunks.map(({ vectorId, previous }) => [vectorId, previous]));
};

const runOf = ({ ingestJobRunId }: Reembedding) =>
  findRunWithDocuments(database, {
    namespaceId: namespace.id,
    tenantId: undefined,
    ingestJobRunId: ingestJobRunId ?? '',
  });

async function closeListing(reembedding: Reembedding): Promise<void> {
  await closeReembeddingListings(database, reembedding, await readReembeddingProgress(database, reembedding));
}

test('moved documents are seen under the ids of the new generation, and their run is complete', async () => {
  const documents = [await embed(), await embed()];
  const move = await startMove();
  const moving = await claimMovable(database, move, limits, all);
  expect(new Map(moving.map(({ id, vectorIds }) => [id, vectorIds.toSorted()]))).toEqual(
    new Map(
      documents.map(({ id, vectorIds }) => [id, vectorIds.map((one) => vectorIdIn(one, move.generation))]),
    ),
  );
  expect(await claimMovable(database, move, limits, all)).toEqual([]);
  await closeListing(move);
  expect(await runOf(move)).toMatchObject({ status: 'PROCESSING' });
  const { ids } = await endMoved(database, move, moving);
  expect(ids).toEqual(new Set(documents.map(({ id }) => id)));
  expect(await runOf(move)).toMatchObject({ status: 'COMPLETED' });
  const old = documents.flatMap(({ vectorIds }) => vectorIds);
  const seen = await shown([...old, ...old.map((one) => vectorIdIn(one, move.generation))]);
  expect(seen.size).toBe(8);
  for (const one of old) {
    expect(seen.get(one)).toBe(true);
    expect(seen.get(vectorIdIn(one, move.generation))).toBe(false);
  }
});

test('moved documents are no activity: they are not ingested, and no tokens are spent', async () => {
  const { id } = await embed();
  const activity = () =>
    readHourlyActivity(database, { namespaceId: namespace.id, tenantId: undefined, since: new Date(0) });
  const before = await activity();
  expect(before).toMatchObject([{ succeeded: 1, chunks: 2 }]);
  const move = await startMove();
  await endMoved(database, move, await claimMovable(database, move, limits, all));
  expect(await database.document.findUnique({ where: { id } })).toMatchObject({ activeRevision: 2 });
  expect(await activity()).toEqual(before);
  // Documents that end later on the same connections count.
  await embed();
  expect((await activity()).reduce((sum, { succeeded }) => sum + succeeded, 0)).toBe(2);
});

test('a batch has no more chunks than it may, and leaves out what is not accepted', async () => {
  const documents = [await embed(6), await embed(6), await embed(13)];
  const move = await startMove();
  const [first, ...others] = await claimMovable(database, move, limits, all);
  expect([first?.vectorIds.length, others]).toEqual([6, []]);
  const left = documents.find(({ id, vectorIds }) => id !== first?.id && vectorIds.length === 6);
  expect(await claimMovable(database, move, limits, ({ id }) => id !== left?.id)).toEqual([]);
  expect(await claimMovable(database, move, limits, all)).toMatchObject([{ id: left?.id }]);
});

test('a document with more chunks than a batch is one by itself', async () => {
  const { id } = await embed(11);
  await embed(1);
  const move = await startMove();
  expect(await claimMovable(database, move, limits, all)).toMatchObject([{ id }]);
});

test('a document that is taken away while it is moved is not ended, and the others are', async () => {
  const [one, other] = [await embed(), await embed()];
  const move = await startMove();
  const moving = await claimMovable(database, move, limits, all);
  await database.document.update({ where: { id: one.id }, data: { revision: { increment: 1 } } });
  expect((await endMoved(database, move, moving)).ids).toEqual(new Set([other.id]));
});

test('a batch waits for a change of one of its documents, which takes it out of the run', async () => {
  const [one, other] = [await embed(), await embed()];
  const move = await startMove();
  const moving = await claimMovable(database, move, limits, all);
  let ending: ReturnType<typeof endMoved> | undefined;
  await database.$transaction(async (session) => {
    await session.$executeRaw`UPDATE documents SET revision = revision + 1 WHERE id = ${one.id}::uuid`;
    ending = endMoved(database, move, moving);
    await eventually(async () => {
      const waiting = await database.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(waiting).toHaveLength(1);
    });
    await leaveRuns(session, [{ id: one.id, ingestJobRunId: move.ingestJobRunId ?? '' }], 'taken over');
  });
  expect((await ending)?.ids).toEqual(new Set([other.id]));
  expect(await readReembeddingProgress(database, move)).toMatchObject({ underWay: 0 });
});

test('documents of a worker that died, or that are handed over, are embedded like others', async () => {
  const [one, other] = [await embed(), await embed()];
  const move = await startMove();
  const moving = await claimMovable(database, move, limits, all);
  const [released] = await releaseMoving(
    database,
    moving.filter(({ id }) => id === one.id),
  );
  expect(released?.payload).toMatchObject({ documentId: one.id });
  expect(await claim(one.id)).toMatchObject({ id: one.id, generation: move.generation });
  await database.$executeRaw`UPDATE documents SET "leaseExpiresAt" = now() - interval '1 minute', "updatedAt" = now() - interval '1 minute'`;
  const stalled = (await Array.fromAsync(findStalledDocuments(database))).flat();
  expect(stalled.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ documentId: other.id }),
  );
});

test('nothing is claimed of a run that was cancelled', async () => {
  await embed();
  const move = await startMove();
  const run = { id: move.ingestJobRunId ?? '', tenantId: null };
  await Array.fromAsync(cancelIngestJobRun(database, actor(), run));
  expect(await claimMovable(database, move, limits, all)).toEqual([]);
});
