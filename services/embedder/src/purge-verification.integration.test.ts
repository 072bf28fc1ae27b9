import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { createNamespace, deleteNamespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { AppError } from '@docfleet/errors';
import { createLogger } from '@docfleet/runtime/logging';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EmbedderContext } from './context.ts';
import { purgeNamespaceHandler } from './purge-namespace.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const vault = createVault(randomBytes(32).toString('base64'));
const { signal } = new AbortController();
let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4 });
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});

interface Stores {
  /** Vectors that a store still counts after its purge. */
  readonly current?: number;
  readonly previous?: number | AppError;
  /** Keys that each purge of the files finds, in turn. */
  readonly files?: readonly (readonly string[])[];
  /** Seconds since the namespace was deleted. */
  readonly secondsAgo?: number;
  readonly isDeleted?: boolean;
  readonly stopping?: AbortSignal;
}

/** Purges a namespace with these stores; returns what was done, and how it ended. */
async function purge(stores: Stores) {
  const { current = 0, previous, files = [], secondsAgo = 60, isDeleted = true, stopping = signal } = stores;
  const organizationId = await createOrganization(database, 'Acme');
  const { id } = await createNamespace(database, vault, { organizationId, name: 'docs', configs: {} });
  if (isDeleted) await deleteNamespace(database, { organizationId, apiKeyId: null }, { id, name: 'docs' });
  const updatedAt = new Date(Date.now() - secondsAgo * 1_000);
  await database.namespace.update({ where: { id }, data: { updatedAt } });
  const done: string[] = [];
  const generation = (name: string, left: number | AppError) => ({
    vectorStore: {
      async purge(given: AbortSignal) {
        given.throwIfAborted();
        done.push(`purge ${name}`);
        if (left instanceof AppError) throw left;
      },
      async count(given: AbortSignal) {
        given.throwIfAborted();
        return left;
      },
    },
  });
  const listings = [...files];
  const fileStore = {
    async purge(given: AbortSignal) {
      given.throwIfAborted();
      const found = listings.shift() ?? [];
      done.push(...found);
      return found.length;
    },
  };
  const providers = {
    fileStore,
    current: generation('current', current),
    ...(previous !== undefined && { previous: generation('previous', previous) }),
  };
  const waiting = await createNamespace(database, vault, { organizationId, name: 'other', configs: {} });
  await database.namespace.update({ where: { id: waiting.id }, data: { status: 'DELETING' } });
  const { version: newest } = await database.namespace.findUniqueOrThrow({ where: { id } });
  const open = async (opened: string, version: number) => {
    expect([opened, version]).toEqual([id, newest]);
    return providers;
  };
  const context = { database, logger, providers: { open } };
  const handler = purgeNamespaceHandler(context as unknown as EmbedderContext);
  const error = await handler.handle({ namespaceId: id }, stopping).catch((cause: unknown) => cause);
  // Another that is to be purged is none of this one.
  expect(await database.namespace.count({ where: { id: waiting.id } })).toBe(1);
  return { done, error, isGone: (await database.namespace.count({ where: { id } })) === 0 };
}

const notEmpty = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The namespace is not empty yet',
  retryable: true,
  details: { retryAfterMs: 2_000 },
};

test('a namespace whose stores are empty is gone', async () => {
  expect(await purge({ previous: 0, files: [['a', 'b']] })).toEqual({
    done: ['purge current', 'purge previous', 'a', 'b'],
    error: undefined,
    isGone: true,
  });
});

test.each([
  ['vectors that the store still counts', { current: 1 }],
  ['vectors of another generation', { previous: 1 }],
  ['files that were written meanwhile', { files: [['a'], ['b']] }],
  ['writers that may not have seen the deletion', { secondsAgo: 0 }],
])('a namespace with %s is purged again', async (_name, stores) => {
  expect(await purge(stores)).toMatchObject({ error: notEmpty, isGone: false });
});

test('a generation whose configuration is refused stays with its owner, and the namespace is gone', async () => {
  const previous = new AppError('PROVIDER_REJECTED', 'The key is wrong');
  expect(await purge({ previous })).toMatchObject({ error: undefined, isGone: true });
});

test('a generation whose store is away is purged again', async () => {
  const previous = new AppError('PROVIDER_UNAVAILABLE', 'The store is away');
  expect(await purge({ previous })).toMatchObject({ error: previous, isGone: false });
});

test('a purge ends when its process stops, and the namespace is purged by another', async () => {
  const stopping = AbortSignal.abort(new AppError('SERVICE_UNAVAILABLE', 'The service stops'));
  const { done, error, isGone } = await purge({ stopping });
  expect({ done, isGone, error }).toEqual({ done: [], isGone: false, error: stopping.reason });
});

test('a namespace that was not deleted is left alone', async () => {
  expect(await purge({ isDeleted: false })).toEqual({ done: [], error: undefined, isGone: false });
});
