import { createHmac } from 'node:crypto';
import { eventually, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createNamespace, ingestText } from './documents.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

interface Payload {
  readonly requestId: string;
  readonly event: string;
  readonly data: { readonly documentIds?: string[]; readonly ingestJobRunId?: string };
  readonly timestamp: string;
}

let fleet: TestFleet;
let receiver: StubServer;

beforeAll(async () => {
  fleet = await startTestFleet({ EGRESS_ALLOW_CIDRS: '127.0.0.0/8' });
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

  // They are written in order; several are sent at once.
  const written = await fleet.database.webhookEvent.findMany({ orderBy: { id: 'asc' } });
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
