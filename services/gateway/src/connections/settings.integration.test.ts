import { type BucketFake, startBucketFake } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

const namespaceId = 'docs';
let gateway: TestGateway;
let bucket: BucketFake;
beforeAll(async () => {
  bucket = await startBucketFake();
  gateway = await startTestGateway();
  const json = { name: namespaceId, ...localConfigs };
  await gateway.call('POST', '/v1/namespaces?validate=false', { json });
});
afterAll(async () => {
  await gateway.close();
  await bucket.close();
});

const settings = () => ({
  endpoint: bucket.url,
  region: 'eu-central-1',
  bucket: 'documents',
  prefix: 'handbook/',
  accessKeyId: bucket.accessKeyId,
  secretAccessKey: bucket.token,
});
const create = (json: object) =>
  gateway.call('POST', '/v1/connections', {
    json: { namespaceId, name: 'Handbook', connector: 'S3', ...json },
  });
const read = async (id: string) =>
  (await gateway.call('GET', `/v1/connections/${id}?namespaceId=${namespaceId}`)).body.data.connection;
const change = (id: string, json: object) =>
  gateway.call('PATCH', `/v1/connections/${id}`, { json: { namespaceId, ...json } });
const countConnections = () => gateway.context.database.connection.count();

async function connect(): Promise<string> {
  const { status, body } = await create({ settings: settings() });
  expect(status).toBe(201);
  expect(body.data.authorizationUrl).toBeNull();
  return body.data.connection.id;
}

test('a bucket is active as soon as its settings were tried, and its secret is never shown', async () => {
  const id = await connect();
  const connection = await read(id);
  const { secretAccessKey: _secret, ...shown } = settings();
  expect(connection).toMatchObject({
    status: 'ACTIVE',
    connector: 'S3',
    statusReason: null,
    settings: { ...shown, include: [], exclude: [] },
    config: { authType: 'SETTINGS', credentials: { accessToken: '****', refreshToken: null } },
  });
  expect(JSON.stringify(connection)).not.toContain(bucket.token);
  const row = await gateway.context.database.connection.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(row)).not.toContain(bucket.token);
});

test.each([
  ['a wrong secret', { secretAccessKey: 'wrong' }, /settings were refused: SignatureDoesNotMatch/],
  ['a bucket that is not there', { bucket: 'nowhere' }, /settings were refused: NoSuchBucket/],
  ['a field that is not known', { token: 'x' }, /settings/],
  ['no bucket', { bucket: undefined }, /settings/],
  ['an address of the inner network', { endpoint: 'http://169.254.169.254' }, /settings were refused/],
])('%s is a 400 that names the settings, and no connection is made', async (_, changes, message) => {
  const before = await countConnections();
  const { status, body } = await create({ settings: { ...settings(), ...changes } });
  expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(body.error.message).toMatch(message);
  expect(JSON.stringify(body)).not.toContain(bucket.token);
  expect(await countConnections()).toBe(before);
});

test('a server that does not respond in time is not the fault of the settings', async () => {
  bucket.fault = () => ({ kind: 'status', status: 503 });
  const { status } = await create({ settings: settings() });
  bucket.fault = undefined;
  expect(status).toBe(502);
});

test("a bucket needs settings, and another vendor takes none of a bucket's", async () => {
  expect((await create({})).body.error.message).toMatch(/settings/);
  const { body } = await create({ connector: 'DROPBOX', settings: settings() });
  expect(body.error.message).toMatch(/settings\.(appKey|refreshToken|member)/);
});

test('other settings replace the previous ones whole, and the next sync lists everything', async () => {
  const id = await connect();
  const { authorizations } = await gateway.context.database.connection.findUniqueOrThrow({ where: { id } });
  expect((await change(id, { name: 'Renamed' })).body.data).toMatchObject({
    connection: { name: 'Renamed', settings: { prefix: 'handbook/' } },
    authorizationUrl: null,
  });
  const refused = await change(id, { settings: { ...settings(), secretAccessKey: 'wrong' } });
  expect(refused.status).toBe(400);
  expect((await read(id)).status).toBe('ACTIVE');
  const { body } = await change(id, { settings: { ...settings(), prefix: undefined } });
  expect(body.data.connection.settings.prefix).toBe('');
  const row = await gateway.context.database.connection.findUniqueOrThrow({ where: { id } });
  expect(row.authorizations).toBe(authorizations + 1);
});

test('a revoked bucket has no keys any more, and new settings bring it back', async () => {
  const id = await connect();
  const { body } = await gateway.call('POST', `/v1/connections/${id}/revoke`, { json: { namespaceId } });
  expect(body.data.connection).toMatchObject({ status: 'REVOKED', config: { credentials: null } });
  await change(id, { settings: settings() });
  expect((await read(id)).status).toBe('ACTIVE');
});

test('the providers list the form of a bucket, with its secret marked', async () => {
  const { body } = await gateway.call('GET', '/v1/providers');
  const form = body.data.connections.find(({ connector }: { connector: string }) => connector === 'S3');
  expect(form).toMatchObject({ connector: 'S3', label: 'S3 bucket' });
  const fields = Object.fromEntries(form.fields.map((field: { path: string }) => [field.path, field]));
  expect(fields['secretAccessKey']).toMatchObject({ secret: true, required: true });
  expect(fields['include']).toMatchObject({ type: 'list', required: false });
});
