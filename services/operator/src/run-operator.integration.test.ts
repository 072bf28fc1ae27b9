import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticate } from '@docfleet/domain/api-key';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { openVault } from '@docfleet/domain/master-key';
import { createNamespace } from '@docfleet/domain/namespace';
import { readConfig } from '@docfleet/runtime/config';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OperatorConfig, operatorConfig } from './config.ts';
import { runOperator } from './main.ts';
import { explainFailure } from './session.ts';

let testDatabase: TestDatabase;
let database: Database;
let dataDirectory: string;
let organizationId: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 2 });
  dataDirectory = await mkdtemp(join(tmpdir(), 'docfleet-operator-'));
  organizationId = (await runJson('organization', 'create', 'Acme')).id;
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
  await rm(dataDirectory, { recursive: true });
});

async function run(args: string[], config: Partial<OperatorConfig> = { DATABASE_URL: testDatabase.url }) {
  const said = { out: '', err: '' };
  const code = await runOperator(args, {
    config: { ...readConfig(operatorConfig, {}), DATA_DIR: dataDirectory, ...config },
    isTerminal: true,
    print: (text) => (said.out += text),
    complain: (text) => (said.err += text),
  });
  return { code, ...said };
}

async function runJson(...args: string[]) {
  const { code, out, err } = await run([...args, '--json']);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

const createKey = (...options: string[]) =>
  runJson('api-key', 'create', '--organization', organizationId, '--name', 'import', ...options);

test('the quotas of an organization are set, shown with what it stores, and reset', async () => {
  const quotas = { organization: { chunks: 1_000 }, namespace: {}, tenant: { bytes: 5_000_000 } };
  const shown = await runJson('organization', 'quota', organizationId, '--set', JSON.stringify(quotas));
  expect(shown).toEqual({ quotas, stored: { documents: 0, bytes: 0, chunks: 0, pages: 0 } });
  expect(await runJson('organization', 'quota', organizationId)).toEqual(shown);
  expect(await runJson('organization', 'quota', organizationId, '--reset')).toMatchObject({ quotas: null });
  const { code, err } = await run(['organization', 'quota', organizationId, '--set', '{"company":{}}']);
  expect([code, err]).toEqual([2, expect.stringContaining('It must be JSON like')]);
});

test('an organization is created and listed', async () => {
  expect(await runJson('organization', 'list')).toEqual([
    { id: organizationId, name: 'Acme', createdAt: expect.any(String), quotas: null },
  ]);
  const { out } = await run(['organization', 'list']);
  expect(out).toMatch(new RegExp(`^ID +CREATED +NAME\n${organizationId} .*Acme\n$`));
});

test('a key is shown once and works, and may read and ingest', async () => {
  const { apiKey, key } = await createKey();
  expect(apiKey).toMatchObject({
    name: 'import',
    scopes: ['read', 'ingest'],
    status: 'ACTIVE',
    expiresAt: null,
  });
  expect(await authenticate(database, key)).toMatchObject({ organizationId, apiKeyId: apiKey.id });
  const { out } = await run(['api-key', 'list', '--organization', organizationId]);
  expect(out).toContain(apiKey.id);
  expect(out).not.toContain(key.slice(-43));
});

test('the operator may grant any scope, an expiry and a limit above the usual one', async () => {
  const expiresAt = '2099-01-01T00:00:00.000Z';
  const { apiKey } = await createKey(
    '--scopes',
    'admin',
    '--expires-at',
    expiresAt,
    '--rate-limit',
    '100000',
  );
  expect(apiKey).toMatchObject({ scopes: ['admin'], expiresAt, rateLimitPerMinute: 100_000 });
});

test('a key is rotated, and the old one works on for the grace period', async () => {
  const { apiKey: old, key } = await createKey();
  const { apiKey } = await runJson('api-key', 'rotate', old.id, '--grace-period-seconds', '60');
  expect(await authenticate(database, key)).toBeDefined();
  const listed = await runJson('api-key', 'list', '--organization', organizationId);
  expect(listed.find(({ id }: { id: string }) => id === old.id)).toMatchObject({
    rotatedToId: apiKey.id,
    expiresAt: expect.any(String),
  });
});

test('a key is revoked, also the last admin key', async () => {
  const { id } = await runJson('organization', 'create', 'Small');
  const { apiKey, key } = await runJson(
    ...['api-key', 'create', '--organization', id, '--name', 'only', '--scopes', 'admin'],
  );
  const revoked = await runJson('api-key', 'revoke', apiKey.id);
  expect(revoked.apiKey.status).toBe('REVOKED');
  expect(await authenticate(database, key)).toBeUndefined();
});

test('what the operator does is in the audit trail, without a key', async () => {
  const { apiKey } = await createKey();
  await runJson('api-key', 'rotate', apiKey.id);
  await runJson('api-key', 'revoke', apiKey.id);
  const events = await database.auditEvent.findMany({
    where: { targetId: apiKey.id },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ action, apiKeyId }) => [action, apiKeyId])).toEqual([
    ['api_key.created', null],
    ['api_key.rotated', null],
    ['api_key.revoked', null],
  ]);
});

test.each([
  [['api-key', 'revoke', '0123456789abcdef'], 'API_KEY_NOT_FOUND'],
  [['api-key', 'rotate', '0123456789abcdef'], 'API_KEY_NOT_FOUND'],
  [['api-key', 'list', '--organization', 'unknown'], 'There is no organization unknown'],
])('%j fails with exit code 1 and says why', async (args, reason) => {
  const { code, out, err } = await run(args);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(reason);
});

test.each([
  [['nonsense'], 'nonsense'],
  [['api-key', 'create', '--name', 'x'], '--organization'],
  [['api-key', 'create', '--organization', 'o', '--name', 'x', '--scopes', 'root'], 'read,ingest,admin'],
  [['api-key', 'create', '--organization', 'o', '--name', 'x', '--rate-limit', '0'], '1 to 1000000'],
  [
    ['api-key', 'create', '--organization', 'o', '--name', 'x', '--expires-at', '2001-01-01T00:00:00Z'],
    'to come',
  ],
  [['api-key', 'rotate', 'x', '--grace-period-seconds', '9999999'], '0 to 2592000'],
])('%j is misuse: exit code 2, and what is wrong', async (args, reason) => {
  const { code, err } = await run(args);
  expect(code).toBe(2);
  expect(err).toContain(reason);
});

test.each([[['--help']], [['api-key', '--help']], [['api-key', 'create', '--help']]])(
  '%j explains itself with exit code 0',
  async (args) => {
    const { code, out } = await run(args);
    expect(code).toBe(0);
    expect(out).toContain('Usage: operator');
  },
);

test('the master key is changed: all credentials open with the new one alone, and what has no key is named', async () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64')) as [
    string,
    string,
  ];
  const { url: DATABASE_URL } = testDatabase;
  const configs = { embeddingModelConfig: { provider: 'OPENAI', apiKey: 'sk-1' } };
  const before = await openVault(database, { masterKey: old, otherMasterKeys: [] });
  const { id } = await createNamespace(database, before, { organizationId, name: 'rotated', configs });

  const unprepared = await run(['rotate-master-key'], { DATABASE_URL, MASTER_KEY: fresh });
  expect(unprepared).toMatchObject({ code: 1, err: expect.stringContaining('OTHER_MASTER_KEYS') });
  expect((await run(['rotate-master-key'], { DATABASE_URL })).err).toContain('MASTER_KEY is not set');

  const lost = createVault(randomBytes(32).toString('base64')).seal('{}', id);
  await database.namespace.update({ where: { id }, data: { sealedPreviousSecrets: lost } });
  const keys = { DATABASE_URL, MASTER_KEY: fresh, OTHER_MASTER_KEYS: [old] };
  const incomplete = await run(['rotate-master-key'], keys);
  expect(incomplete.code).toBe(1);
  expect(incomplete.err).toContain('No given key opens 1 of namespaces.sealedPreviousSecrets');
  await database.namespace.update({ where: { id }, data: { sealedPreviousSecrets: null } });
  expect((await run(['rotate-master-key'], keys)).code).toBe(0);

  const after = await openVault(database, { masterKey: fresh, otherMasterKeys: [] });
  const { sealedSecrets } = await database.namespace.findUniqueOrThrow({ where: { id } });
  expect(after.open(sealedSecrets, id)).toContain('sk-1');
  expect(after.deriveKey('links')).toEqual(before.deriveKey('links'));
});

test('a database is brought to this version, also one that is there already', async () => {
  const { code, out, err } = await run(['migrate']);
  expect([code, out, err]).toEqual([0, 'The database is at this version\n', '']);
});

test('without DATABASE_URL it works on the fleet that runs in DATA_DIR, and without one says what to set', async () => {
  const nowhere = await run(['organization', 'list'], {});
  expect(nowhere.code).toBe(1);
  expect(nowhere.err).toContain('set DATA_DIR to its folder, or DATABASE_URL');
  const ready = JSON.stringify({ url: 'http://localhost:4000', databaseUrl: testDatabase.url });
  await writeFile(join(dataDirectory, 'ready.json'), ready);
  expect((await run(['organization', 'list'], {})).out).toContain('Acme');
});

test('a database that does not answer is said to be away', async () => {
  const { code, err } = await run(['organization', 'list'], {
    DATABASE_URL: 'postgresql://user@127.0.0.1:1/x',
  });
  expect(code).toBe(1);
  expect(err).toContain('cannot be reached');
});

test('an authority that is not known is named with the remedy, in one line', async () => {
  const refused = explainFailure(
    new Error(
      '\nInvalid `prisma.x()` invocation:\n\n\nError opening a TLS connection: self-signed certificate',
    ),
  );
  expect(refused).toMatch(/^PostgreSQL cannot be reached \(self-signed certificate\): .*sslrootcert.*$/);
  expect((await run(['doctor'], { DATABASE_URL: 'postgresql://u:p@127.0.0.1:1/x' })).code).toBe(1);
});
