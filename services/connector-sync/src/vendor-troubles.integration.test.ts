import { inspect } from 'node:util';
import { cancelRunsOfConnection, revokeConnection } from '@docfleet/domain/connection';
import { expect, test } from '@jest/globals';
import { box, connectionId, putMany } from '../test/box-connection.fixture.ts';
import {
  ask,
  authorize,
  context,
  documents,
  fetchAll,
  list,
  log,
  namespace,
  runOf,
  sync,
} from '../test/connector-sync.fixture.ts';

const isListing = ({ path }: { path: string }) => path.startsWith('/2.0/folders/');

test('a listing that repeats its pages for ever ends with an error, and deletes nothing', async () => {
  putMany(6);
  await sync(connectionId);
  box.repeatPages = true;
  // Another consent: everything is listed.
  await authorize(connectionId, box);
  const run = await sync(connectionId);
  expect(run).toMatchObject({
    status: 'COMPLETED_WITH_ERRORS',
    errorMessage: expect.stringContaining('repeats its pages'),
  });
  expect(Object.keys(await documents())).toHaveLength(6);
});

test.each([
  [
    '429 with seconds',
    { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
    'PROVIDER_RATE_LIMITED',
  ],
  [
    '429 with a date',
    { kind: 'status', status: 429, headers: { 'retry-after': new Date(Date.now() + 5_000).toUTCString() } },
    'PROVIDER_RATE_LIMITED',
  ],
  ['409', { kind: 'status', status: 409 }, 'PROVIDER_UNAVAILABLE'],
  ['500', { kind: 'status', status: 500 }, 'PROVIDER_UNAVAILABLE'],
  ['503', { kind: 'status', status: 503 }, 'PROVIDER_UNAVAILABLE'],
  ['a cut connection', { kind: 'cut' }, 'PROVIDER_UNAVAILABLE'],
  ['malformed JSON', { kind: 'truncated' }, 'PROVIDER_UNAVAILABLE'],
] as const)(
  '%s in the middle of a listing is tried again, and nothing is lost or deleted',
  async (_, fault, code) => {
    putMany(5);
    await sync(connectionId);
    await authorize(connectionId, box);
    const run = await ask(connectionId);
    let listings = 0;
    box.fault = (request) => {
      if (isListing(request)) listings += 1;
      return isListing(request) && listings === 3 ? fault : undefined;
    };
    await expect(list(run)).rejects.toMatchObject({ code, retryable: true });
    expect(await runOf(run)).toMatchObject({
      status: 'PRE_PROCESSING',
      errorMessage: expect.stringContaining('Box'),
    });
    expect(Object.keys(await documents())).toHaveLength(5);
    await context.cache.run("return redis.call('DEL', KEYS[1])", `connection-pace:${connectionId}`, []);
    const before = box.requests.length;
    await list(run);
    // It goes on with the page that failed.
    expect(box.requests.slice(before).filter(isListing).length).toBeLessThanOrEqual(2);
    expect(await runOf(run)).toMatchObject({
      status: 'COMPLETED',
      errorMessage: null,
      items: { found: 5, unchanged: 5 },
    });
    expect(Object.values(await documents())).toEqual(Array(5).fill('SUCCESS'));
    const connection = await context.database.connection.findUniqueOrThrow({ where: { id: connectionId } });
    expect(connection.status).toBe('ACTIVE');
  },
);

test.each([
  [400, 'PROVIDER_REJECTED'],
  [403, 'ITEM_FORBIDDEN'],
  [404, 'ITEM_NOT_FOUND'],
])('%i for a listing ends the run with the reason, and deletes nothing', async (status, _code) => {
  putMany(3);
  await sync(connectionId);
  await authorize(connectionId, box);
  box.fault = (request) => (request.path.endsWith('/events') ? { kind: 'status', status } : undefined);
  const run = await sync(connectionId);
  expect(run).toMatchObject({ status: 'FAILED', errorMessage: expect.any(String) });
  expect(Object.keys(await documents())).toHaveLength(3);
});

test('tokens that the vendor ends in the middle of a sync fail the connection, and the items with the reason', async () => {
  putMany(4);
  const run = await ask(connectionId);
  let listings = 0;
  box.fault = (request) => {
    if (isListing(request)) listings += 1;
    return listings >= 3 ? { kind: 'status', status: 401 } : undefined;
  };
  await list(run);
  await fetchAll();
  const connection = await context.database.connection.findUniqueOrThrow({ where: { id: connectionId } });
  expect(connection).toMatchObject({ status: 'FAILED', statusReason: expect.stringContaining('uthori') });
  const { status, errorMessage } = await runOf(run);
  expect([status, errorMessage]).toEqual(['COMPLETED_WITH_ERRORS', expect.stringContaining('uthori')]);
  expect(new Set(Object.values(await documents()))).toEqual(new Set(['CONNECTION_UNAUTHORIZED']));
  // Once it is authorized again, what was missed is read.
  box.fault = undefined;
  await authorize(connectionId, box);
  await sync(connectionId);
  expect(Object.values(await documents())).toEqual(Array(4).fill('SUCCESS'));
});

test('an item that fails is FAILED alone, and is read again by the next sync where it is not to blame', async () => {
  const bad = box.put('/bad.txt', 'bad');
  box.put('/good.txt', 'good');
  box.fault = ({ path }) =>
    path === `/2.0/files/${bad}/content` ? { kind: 'status', status: 400 } : undefined;
  expect(await sync(connectionId)).toMatchObject({ status: 'COMPLETED', errorMessage: null });
  expect(await documents()).toEqual({ 'bad.txt': 'PROVIDER_REJECTED', 'good.txt': 'SUCCESS' });
  box.fault = undefined;
  expect(await sync(connectionId)).toMatchObject({ items: { found: 1, searchable: 1 }, fetched: 1 });
  expect(await documents()).toEqual({ 'bad.txt': 'SUCCESS', 'good.txt': 'SUCCESS' });
});

test('a revocation stops the listing in the middle, and nothing more is asked of the vendor', async () => {
  putMany(8);
  const run = await ask(connectionId);
  const { database, vault } = context;
  const actor = { organizationId: namespace.organizationId, apiKeyId: null };
  let revoked: Promise<void> | undefined;
  const revoke = async () => {
    await revokeConnection(database, vault, actor, connectionId);
    for await (const _ of cancelRunsOfConnection(database, actor, connectionId));
  };
  box.fault = (request) => {
    if (!isListing(request) || revoked !== undefined) return undefined;
    revoked = revoke();
    return { kind: 'hang' };
  };
  await list(run);
  await revoked;
  const before = box.requests.length;
  expect(await fetchAll()).toBe(0);
  expect(box.requests).toHaveLength(before);
  expect((await runOf(run)).status).toBe('COMPLETED');
});

test('no token is in a log, a job, an error or an address', async () => {
  box.token = 'canary-token-0815';
  await authorize(connectionId, box);
  putMany(3);
  const said = `Bearer ${box.token} was refused`;
  const body = { type: 'error', code: 'bad_request', message: said };
  box.fault = ({ path }) => (path.endsWith('/content') ? { kind: 'status', status: 400, body } : undefined);
  await sync(connectionId);
  box.fault = () => ({ kind: 'status', status: 401, body });
  await sync(connectionId);
  const { database } = context;
  const places = {
    log,
    documents: await database.document.findMany({ where: { namespaceId: namespace.id } }),
    runs: await database.ingestJobRun.findMany({ where: { namespaceId: namespace.id } }),
    outcomes: await database.ingestJobRunDocument.findMany({}),
    jobs: await database.outboxEntry.findMany({}),
    connection: await database.connection.findMany({
      where: { id: connectionId },
      omit: { sealedTokens: true },
    }),
    audit: await database.auditEvent.findMany({ where: { targetId: connectionId } }),
    addresses: box.requests.map(({ path, query }) => `${path}?${query}`),
  };
  expect(places.connection).toMatchObject([{ status: 'FAILED' }]);
  expect(places.documents.every(({ ingestionError }) => ingestionError?.includes('was refused'))).toBe(true);
  expect(inspect(places, { depth: null, maxArrayLength: null })).not.toContain('canary');
});
