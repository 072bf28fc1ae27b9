import { randomBytes, randomUUID } from 'node:crypto';
import { createVault, type Vault } from '@docfleet/secrets';
import { expect, test } from '@jest/globals';
import { database, namespace } from '../../test/domain.fixture.ts';
import type { Database } from '../database/index.ts';
import { claimRequest } from '../idempotency/claim-request.ts';
import { openHeaders, sealHeaders } from '../ingest/seal-headers.ts';
import { openVault, resealSecrets } from './index.ts';
import { sealedColumns } from './reseal-secrets.ts';

const createKey = () => randomBytes(32).toString('base64');
const onlyOld = createKey();
const [old, fresh] = [createVault(onlyOld), createKey()];
const both = createVault(fresh, { otherMasterKeys: [onlyOld] });
const onlyFresh = createVault(fresh);

/** Creates namespaces with a secret each, sealed by `vault`; returns their ids. */
async function createNamespaces(vault: Vault, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await database.$executeRaw`
    INSERT INTO namespaces (id, "organizationId", name, configs, "sealedSecrets")
    SELECT id, ${namespace.organizationId}::uuid, 'n' || left(id::text, 30), '{}', sealed
    FROM unnest(${ids}::uuid[], ${ids.map((id) => vault.seal(`secret of ${id}`, id))}::bytea[]) AS new(id, sealed)`;
  return ids;
}

async function secretsOf(ids: readonly string[], vault: Vault): Promise<string[]> {
  const rows = await database.namespace.findMany({ where: { id: { in: [...ids] } } });
  return rows.map(({ id, sealedSecrets }) => vault.open(sealedSecrets, id)).toSorted();
}

/** The namespace of the fixture was sealed with another key. */
const removeOthers = () => database.namespace.deleteMany({ where: { id: namespace.id } });

async function reseal(): Promise<Record<string, number>> {
  const resealings = await Array.fromAsync(resealSecrets(database, both));
  expect(resealings.filter(({ unreadable }) => unreadable > 0)).toEqual([]);
  return Object.fromEntries(resealings.map(({ name, resealed }) => [name, resealed]));
}

test('2,000 secrets are resealed while they are read continuously, also after an interruption', async () => {
  await removeOthers();
  const ids = await createNamespaces(old, 2_000);
  const sample = ids.filter((_, index) => index % 100 === 0);
  const expected = sample.map((id) => `secret of ${id}`).toSorted();
  let [reading, reads] = [true, 0];
  const readers = (async () => {
    for (; reading; reads += 1) expect(await secretsOf(sample, both)).toEqual(expected);
  })();
  let sealed = 0;
  const dying: Vault = {
    ...both,
    seal(secret, place) {
      sealed += 1;
      if (sealed > 1_000) throw new Error('killed');
      return both.seal(secret, place);
    },
  };
  await expect(Array.fromAsync(resealSecrets(database, dying))).rejects.toThrow('killed');
  const { 'namespaces.sealedSecrets': resealed = 0 } = await reseal();
  expect(resealed).toBeGreaterThan(500);
  expect(resealed).toBeLessThan(1_500);
  reading = false;
  await readers;
  expect(reads).toBeGreaterThan(1);
  expect(await secretsOf(sample, onlyFresh)).toEqual(expected);
  expect(await reseal()).toMatchObject({ 'namespaces.sealedSecrets': 0 });
});

test('a concurrent change of a value that is being resealed wins', async () => {
  await removeOthers();
  const [id = ''] = await createNamespaces(old, 1);
  const write = () =>
    database.namespace.update({ where: { id }, data: { sealedSecrets: old.seal('newer', id) } });
  const racing = {
    async $queryRaw(...query: Parameters<Database['$queryRaw']>) {
      const rows = await database.$queryRaw(...query);
      await write();
      return rows;
    },
    $executeRaw: (...query: Parameters<Database['$executeRaw']>) => database.$executeRaw(...query),
  } as Database;
  for await (const { resealed } of resealSecrets(racing, both)) expect(resealed).toBe(0);
  expect(await secretsOf([id], both)).toEqual(['newer']);
  await reseal();
  expect(await secretsOf([id], onlyFresh)).toEqual(['newer']);
});

test('stored responses and headers of scrape jobs are resealed too', async () => {
  await removeOthers();
  const { organizationId } = namespace;
  const request = { organizationId, key: 'k', fingerprint: new Uint8Array(4) };
  const claimed = await claimRequest(database, old, request);
  if ('claim' in claimed) await claimed.claim.keep({ status: 201, body: '{"key":1}' });

  const [namespaceId = ''] = await createNamespaces(old, 1);
  const id = randomUUID();
  const config = { url: 'https://a.example', scrapeOptions: { headers: { Cookie: 'a=1', 'X-Key': 'b' } } };
  const job = { id, organizationId, namespaceId, source: 'WEBSITE', chunkSize: 1, chunkOverlap: 0 } as const;
  await database.ingestJob.create({ data: { ...job, config: sealHeaders(old, id, config) as object } });

  expect(await reseal()).toMatchObject({
    'idempotency_records.sealedBody': 1,
    'ingest_jobs.config.scrapeOptions.headers': 1,
  });
  expect(await claimRequest(database, onlyFresh, request)).toEqual({
    response: { status: 201, body: '{"key":1}' },
  });
  const stored = await database.ingestJob.findUniqueOrThrow({ where: { id } });
  const { url, scrapeOptions } = stored.config as typeof config;
  expect({ url, scrapeOptions: openHeaders(onlyFresh, id, scrapeOptions) }).toEqual(config);
});

test('a secret that was swapped with that of another row does not open, before and after', async () => {
  await removeOthers();
  const [a = '', b = ''] = await createNamespaces(old, 2);
  const sealedOf = async (id: string) =>
    (await database.namespace.findUniqueOrThrow({ where: { id } })).sealedSecrets;
  for (const vault of [both, onlyFresh]) {
    const [ofA, ofB] = [await sealedOf(a), await sealedOf(b)];
    expect(() => vault.open(ofA, b)).toThrow();
    await database.namespace.update({ where: { id: a }, data: { sealedSecrets: ofB } });
    await expect(secretsOf([a], vault)).rejects.toThrow();
    await database.namespace.update({ where: { id: a }, data: { sealedSecrets: ofA } });
    await reseal();
  }
});

test('every column of sealed values is listed', async () => {
  const columns = await database.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name LIKE 'sealed%' AND data_type = 'bytea'`;
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(columns.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});

test('a fleet with a wrong master key does not start, even if only credentials reveal it, and names the setting', async () => {
  await database.namespace.deleteMany();
  await createNamespaces(old, 1);
  const open = (masterKey: string, ...otherMasterKeys: string[]) =>
    openVault(database, { masterKey, otherMasterKeys });
  await database.fleetSecret.deleteMany();
  const sentence = /MASTER_KEY is not the key .* name that key in OTHER_MASTER_KEYS/;
  await expect(open(fresh)).rejects.toThrow(sentence);
  const first = await open(onlyOld);
  await expect(open(fresh)).rejects.toThrow(sentence);
  const second = await open(fresh, onlyOld);
  expect(second.deriveKey('links')).toEqual(first.deriveKey('links'));
  await reseal();
  await expect(open(onlyOld)).rejects.toThrow(sentence);
  expect((await open(fresh)).deriveKey('links')).toEqual(first.deriveKey('links'));
});
