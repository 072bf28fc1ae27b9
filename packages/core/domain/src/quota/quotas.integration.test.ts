import { expect, test } from '@jest/globals';
import { accept, claim, database, embedded, namespace } from '../../test/domain.fixture.ts';
import { succeedDocument } from '../document/index.ts';
import { createQuotas, type QuotaLimits, readStored, rollUpStorage, setOwnQuotas } from './index.ts';

const limitsWith = (limits: Partial<QuotaLimits>): QuotaLimits => ({
  organization: {},
  namespace: {},
  tenant: {},
  ...limits,
});

const place = (tenantId: string | null = null) => ({
  organizationId: namespace.organizationId,
  namespaceId: namespace.id,
  tenantId,
});

/** Accepts a document and leads it to its end. */
async function store(chunks: number, tenantId: string | null = null): Promise<string> {
  const documentId = await accept({ tenantId });
  const claimed = await claim(documentId);
  await succeedDocument(database, claimed, { ...embedded, characterCount: 100, embeddingCount: chunks });
  return documentId;
}

test('what is stored is counted by organization, namespace and tenant, also after a roll-up and a deletion', async () => {
  const before = await readStored(database, { organizationId: namespace.organizationId });
  const documentId = await store(3, 'a');
  await store(4);
  const { organizationId, id: namespaceId } = namespace;
  const read = async () => ({
    all: (await readStored(database, { organizationId })).chunks - before.chunks,
    ofNamespace: (await readStored(database, { organizationId, namespaceId })).chunks,
    ofTenant: (await readStored(database, { organizationId, tenantId: 'a' })).chunks,
    documents: (await readStored(database, { organizationId })).documents - before.documents,
  });
  expect(await read()).toEqual({ all: 7, ofNamespace: 7, ofTenant: 3, documents: 2 });
  await Promise.all([rollUpStorage(database), rollUpStorage(database)]);
  expect(await read()).toEqual({ all: 7, ofNamespace: 7, ofTenant: 3, documents: 2 });
  await database.document.update({ where: { id: documentId }, data: { liveKey: null } });
  expect(await read()).toEqual({ all: 4, ofNamespace: 4, ofTenant: 0, documents: 1 });
});

test('a quota that would be exceeded is named with its limit and what is used', async () => {
  await store(5);
  const quotas = createQuotas(database, limitsWith({ namespace: { chunks: 7 } }));
  await quotas.require(place(), { chunks: 2 });
  await expect(quotas.require(place(), { chunks: 3 })).rejects.toMatchObject({
    code: 'QUOTA_EXCEEDED',
    retryable: false,
    message: expect.stringContaining('The namespace may store 7 chunks: 5 are stored, and 3 would be added'),
    details: { quota: 'namespace.chunks', limit: 7, used: 5 },
  });
});

test('a quota of tenants limits each by itself, and no work without a tenant', async () => {
  await store(5, 'a');
  const quotas = createQuotas(database, limitsWith({ tenant: { chunks: 5 } }));
  await quotas.require(place(), { chunks: 100 });
  await quotas.require(place('b'), { chunks: 5 });
  await expect(quotas.require(place('a'), { chunks: 1 })).rejects.toMatchObject({
    details: { quota: 'tenant.chunks' },
  });
});

test('works under way count each other until they end', async () => {
  const quotas = createQuotas(database, limitsWith({ namespace: { chunks: 10 } }));
  const [first, second] = [quotas.reserve(place()), quotas.reserve(place())];
  await first.add({ chunks: 6 });
  await expect(second.add({ chunks: 6 })).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  first.end();
  await second.add({ chunks: 6 });
  second.end();
});

test("an organization's own quotas replace those of the installation amount by amount", async () => {
  await store(2);
  await setOwnQuotas(database, namespace.organizationId, limitsWith({ namespace: { chunks: 100 } }));
  const quotas = createQuotas(database, limitsWith({ namespace: { chunks: 1, documents: 1 } }));
  await quotas.require(place(), { chunks: 50 });
  await expect(quotas.require(place(), { documents: 1 })).rejects.toMatchObject({
    details: { quota: 'namespace.documents' },
  });
  await setOwnQuotas(database, namespace.organizationId, undefined);
});
