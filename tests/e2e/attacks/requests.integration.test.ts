import { startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNamespace, ingestText, textBody, waitForRun } from '../documents.ts';
import {
  type AttackedFleet,
  type Customer,
  createKey,
  sendRaw,
  startAttackedFleet,
  timed,
  tooLongMs,
} from './attacked-fleet.ts';

/** Requests that no client of ours sends, and work of others that is addressed by its id. */
let attacked: AttackedFleet;

beforeAll(async () => {
  attacked = await startAttackedFleet({ RATE_LIMIT_PER_MINUTE: '0' });
  for (const { api } of [attacked.attacker, attacked.neighbor]) await createNamespace(api, 'own');
  await createNamespace(attacked.neighbor.api, 'secret');
}, 240_000);
afterAll(() => attacked?.fleet.remove());

const raw = (path: string, caller: Pick<Customer, 'apiKey'>, init: RequestInit = {}) =>
  sendRaw(attacked, path, caller, init);

describe('runs and requests', () => {
  test('a run of another organization can be neither confirmed, cancelled nor watched', async () => {
    const { attacker, neighbor } = attacked;
    const { ingestJobRunId } = await ingestText(neighbor.api, 'secret', 'One more text.');
    for (const [method, path] of [
      ['POST', '/confirm'],
      ['POST', '/cancel'],
      ['GET', '/events'],
      ['GET', ''],
    ] as const)
      for (const namespace of ['own', 'secret']) {
        const { status } = await raw(
          `/v1/ingest-job-runs/${ingestJobRunId}${path}?namespaceId=${namespace}`,
          attacker,
          { method, ...(method === 'POST' && { body: JSON.stringify({ namespaceId: namespace }) }) },
        );
        expect([path, status]).toEqual([path, path === '/confirm' || status === 400 ? status : 404]);
        expect(status).toBeGreaterThanOrEqual(400);
      }
    await waitForRun(neighbor.api, 'secret', ingestJobRunId);
  });

  test('an Idempotency-Key of another organization brings nothing of its response', async () => {
    const { attacker, neighbor } = attacked;
    const send = async (customer: Customer, text: string) => {
      const response = await raw('/v1/ingest/text', customer, {
        method: 'POST',
        headers: { 'idempotency-key': 'the-same-for-both' },
        body: JSON.stringify(textBody('own', text)),
      });
      const body = (await response.json()) as { data: { ingestJobRunId: string } };
      return { replayed: response.headers.get('idempotency-replayed'), run: body.data.ingestJobRunId };
    };
    const first = await send(neighbor, 'of the neighbor');
    const other = await send(attacker, 'of the attacker');
    expect(other.replayed).toBeNull();
    expect(other.run).not.toBe(first.run);
  });

  test.each([
    ['nested', `{"namespaceId":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['with __proto__', '{"namespaceId":"own","filterConfig":{},"__proto__":{"isAdmin":true}}'],
    [
      'with a prototype in its metadata',
      '{"namespaceId":"own","filterConfig":{"metadata":{"__proto__":{"$ne":1}}}}',
    ],
    ['with a number without end', `{"namespaceId":"own","pagination":{"pageSize":1e${'9'.repeat(10_000)}}}`],
    ['that is no object', '[[[]]]'],
  ])('a body %s is answered at once, and not with a fault of ours', async (_what, body) => {
    const { ms, status } = await timed(raw('/v1/documents', attacked.attacker, { method: 'POST', body }));
    expect(status).toBeLessThan(500);
    expect(ms).toBeLessThan(tooLongMs);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test.each([
    ['unknown fields', (fields: string) => `{${fields}}`],
    [
      'fields of metadata',
      (fields: string) =>
        `{"namespaceId":"own","ingestConfig":{"source":"TEXT","config":{"text":"x","metadata":{${fields}}}}}`,
    ],
    ['empty lists', () => `{"namespaceId":[${Array.from({ length: 3_000_000 }, () => '[]').join(',')}]}`],
  ])('a million %s keep neither their sender nor a neighbor waiting', async (_what, bodyOf) => {
    const { attacker, neighbor } = attacked;
    const fields = Array.from({ length: 1_000_000 }, (_, index) => `"${index.toString(36)}":0`).join(',');
    const sent = timed(raw('/v1/ingest/text', attacker, { method: 'POST', body: bodyOf(fields) }));
    const near = await timed(neighbor.api.request('GET', '/v1/namespaces'));
    const { ms, status } = await sent;
    expect([near.status, status]).toEqual([200, 400]);
    expect(near.ms).toBeLessThan(tooLongMs);
    expect(ms).toBeLessThan(tooLongMs);
  });

  test('a form of ten thousand fields is refused', async () => {
    const form = new FormData();
    for (let index = 0; index < 10_000; index += 1) form.append(`field${index}`, 'x');
    form.append('file', new Blob(['text']), 'a.txt');
    const { apiKey } = attacked.attacker;
    const response = await fetch(`${attacked.fleet.url}/v1/ingest/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: form,
    });
    expect([400, 413]).toContain(response.status);
  });

  test('eight changes of many documents at once wait for each other, where the database is slow', async () => {
    const { attacker, fleet } = attacked;
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const slow = fleet.database.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`LOCK TABLE documents IN EXCLUSIVE MODE`;
        hold();
        await transaction.$executeRaw`SELECT pg_sleep(2)`;
      },
      { timeout: 60_000 },
    );
    await isHeld;
    const filterConfig = { metadata: { team: 'none' } };
    const changes = Array.from({ length: 8 }, () =>
      attacker.api.request('DELETE', '/v1/documents', { namespaceId: 'own', filterConfig }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    // None of the documents matches.
    expect(statuses).toEqual(statuses.map(() => 404));
    await slow;
  });

  test('a message of a thousand calls to assistants is no way around the limit of a key', async () => {
    const { attacker } = attacked;
    const apiKey = await createKey(attacker, { scopes: ['read'], rateLimitPerMinute: 5 });
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'list_namespaces', arguments: {} },
    });
    const response = await raw(
      '/mcp',
      { apiKey },
      {
        method: 'POST',
        headers: { accept: 'application/json, text/event-stream' },
        body: JSON.stringify(Array.from({ length: 1_000 }, (_, index) => call(index))),
      },
    );
    const text = await response.text();
    expect(text.match(/secret|"own"/g) ?? []).toHaveLength(0);
    const after = await raw('/v1/namespaces', { apiKey });
    expect(Number(after.headers.get('x-ratelimit-limit'))).toBe(5);
  });
});

describe('streams and sessions', () => {
  test('an organization that opens streams without end leaves those of another alone', async () => {
    const { attacker, neighbor } = attacked;
    const stop = new AbortController();
    const open = async (customer: Customer, apiKey: string) => {
      const { ingestJobRunId } = runs.get(customer) ?? { ingestJobRunId: '' };
      return raw(
        `/v1/ingest-job-runs/${ingestJobRunId}/events?namespaceId=own`,
        { apiKey },
        {
          headers: { accept: 'text/event-stream' },
          signal: stop.signal,
        },
      );
    };
    const runs = new Map<Customer, { ingestJobRunId: string }>();
    // Runs that do not end while their pages are not sent.
    const site = await startStubServer((_request, response) => void response.on('close', () => undefined));
    for (const customer of [attacker, neighbor]) {
      const { body } = await customer.api.request<{ ingestJobRunId: string }>('POST', '/v1/ingest/urls', {
        namespaceId: 'own',
        ingestConfig: { source: 'URLS_LIST', config: { urls: [site.url] } },
      });
      runs.set(customer, body.data);
    }
    const keys = await Promise.all(
      Array.from({ length: 5 }, () => createKey(attacker, { scopes: ['read'] })),
    );
    const attempts = await Promise.all(
      keys.flatMap((apiKey) => Array.from({ length: 20 }, async () => (await open(attacker, apiKey)).status)),
    );
    expect(attempts.filter((status) => status === 200)).toHaveLength(64);
    expect(attempts.filter((status) => status === 429)).toHaveLength(36);
    expect((await open(neighbor, neighbor.apiKey)).status).toBe(200);
    stop.abort();
    await site.close();
  });

  test('a cookie that was changed or made up is no session', async () => {
    const { fleet, attacker } = attacked;
    const headers = { 'x-docfleet-console': '1', 'sec-fetch-site': 'same-origin' };
    const signedIn = await fetch(`${fleet.url}/console/session`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey: attacker.apiKey }),
    });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const statusWith = async (value: string) =>
      (await fetch(`${fleet.url}/console/session`, { headers: { ...headers, cookie: value } })).status;
    expect(await statusWith(cookie)).toBe(200);
    const middle = Math.floor(cookie.length / 2);
    const changed = cookie.slice(0, middle) + (cookie[middle] === 'A' ? 'B' : 'A') + cookie.slice(middle + 1);
    for (const forged of [
      changed,
      cookie.slice(0, -4),
      `docfleet-console=${'A'.repeat(4_000)}`,
      'docfleet-console=',
    ])
      expect(await statusWith(forged)).toBe(401);
  });

  test.each([{ organizationId: 'x' }, { status: 'DELETED' }, { version: 99 }, { sealedSecrets: '' }])(
    'a namespace takes no change of %j',
    async (change) => {
      expect((await attacked.attacker.api.request('PATCH', '/v1/namespaces/own', change)).status).toBe(400);
    },
  );
});
