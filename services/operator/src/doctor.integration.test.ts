import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { acceptDocument } from '@docfleet/domain/ingest';
import { createNamespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { findSuspectSettings, readConfig } from '@docfleet/runtime/config';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operatorConfig } from './config.ts';
import { runOperator } from './main.ts';

const masterKey = randomBytes(32).toString('base64');

let testDatabase: TestDatabase;
let database: Database;
let dataDirectory: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 2 });
  dataDirectory = await mkdtemp(join(tmpdir(), 'docfleet-doctor-'));
  const organizationId = await createOrganization(database, 'Acme');
  const configs = {
    embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
  };
  for (const name of ['docs', 'others'])
    await createNamespace(database, createVault(masterKey), { organizationId, name, configs });
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
  await rm(dataDirectory, { recursive: true });
});

async function doctor(
  args: string[],
  { isTerminal = false, MASTER_KEY = masterKey, LANCEDB_URI = join(dataDirectory, 'lancedb') } = {},
) {
  const said = { out: '', err: '' };
  const environment = { DATABASE_URL: testDatabase.url, DATA_DIR: dataDirectory, MASTER_KEY, LANCEDB_URI };
  const code = await runOperator(['doctor', '--settle-seconds', '0', ...args], {
    config: readConfig(operatorConfig, environment),
    isTerminal,
    print: (text) => (said.out += text),
    complain: (text) => (said.err += text),
  });
  return { code, ...said };
}

const spoilCounts = async () => {
  const { id: namespaceId } = await database.namespace.findFirstOrThrow({ where: { name: 'docs' } });
  const kind = { status: 'SUCCESS', ingestionSource: 'TEXT', documentType: 'TEXT' } as const;
  await database.documentCount.create({ data: { namespaceId, ...kind, count: 2 } });
};

const acceptText = async () => {
  const { id: namespaceId, organizationId } = await database.namespace.findFirstOrThrow({
    where: { name: 'docs' },
  });
  const document = {
    externalId: 'a',
    name: 'A',
    documentType: 'TEXT',
    source: 'TEXT',
    stage: 'EMBED',
  } as const;
  const chunking = { chunkSize: 1_000, chunkOverlap: 200 };
  const content = { text: 'hello', contentHash: createHash('sha256').update('hello').digest() };
  const place = { organizationId, namespaceId, tenantId: null, metadata: {}, config: {} };
  await acceptDocument(database, { ...document, ...chunking, ...content, ...place });
};

const lines = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a fleet in order is said to be, with exit code 0', async () => {
  const piped = await doctor([]);
  expect([piped.code, piped.err]).toEqual([0, '']);
  expect(lines(piped.out)).toEqual([
    { findings: 0, byKind: {}, unjudged: 0, unread: [expect.stringContaining('PostgreSQL')] },
  ]);
  expect(await doctor([], { isTerminal: true })).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^Nothing was found\.\nNot looked at: the space that PostgreSQL has freed.*\n$/,
    ),
    err: '',
  });
});

test('vector stores whose files lie elsewhere are counted as not looked at, without a finding', async () => {
  const { code, out } = await doctor([], { isTerminal: true, LANCEDB_URI: 'memory://docs' });
  expect(code).toBe(0);
  expect(out).toMatch(/^Nothing was found\.\nNot looked at: .*\nNot looked at: the files of .* 2 namespaces/);
});

test('findings are printed as lines of JSON, or as sentences on a terminal, with exit code 1', async () => {
  await spoilCounts();
  const piped = await doctor([]);
  expect([piped.code, piped.err]).toEqual([1, '']);
  expect(lines(piped.out)).toMatchObject([
    { kind: 'WRONG_DOCUMENT_COUNT', differences: [{ change: -2 }] },
    { findings: 1, byKind: { WRONG_DOCUMENT_COUNT: 1 } },
  ]);
  const shown = await doctor([], { isTerminal: true });
  expect(shown.out).toMatch(/counts differ .*-2 TEXT SUCCESS\n1 finding\.\nNot looked at: the space.*\n$/);
});

test('a named namespace alone is checked', async () => {
  expect((await doctor(['--namespace', 'others'])).code).toBe(0);
  expect((await doctor(['--namespace', 'docs'])).code).toBe(1);
  expect(await doctor(['--namespace', 'none'])).toMatchObject({
    code: 1,
    err: 'There is no namespace none.\n',
  });
});

test('what is repaired is gone the next time', async () => {
  const repaired = await doctor(['--repair']);
  expect(repaired.code).toBe(1);
  expect(lines(repaired.out)[0]).toMatchObject({ kind: 'WRONG_DOCUMENT_COUNT', repairing: 'REPAIRED' });
  expect((await doctor([])).code).toBe(0);
});

test('documents that are under way are not judged, but counted', async () => {
  await acceptText();
  expect(lines((await doctor([])).out)).toMatchObject([{ findings: 0, byKind: {}, unjudged: 1 }]);
  const shown = await doctor([], { isTerminal: true });
  expect(shown).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing .*\n1 document is under way/),
  });
});

test('without the master key it says what to set, and finds the one of a fleet of this machine', async () => {
  const without = await doctor([], { MASTER_KEY: '' });
  expect([without.code, without.out]).toEqual([1, '']);
  expect(without.err).toMatch(/set MASTER_KEY/);
  await writeFile(join(dataDirectory, 'master-key.json'), JSON.stringify({ masterKey }));
  expect((await doctor([], { MASTER_KEY: '' })).code).toBe(0);
});

test('it explains itself, and what is no number of seconds is misuse', async () => {
  const help = await doctor(['--help']);
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('--repair')]);
  const misused = await doctor(['--quiet-seconds', 'long']);
  expect([misused.code, misused.err]).toEqual([2, expect.stringContaining('0 to 86400 seconds')]);
});

test('what surrounds the fleet is checked, and each fault is a sentence with its remedy', async () => {
  const environment = {
    DATABASE_URL: testDatabase.url,
    DATABASE_POOL_SIZE: '5000',
    REDIS_URL: 'redis://127.0.0.1:1',
    CACHE_REDIS_URL: 'redis://127.0.0.1:2',
    DATA_DIR: join(dataDirectory, 'absent'),
    MASTER_KEY: masterKey,
    PUBLIC_URL: 'https://127.0.0.1:1',
  };
  let out = '';
  const code = await runOperator(['doctor', '--settle-seconds', '0', '--namespace', 'others'], {
    config: readConfig(operatorConfig, environment),
    suspectSettings: findSuspectSettings({ PARSE_PROCESES: '4' }),
    isTerminal: true,
    print: (text) => (out += text),
    complain: () => undefined,
  });
  expect(code).toBe(1);
  expect(out).toMatch(/raise max_connections, or lower DATABASE_POOL_SIZE/);
  expect(out).toMatch(/^Redis does not answer \(.*ECONNREFUSED.*correct REDIS_URL$/m);
  expect(out).toMatch(
    /^The Redis of CACHE_REDIS_URL does not answer \(.*127\.0\.0\.1:2\).*correct CACHE_REDIS_URL$/m,
  );
  expect(out).toMatch(/set DATA_DIR to the one of the services/);
  expect(out).toMatch(/did you mean PARSE_PROCESSES/);
  expect(out).toMatch(/Set TRUSTED_PROXIES/);
  expect(out).toMatch(/not reached at PUBLIC_URL https:\/\/127\.0\.0\.1:1/);
});
