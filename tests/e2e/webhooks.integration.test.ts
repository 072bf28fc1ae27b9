import { createHmac } from 'node:crypto';
import { eventually, type StubServer, startStubServer, startWebSite, webPage } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createNamespace, ingestText, waitForRun } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';

interface Payload {
  readonly requestId: string;
  readonly event: string;
  readonly data: { readonly documentIds?: string[]; readonly ingestJobRunId?: string };
  readonly timestamp: string;
}

let fleet: TestFleet;
let receiver: StubServer;

beforeAll(async () => {
  fleet = await joinFleet();
  receiver = await startStubServer(() => ({ status: 204, body: '' }));
  await createNamespace(fleet.api, 'docs');
}, 240_000);
afterAll(async () => {
  await fleet?.remove();
  await receiver?.close();
});

test('an application follows a document from its acceptance to its end by signed webhooks', async () => {
  const created = await fleet.api.request<{ webhook: { id: string; signingKey: string } }>(
    'POST',
    '/v1/webhooks',
    { url: `${receiver.url}/hook` },
  );
  const { id, signingKey } = created.body.data.webhook;
  const { ingestJobRunId, documents } = await ingestText(
    fleet.api,
    'docs',
    'The okapi feeder opens at dawn.',
  );

  await eventually(() => expect(receiver.requests).toHaveLength(6), 20_000);
  const payloads = receiver.requests.map(({ json }) => json as Payload);
  for (const { body, headers, json } of receiver.requests) {
    new Webhook(signingKey).verify(body, headers as Record<string, string>);
    const { timestamp } = json as Payload;
    const signed = JSON.stringify({ payload: JSON.parse(body), timestamp });
    const signature = createHmac('sha256', signingKey).update(signed).digest('hex');
    expect(headers).toMatchObject({ 'x-service-signature': signature, 'x-service-timestamp': timestamp });
  }
  const documentIds = documents.map((document) => document.id);
  for (const { event, data } of payloads)
    expect(data).toEqual(
      event.startsWith('DOCUMENTS') ? { documentIds, ingestJobRunId } : { ingestJobRunId },
    );

  // Events are written in order; several are sent at once.
  const written = await fleet.database.webhookEvent.findMany({
    where: { organizationId: fleet.organizationId },
    orderBy: { id: 'asc' },
  });
  const ofKind = (kind: string) => written.map(({ type }) => type).filter((type) => type.startsWith(kind));
  expect(ofKind('DOCUMENTS')).toEqual([
    'DOCUMENTS_QUEUED_FOR_INGESTION',
    'DOCUMENTS_PROCESSING',
    'DOCUMENTS_READY',
  ]);
  expect(ofKind('INGEST')).toEqual([
    'INGEST_JOB_RUN_QUEUED',
    'INGEST_JOB_RUN_PROCESSING',
    'INGEST_JOB_RUN_COMPLETED',
  ]);
  expect(payloads.map(({ event }) => event).toSorted()).toEqual(written.map(({ type }) => type).toSorted());

  await eventually(async () => {
    const { body } = await fleet.api.request<{ deliveries: { id: string }[] }>(
      'GET',
      `/v1/webhooks/${id}/deliveries?status=SUCCEEDED`,
    );
    const ids = body.data.deliveries.map((delivery) => delivery.id).toSorted();
    expect(ids).toEqual(payloads.map(({ requestId }) => requestId).toSorted());
  });
});

test('an application receives which pages of a crawl became ready and which failed', async () => {
  const site = await startWebSite({
    '/': webPage({ title: 'Home', text: 'The okapis of the zoo.', links: ['/dawn', '/gone'] }),
    '/dawn': webPage({ title: 'Dawn', text: 'The feeder opens at dawn.' }),
  });
  const hook = `${receiver.url}/crawls`;
  expect((await fleet.api.request('POST', '/v1/webhooks', { url: hook })).status).toBe(201);
  const crawl = { source: 'WEBSITE', config: { url: site.url } };
  const accepted = await fleet.api.request<{ ingestJobRunId: string }>('POST', '/v1/ingest/website', {
    namespaceId: 'docs',
    ingestConfig: crawl,
  });
  const { ingestJobRunId } = accepted.body.data;
  const { documents } = await waitForRun(fleet.api, 'docs', ingestJobRunId);
  const received = (wanted: string) =>
    receiver.requests
      .filter(({ path }) => path === '/crawls')
      .map(({ json }) => json as Payload)
      .filter(({ event, data }) => event === wanted && data.ingestJobRunId === ingestJobRunId);
  await eventually(() => expect(received('INGEST_JOB_RUN_COMPLETED')).toHaveLength(1), 20_000);
  const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted();
  const idsIn = (event: string) =>
    received(event)
      .flatMap(({ data }) => data.documentIds ?? [])
      .toSorted();
  expect([documents.completed.length, documents.failed.length]).toEqual([2, 1]);
  await eventually(() => {
    expect(idsIn('DOCUMENTS_READY')).toEqual(idsOf(documents.completed));
    expect(idsIn('DOCUMENTS_ERROR')).toEqual(idsOf(documents.failed));
  });
  await site.close();
});
