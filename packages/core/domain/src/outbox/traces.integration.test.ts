import { createLogger } from '@docfleet/runtime/logging';
import { currentTraceparent, startTracing, withRemoteSpan } from '@docfleet/runtime/tracing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { actor, database, incoming, namespace, vault } from '../../test/domain.fixture.ts';
import { admitBacklog } from '../admission/admission-window.ts';
import { findStalledDocuments } from '../document/index.ts';
import { acceptDocument, acceptSource } from '../ingest/index.ts';
import { findStalledRuns } from '../run/index.ts';
import { admitDeliveries, createWebhook, fanOutEvents, findLostDeliveries } from '../webhook/index.ts';
import type { OutboxJob } from './index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
/** An exporter without a collector: its spans are dropped. */
const recording = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER_ARG: 1 };
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTracing(recording, logger);
});
afterAll(() => stop());

/** Does something as a request would; returns its span beside its result. */
async function asRequest<Result>(work: () => Promise<Result>) {
  return withRemoteSpan('request', { kind: 'server', traceparent: undefined }, async () => ({
    span: currentTraceparent(),
    result: await work(),
  }));
}

const spansOf = (jobs: readonly OutboxJob[], field: string) =>
  new Map(jobs.map(({ payload, traceparent }) => [Reflect.get(payload, field), traceparent]));

test('a document of the backlog goes on under its own request, and so it does when its job is lost', async () => {
  const admission = { status: 'BACKLOG', documentsAhead: 0 } as const;
  const requests = [];
  for (const externalId of ['a', 'b'])
    requests.push(await asRequest(() => acceptDocument(database, incoming({ externalId }), { admission })));
  const expected = new Map(requests.map(({ span, result }) => [result.documentId, span]));
  expect(new Set(expected.values()).size).toBe(2);

  expect(spansOf(await admitBacklog(database, 10, [namespace.id]), 'documentId')).toEqual(expected);
  await database.$executeRaw`UPDATE documents SET "updatedAt" = now() - interval '1 minute'`;
  const forgotten = (await Array.fromAsync(findStalledDocuments(database))).flat();
  expect(spansOf(forgotten, 'documentId')).toEqual(expected);
});

test('a source that was not read to its end is read again under its request', async () => {
  const { span, result } = await asRequest(() =>
    acceptSource(database, vault, {
      organizationId: namespace.organizationId,
      namespaceId: namespace.id,
      tenantId: null,
      source: 'WEBSITE',
      config: {},
      chunkSize: 1_000,
      chunkOverlap: 200,
      syncFrequency: 'NEVER',
    }),
  );
  await database.$executeRaw`UPDATE ingest_job_runs SET "updatedAt" = now() - interval '1 minute'`;
  const expected = new Map([[result.ingestJobRunId, span]]);
  expect(spansOf(await findStalledRuns(database), 'ingestJobRunId')).toEqual(expected);
});

test('a delivery about a run is sent under the request of the run, also after its job was lost', async () => {
  const settings = { name: 'x', url: 'https://example.com/', events: [], namespaceNames: [], tenantId: null };
  await createWebhook(database, vault, actor(), { ...settings, retryPolicy: 'DEFAULT' });
  const { span } = await asRequest(() => acceptDocument(database, incoming()));
  await fanOutEvents(database);
  const admitted = await admitDeliveries(database);
  expect(admitted.map(({ traceparent }) => traceparent)).toEqual([span, span]);
  await database.$executeRaw`UPDATE webhook_deliveries SET "dueAt" = now() - interval '1 second'`;
  const lost = await findLostDeliveries(database);
  expect(lost.map(({ traceparent }) => traceparent)).toEqual([span, span]);
});
