import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiResponse, eventually, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { ingestText, textBody, waitForRun } from './documents.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors, vendorEnvironment } from './vendors.ts';

/** Of a form that nothing else has, so that a part of one is found as well. */
const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`;

const secrets = {
  embeddingKey: canary('embedding'),
  vectorKey: canary('vector'),
  accessKeyId: canary('access'),
  secretAccessKey: canary('secret'),
};
const wrongSecrets = { embeddingKey: canary('wrong-embedding'), vectorKey: canary('wrong-vector') };
const clientSecret = canary('client');
/** Header that a site requires before it shows its pages. */
const pageToken = canary('page');
const masterKey = randomBytes(32).toString('base64');
const hidden = () => [
  ...[secrets.embeddingKey, secrets.vectorKey, secrets.secretAccessKey],
  ...Object.values(wrongSecrets),
  clientSecret,
  pageToken,
  masterKey,
  Buffer.from(masterKey, 'base64').toString('hex'),
  fleet.apiKey,
];

let vendors: Vendors;
let site: StubServer;
let fleet: TestFleet;
const responses: string[] = [];

beforeAll(async () => {
  vendors = await startVendors(secrets);
  site = await startStubServer(({ headers }) =>
    headers['authorization'] === pageToken
      ? { headers: { 'content-type': 'text/html' }, body: '<main><p>A page for members.</p></main>' }
      : { status: 401 },
  );
  fleet = await startTestFleet({
    ...vendorEnvironment,
    MASTER_KEY: masterKey,
    LOG_LEVEL: 'debug',
    FLEET_PROCESSES: '2',
  });
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
  await site?.close();
});

/** Asks and keeps the answer, with its headers. */
async function ask(method: string, path: string, body?: unknown): Promise<ApiResponse> {
  const response = await fleet.api.request(method, path, body);
  responses.push(JSON.stringify([[...response.headers], response.body]));
  return response;
}

/** A day in the life of a namespace: it is made, used, spoiled and read in every way there is. */
async function useEverything(): Promise<void> {
  const { embeddingModelConfig, vectorStorageConfig } = vendors.configs;
  const wrongConfigs = {
    ...vendors.configs,
    embeddingModelConfig: { ...embeddingModelConfig, apiKey: wrongSecrets.embeddingKey },
    vectorStorageConfig: { ...vectorStorageConfig, apiKey: wrongSecrets.vectorKey },
  };
  const dropboxConfig = { clientId: 'client', clientSecret };
  await ask('POST', '/v1/namespaces', { name: 'docs', ...vendors.configs, dropboxConfig });
  await ask('POST', '/v1/namespaces', { name: 'refused', ...wrongConfigs });
  await ask('POST', '/v1/namespaces', { name: 'malformed', ...wrongConfigs, fileStorageConfig: 7 });
  await ask('POST', '/v1/namespaces?validate=false', { name: 'wrong', ...wrongConfigs });
  await ask('PATCH', '/v1/namespaces/docs', { dropboxConfig, embeddingModelConfig });
  for (const name of ['docs', 'wrong']) {
    const { ingestJobRunId } = await ingestText(fleet.api, name, 'A text to search for.');
    await waitForRun(fleet.api, name, ingestJobRunId);
    await ask('GET', `/v1/ingest-job-runs/${ingestJobRunId}?namespaceId=${name}`);
    await ask('GET', `/v1/namespaces/${name}`);
    await ask('POST', '/v1/documents', { namespaceId: name, includeConfig: { parsedTextFileUrl: true } });
    await ask('POST', '/v1/search', { namespaceId: name, query: 'text' });
    await ask('POST', '/v1/ingest/text', textBody(name, ''));
  }
  await readSite();
  await ask('GET', '/v1/namespaces');
  vendors.faults.openai = () => ({ kind: 'cut' });
  vendors.faults.pinecone = () => ({ kind: 'cut' });
  vendors.faults.s3 = () => ({ kind: 'cut' });
  await ingestText(fleet.api, 'docs', 'No one answers any more.');
  await ask('POST', '/v1/search', { namespaceId: 'docs', query: 'anyone?' });
  await eventually(async () => expect(await readLog()).toMatch(/job will be tried again/));
}

/** Pages that are served with the token: a list of them, and a crawl that is read again. */
async function readSite(): Promise<void> {
  const scrapeOptions = { headers: { Authorization: pageToken } };
  const sources = [
    ['urls', 'URLS_LIST', { urls: [`${site.url}/page`] }],
    ['website', 'WEBSITE', { url: site.url }],
  ] as const;
  for (const [path, source, config] of sources) {
    const ingestConfig = { source, config: { ...config, scrapeOptions } };
    const body = { namespaceId: 'docs', ingestConfig, syncFrequency: 'DAILY' };
    const accepted = await ask('POST', `/v1/ingest/${path}`, body);
    const { ingestJobRunId } = accepted.body.data as { ingestJobRunId: string };
    const { documents } = await waitForRun(fleet.api, 'docs', ingestJobRunId);
    expect([documents.completed.length, documents.failed]).toEqual([1, []]);
    await ask('GET', `/v1/ingest-job-runs/${ingestJobRunId}?namespaceId=docs`);
  }
}

const readLog = () => readFile(join(fleet.dataDirectory, 'fleet.log'), 'utf8');

/** Everything that lies in the database, as text; bytes as what they spell, too. */
async function readDatabase(): Promise<string> {
  const { database } = fleet;
  const tables = await database.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`;
  const read = ({ name }: { name: string }) =>
    database.$queryRawUnsafe<{ row: object }[]>(`SELECT to_jsonb(found) AS row FROM ${name} AS found`);
  const rows = (await Promise.all(tables.map(read))).flat().map(({ row }) => JSON.stringify(row));
  const spelled = (row: string) =>
    row.replaceAll(/\\\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'));
  return rows.flatMap((row) => [row, spelled(row)]).join('\n');
}

async function readKey(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return (await redis.getBuffer(key))?.toString('latin1');
  }
}

/** Every key of the Redis with its value. */
async function readRedis(): Promise<string> {
  const redis = new Redis(fleet.redisUrl);
  try {
    const keys = await redis.keys('*');
    const values = await Promise.all(keys.map((key) => readKey(redis, key)));
    return JSON.stringify(keys.map((key, index) => [key, values[index]]));
  } finally {
    redis.disconnect();
  }
}

test('no key, secret or master key is found in a log, an answer, the database or Redis', async () => {
  await useEverything();
  const places = {
    log: await readLog(),
    responses: responses.join('\n'),
    database: await readDatabase(),
    redis: await readRedis(),
  };
  // Each place is one in which a secret would have been found.
  expect(places.log).toMatch(/PROVIDER_REJECTED/);
  expect(places.responses).toMatch(/A text to search for/);
  expect(places.database).toMatch(/namespaces?/);
  expect(places.database).toMatch(/embeddingModelConfig/);
  expect(places.database).toMatch(/Authorization/);
  expect(places.redis).toMatch(/embed-document/);
  for (const [place, content] of Object.entries(places)) {
    const found = hidden().filter((secret) => content.includes(secret));
    expect([place, found]).toEqual([place, []]);
  }
});
