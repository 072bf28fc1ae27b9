import { AppError } from '@docfleet/errors';
import { createLogger } from '@docfleet/runtime/logging';
import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { chunk, claim, clean, database, embedded, incoming, namespace } from '../../test/domain.fixture.ts';
import { deleteStaleChunks, findStaleChunks, recordChunks } from '../chunk/index.ts';
import type { Database } from '../database/index.ts';
import { acceptDocument } from '../ingest/index.ts';
import { hideDocuments } from './delete-documents.ts';
import {
  claimDocument,
  claimForCleaning,
  createLeaseKeeper,
  failDocument,
  recordLostWrites,
  releaseCleaned,
  releaseDocument,
  succeedDocument,
} from './index.ts';

test('a job whose document is held is retried, as no other job would process it', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const holder = await claim(documentId);
  const failure = new AppError('PROVIDER_UNAVAILABLE', 'away');
  // The holder releases the document after the claim was refused, and before the reason is looked up.
  const releasing = database.$extends({
    query: {
      document: {
        async count({ args, query }) {
          await releaseDocument(database, holder, failure);
          return query(args);
        },
      },
    },
  }) as unknown as Database;
  const waiting = claimDocument(releasing, { documentId, revision: 1, stage: 'EMBED' });
  await expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await claim(documentId);
});

test('a cleaning whose document is held is retried', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  await succeedDocument(database, await claim(documentId), embedded);
  const holder = await clean(documentId);
  const releasing = database.$extends({
    query: {
      document: {
        async count({ args, query }) {
          await releaseCleaned(database, holder);
          return query(args);
        },
      },
    },
  }) as unknown as Database;
  await expect(claimForCleaning(releasing, documentId)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
});

test('vectors of a worker that lost its document are recorded for the next cleaning; a worker that holds it records nothing', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const zombie = await claim(documentId);
  expect(await recordLostWrites(database, zombie, [`${documentId}#x`])).toEqual({
    removeNow: false,
    jobs: [],
  });
  const requested = () =>
    database.outboxEntry.count({
      where: { queue: 'clean-document', payload: { path: ['documentId'], equals: documentId } },
    });
  expect(await requested()).toBe(0);
  await database.$executeRaw`UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second' WHERE id = ${documentId}::uuid`;
  const successor = await claim(documentId);
  await recordChunks(database, successor, [chunk(documentId, 0, 'kept')]);
  await succeedDocument(database, successor, embedded);
  const written = [`${documentId}#kept`, `${documentId}#late`];
  expect(await recordLostWrites(database, zombie, written)).toMatchObject({
    removeNow: false,
    jobs: [{ queue: 'clean-document', payload: { documentId } }],
  });
  expect((await findStaleChunks(database, await clean(documentId))).vectorIds).toEqual([
    `${documentId}#late`,
  ]);
});

test.each([
  ['another vector', 'later'],
  ['the same vector once more', 'late'],
])('what a late worker records during a cleaning is left for the next one: %s', async (_what, vector) => {
  const { documentId } = await acceptDocument(database, incoming());
  const zombie = await claim(documentId);
  await database.$executeRaw`UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second' WHERE id = ${documentId}::uuid`;
  await succeedDocument(database, await claim(documentId), embedded);
  await recordLostWrites(database, zombie, [`${documentId}#late`]);
  const cleaner = await clean(documentId);
  const stale = await findStaleChunks(database, cleaner);
  await recordLostWrites(database, zombie, [`${documentId}#${vector}`]);
  await deleteStaleChunks(database, cleaner, stale);
  expect((await findStaleChunks(database, cleaner)).vectorIds).toEqual([`${documentId}#${vector}`]);
});

test('a worker whose document was deleted meanwhile deletes its own vectors', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const zombie = await claim(documentId);
  const gone = { status: 'QUEUED_FOR_DELETION', liveKey: null, leaseToken: null } as const;
  await database.document.update({ where: { id: documentId }, data: gone });
  expect(await recordLostWrites(database, zombie, [`${documentId}#x`])).toEqual({
    removeNow: true,
    jobs: [],
  });
  await database.document.delete({ where: { id: documentId } });
  expect(await recordLostWrites(database, zombie, [`${documentId}#x`])).toEqual({
    removeNow: true,
    jobs: [],
  });
  expect(await database.chunk.count({ where: { documentId } })).toBe(0);
});

test('a cleaning whose lease expired deletes nothing that newer content uses', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  await succeedDocument(database, await claim(documentId), embedded);
  const zombie = await clean(documentId);
  await acceptDocument(database, incoming({ text: 'changed' }));
  await database.$executeRaw`UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second' WHERE id = ${documentId}::uuid`;
  await expect(findStaleChunks(database, zombie)).rejects.toThrow(/taken over/);
  const successor = await claim(documentId, 2);
  await recordChunks(database, successor, [chunk(documentId, 0, 'new')]);
  await expect(findStaleChunks(database, zombie)).rejects.toThrow(/taken over/);
  await expect(deleteStaleChunks(database, zombie, { revisions: [], ordinals: [] })).rejects.toThrow(
    /taken over/,
  );
  await succeedDocument(database, successor, embedded);
  expect(await database.chunk.count({ where: { documentId } })).toBe(1);
});

const silent = createLogger({ service: 'test', level: 'silent' });
const expire = () =>
  database.$executeRaw`UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second'`;

test.each([
  [60_000, 'keeps its lease until it has stopped'],
  [0, 'that does not stop in time loses its lease'],
])('given %d ms, a worker whose document has newer content %s', async (stopWithinMs) => {
  const { documentId } = await acceptDocument(database, incoming());
  const leases = createLeaseKeeper(database, silent, { stopWithinMs });
  const holder = await claim(documentId);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let lost: AbortSignal | undefined;
  const working = leases.hold(holder, new AbortController().signal, (signal) => {
    lost = signal;
    return stopped;
  });
  await acceptDocument(database, incoming({ text: 'newer' }));
  await leases.renew();
  expect(lost?.aborted).toBe(true);
  await expire();
  await leases.renew();
  const newer = () => claimDocument(database, { documentId, revision: 2, stage: 'EMBED' });
  if (stopWithinMs > 0) await expect(newer()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  else expect(await newer()).toMatchObject({ revision: 2 });
  stop();
  await working;
  if (stopWithinMs === 0) return;
  await expire();
  await leases.renew();
  expect(await newer()).toMatchObject({ revision: 2 });
});

test('a worker whose lease was taken over changes nothing', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const zombie = await claim(documentId);
  await database.$executeRaw`UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second' WHERE id = ${documentId}::uuid`;
  const successor = await claim(documentId);
  expect(successor.crashes).toBe(1);
  await expect(succeedDocument(database, zombie, embedded)).rejects.toThrow(/taken over/);
  await expect(recordChunks(database, zombie, [chunk(documentId, 0, 'x')])).rejects.toThrow(/taken over/);
  await succeedDocument(database, successor, embedded);
});

test('a cleaning waits for a worker that takes its document over, and deletes nothing then', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const first = await claim(documentId);
  await recordChunks(database, first, [chunk(documentId, 0, 'text')]);
  await succeedDocument(database, first, embedded);
  const cleaner = await clean(documentId);
  const deleting = await database.$transaction(async (session) => {
    await session.$executeRaw`UPDATE documents SET "leaseToken" = gen_random_uuid() WHERE id = ${documentId}::uuid`;
    const started = deleteStaleChunks(database, cleaner, { revisions: [1], ordinals: [0] }).then(
      () => 'deleted',
      (error: unknown) => error,
    );
    const isWaiting = async () => {
      const waiting = await session.$queryRaw<unknown[]>`SELECT 1 FROM pg_locks WHERE NOT granted`;
      expect(waiting.length).toBeGreaterThan(0);
    };
    await Promise.race([started, eventually(isWaiting)]);
    return { started };
  });
  expect(await deleting.started).toMatchObject({ message: expect.stringMatching(/taken over/) });
  expect(await database.chunk.count({ where: { documentId } })).toBe(1);
});

test('of a document that has failed no lease is left', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  await claim(documentId);
  await expire();
  const error = new AppError('PROVIDER_UNAVAILABLE', 'away');
  await failDocument(database, { namespaceId: namespace.id, documentId, revision: 1 }, error);
  expect(await database.document.findUniqueOrThrow({ where: { id: documentId } })).toMatchObject({
    status: 'FAILED',
    errorCode: 'PROVIDER_UNAVAILABLE',
    leaseToken: null,
    leaseExpiresAt: null,
  });
});

test('where no document is deleted, none is purged', async () => {
  expect(await database.$transaction((session) => hideDocuments(session, namespace.id, []))).toEqual([]);
});
