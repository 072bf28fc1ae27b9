import { activateConnection, createConnection } from '@docfleet/domain/connection';
import { type BucketFake, startBucketFake } from '@docfleet/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { context, documents, namespace, sync } from '../test/connector-sync.fixture.ts';

let bucket: BucketFake;
let connectionId: string;
beforeEach(async () => {
  bucket = await startBucketFake({ pageSize: 3 });
  const owner = { organizationId: namespace.organizationId, apiKeyId: null };
  const created = await createConnection(context.database, owner, {
    namespaceId: namespace.id,
    tenantId: null,
    name: 'bucket',
    connector: 'S3',
    externalId: null,
    clientRedirectUrl: null,
  });
  connectionId = created.id;
  await enter();
});
afterEach(() => bucket.close());

async function enter(changes: object = {}, secret = bucket.token) {
  const lasting = { refreshToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null };
  await activateConnection(context.database, context.vault, {
    connectionId,
    clientId: null,
    tokens: { accessToken: secret, ...lasting },
    settings: {
      endpoint: bucket.url,
      region: 'eu-central-1',
      bucket: bucket.bucket,
      prefix: '',
      accessKeyId: bucket.accessKeyId,
      include: [],
      exclude: [],
      ...changes,
    },
  });
}

test('a bucket is read whole, its changes are followed, and what was removed is deleted', async () => {
  for (let number = 0; number < 7; number += 1) bucket.putKey(`a/${number}.txt`, `content ${number}`);
  bucket.putUnsupported('/frozen.txt');
  expect(await sync(connectionId)).toMatchObject({ status: 'COMPLETED', fetched: 7, embedded: 7 });
  bucket.putKey('a/1.txt', 'changed');
  bucket.putKey('a/new.txt', 'new');
  bucket.remove(`${new URL(bucket.url).host}/documents/a/2.txt`);
  expect(await sync(connectionId)).toMatchObject({ status: 'COMPLETED', fetched: 2, embedded: 2 });
  expect(Object.keys(await documents()).sort()).toEqual(
    ['0', '1', '3', '4', '5', '6', 'new'].map((name) => `${name}.txt`),
  );
});

test('a bucket that has not changed costs its listing and nothing else', async () => {
  for (let number = 0; number < 9; number += 1) bucket.putKey(`${number}.txt`, `content ${number}`);
  await sync(connectionId);
  bucket.requests.length = 0;
  expect(await sync(connectionId)).toMatchObject({ status: 'COMPLETED', fetched: 0, embedded: 0 });
  expect(bucket.requests).toHaveLength(3);
});

test('hostile keys are documents with their names, or are skipped, and none stops the others', async () => {
  const keys = ['plain.txt', 'a b+c%2F.txt', 'tab\tand\nline.txt', '日本.txt', '<script>.txt', '%00.txt'];
  for (const key of keys) bucket.putKey(key, key);
  for (const key of ['../up.txt', 'nul\0.txt', './here.txt']) bucket.putKey(key, key);
  const { fetched, items } = await sync(connectionId);
  expect(fetched).toBe(keys.length);
  expect(items).toMatchObject({ found: 9, skipped: 3, failed: 0 });
});

test('keys that are refused fail the connection, delete nothing, and others bring it back', async () => {
  bucket.putKey('a.txt', 'a');
  await sync(connectionId);
  await enter({}, 'wrong');
  const run = await sync(connectionId);
  expect(run).toMatchObject({ status: 'FAILED' });
  const { status, statusReason } = await context.database.connection.findUniqueOrThrow({
    where: { id: connectionId },
  });
  expect([status, statusReason]).toEqual(['FAILED', expect.stringContaining('SignatureDoesNotMatch')]);
  await enter();
  expect(await sync(connectionId)).toMatchObject({ status: 'COMPLETED', fetched: 0 });
  expect(await documents()).toEqual({ 'a.txt': 'SUCCESS' });
});

test('a bucket that is gone ends the run, and keeps what was read', async () => {
  bucket.putKey('a.txt', 'a');
  await sync(connectionId);
  await enter({ bucket: 'renamed' });
  expect(await sync(connectionId)).toMatchObject({ status: 'FAILED' });
  expect(await documents()).toEqual({ 'a.txt': 'SUCCESS' });
});
