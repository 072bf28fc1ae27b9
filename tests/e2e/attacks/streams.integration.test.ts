import { startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace } from '../documents.ts';
import {
  type AttackedFleet,
  type Customer,
  createKey,
  requestRaw,
  startAttackedFleet,
} from './attacked-fleet.ts';

/** Event streams, and sessions of the console. */
let attacked: AttackedFleet;

beforeAll(async () => {
  attacked = await startAttackedFleet({ RATE_LIMIT_PER_MINUTE: '0' });
  for (const { api } of [attacked.attacker, attacked.neighbour]) await createNamespace(api, 'own');
}, 240_000);
afterAll(() => attacked?.fleet.remove());

test('an organization that opens streams without end leaves those of another alone', async () => {
  const { attacker, neighbour } = attacked;
  const stop = new AbortController();
  const open = async (customer: Customer, apiKey: string) => {
    const { ingestJobRunId } = runs.get(customer) ?? { ingestJobRunId: '' };
    return requestRaw(
      attacked,
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
  for (const customer of [attacker, neighbour]) {
    const { body } = await customer.api.request<{ ingestJobRunId: string }>('POST', '/v1/ingest/urls', {
      namespaceId: 'own',
      ingestConfig: { source: 'URLS_LIST', config: { urls: [site.url] } },
    });
    runs.set(customer, body.data);
  }
  const keys = await Promise.all(Array.from({ length: 5 }, () => createKey(attacker, { scopes: ['read'] })));
  const attempts = await Promise.all(
    keys.flatMap((apiKey) => Array.from({ length: 20 }, async () => (await open(attacker, apiKey)).status)),
  );
  expect(attempts.filter((status) => status === 200)).toHaveLength(64);
  expect(attempts.filter((status) => status === 429)).toHaveLength(36);
  expect((await open(neighbour, neighbour.apiKey)).status).toBe(200);
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
