import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNamespace, ingestText, waitForRun } from '../documents.ts';
import { type AttackedFleet, type Customer, startAttackedFleet, timed, tooLongMs } from './attacked-fleet.ts';

/** Tries what was added to the interface since the first attacks against the rules that hold for all of it. */
let attacked: AttackedFleet;

const heron = 'The heron stands at the pond of the neighbor.';

beforeAll(async () => {
  attacked = await startAttackedFleet({ RATE_LIMIT_PER_MINUTE: '0' });
  for (const { api } of [attacked.attacker, attacked.neighbor]) await createNamespace(api, 'own');
  await createNamespace(attacked.neighbor.api, 'secret');
  for (const [{ api }, namespace, text] of [
    [attacked.neighbor, 'secret', heron],
    [attacked.attacker, 'own', 'A text of the attacker about a heron.'],
    [attacked.attacker, 'own', 'Another text of the attacker about a heron and a fish.'],
  ] as const) {
    const { ingestJobRunId } = await ingestText(api, namespace, text, { metadata: { team: 'a' } });
    await waitForRun(api, namespace, ingestJobRunId);
  }
}, 240_000);
afterAll(() => attacked?.fleet.remove());

interface Found {
  readonly results: { readonly content: string }[];
  readonly nextCursor: string | null;
  readonly facets?: Record<string, unknown[]>;
  readonly rerank?: unknown;
}

const search = ({ api }: Customer, body: object) =>
  api.request<Found>('POST', '/v1/search', { query: 'heron', namespaceId: 'own', ...body });

describe('searches', () => {
  test('one of several namespaces that is not the own fails the whole search', async () => {
    const { status, body } = await search(attacked.attacker, { namespaceId: ['own', 'secret'] });
    expect([status, body.error?.code]).toEqual([404, 'NAMESPACE_NOT_FOUND']);
    expect(JSON.stringify(body)).not.toContain('pond');
  });

  test('a cursor belongs to its search, its key and its namespace', async () => {
    const { attacker, neighbor } = attacked;
    const { nextCursor } = (await search(attacker, { topK: 1 })).body.data;
    expect(nextCursor).not.toBeNull();
    const statusOf = async (customer: Customer, body: object) =>
      (await search(customer, { topK: 1, cursor: nextCursor, ...body })).status;
    expect(await statusOf(attacker, {})).toBe(200);
    expect(await statusOf(attacker, { query: 'fish' })).toBe(400);
    expect(await statusOf(attacker, { topK: 2 })).toBe(400);
    expect(await statusOf(neighbor, {})).toBe(400);
    expect(await statusOf(attacker, { cursor: `${nextCursor}x` })).toBe(400);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a facet named %s is a field like any other',
    async (field) => {
      const { status, body } = await search(attacked.attacker, { facets: [field, 'team'] });
      expect(status).toBe(200);
      expect(body.data.facets?.['team']).toEqual([{ value: 'a', count: 2 }]);
      expect(Object.getOwnPropertyDescriptor(body.data.facets ?? {}, field)?.value ?? []).toEqual([]);
    },
  );

  test.each([
    { expand: { before: 6 } },
    { expand: { before: -1 } },
    { expand: 'document' },
    { groupBy: 'organization' },
    { topK: 1_001 },
    { facets: Array.from({ length: 11 }, (_, index) => `field${index}`) },
    { rerank: { topN: 100_000 } },
    { recency: { weight: 1, halfLifeDays: 0 } },
    { namespaceId: Array.from({ length: 11 }, () => 'own') },
    { organizationId: '00000000-0000-7000-8000-000000000000' },
    { filter: { source: { urlPrefix: 'a'.repeat(100_000) } } },
  ])('%j is refused', async (body) => {
    expect((await search(attacked.attacker, body)).status).toBe(400);
  });

  test('a query of nothing but quotes and excluded words is searched for as it stands', async () => {
    for (const query of ['"'.repeat(8_000), '-a '.repeat(2_600), '"a" '.repeat(2_000), '-"'.repeat(4_000)]) {
      const { ms, status } = await timed(search(attacked.attacker, { query, topK: 1_000, highlights: true }));
      expect([200, 400]).toContain(status);
      expect(ms).toBeLessThan(tooLongMs);
    }
  });
});

describe('addresses of vendors', () => {
  const rerankers = [
    'http://169.254.169.254/latest',
    'http://10.0.0.1/',
    'http://[::ffff:a00:1]/',
    'file:///etc/passwd',
  ];
  test.each(rerankers)('a reranker at %s is not asked', async (baseUrl) => {
    const { api } = attacked.attacker;
    const rerankConfig = { provider: 'COMPATIBLE', model: 'm', apiKey: 'key', baseUrl };
    const { status, body } = await api.request('POST', '/v1/namespaces', { name: 'reranked', rerankConfig });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toContain('root:');
  });

  test('what a reranker that is not asked would have said does not come with the results', async () => {
    const { attacker } = attacked;
    const rerankConfig = {
      provider: 'COMPATIBLE',
      model: 'm',
      apiKey: 'a-key-that-stays',
      baseUrl: 'http://10.0.0.1/',
    };
    const created = await attacker.api.request('POST', '/v1/namespaces?validate=false', {
      name: 'unchecked',
      rerankConfig,
    });
    expect(created.status).toBe(201);
    const { ingestJobRunId } = await ingestText(attacker.api, 'unchecked', 'A heron.');
    await waitForRun(attacker.api, 'unchecked', ingestJobRunId);
    const { status, body } = await search(attacker, { namespaceId: 'unchecked', rerank: {} });
    expect(status).toBe(200);
    expect(body.data.rerank).toMatchObject([{ applied: false }]);
    expect(JSON.stringify(body)).not.toContain('a-key-that-stays');
    await attacker.api.request('DELETE', '/v1/namespaces/unchecked');
  });

  test.each([
    'http://169.254.169.254/',
    'http://10.0.0.1/',
    'http://localhost.:9/',
    'gopher://site.example/',
  ])('a webhook to %s is sent nothing', async (url) => {
    const { api } = attacked.attacker;
    const { status, body } = await api.request<{ id: string }>('POST', '/v1/webhooks', { url });
    if (status === 400) return;
    const sent = await api.request<{ statusCode: number | null }>(
      'POST',
      `/v1/webhooks/${body.data.id}/test`,
    );
    expect(sent.body.data?.statusCode ?? null).toBeNull();
  });

  test('the description of providers holds no setting of the operator and needs a key', async () => {
    const { attacker, fleet } = attacked;
    expect((await fetch(`${fleet.url}/v1/providers`)).status).toBe(401);
    const text = JSON.stringify((await attacker.api.request('GET', '/v1/providers')).body);
    expect(text).not.toContain(fleet.dataDirectory);
    expect(text).not.toMatch(/postgres(?:ql)?:\/\/(?!docfleet@db\.example\.com:5432\/vectors")|redis:\/\//);
  });
});
