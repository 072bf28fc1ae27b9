import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createApiClient,
  eventually,
  reserveFreePort,
  type StubServer,
  startStubServer,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, waitForRun } from './documents.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

const operatorToken = 'looking-into-queues';
let fleet: TestFleet;
let collector: StubServer;
let internalUrl: string;

beforeAll(async () => {
  collector = await startStubServer(() => ({ body: {} }));
  const port = await reserveFreePort();
  internalUrl = `http://127.0.0.1:${port}`;
  fleet = await startTestFleet({
    INTERNAL_PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    LOG_LEVEL: 'debug',
    OPERATOR_TOKEN: operatorToken,
  });
}, 150_000);
afterAll(async () => {
  await fleet.remove();
  await collector.close();
});

/** Every span that was collected so far. */
function spans(): Span[] {
  return collector.requests.flatMap(({ json }) =>
    (json as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
}

test('one ingested file is one trace, from its request to its last job and the calls of its providers', async () => {
  const api = createApiClient(fleet);
  await createNamespace(api, 'traced');
  const tea = { name: 'tea.md', content: '# Tea\n\nGreen tea is steeped at 80 degrees.' };
  const { body } = await api.upload<{ ingestJobRunId: string }>(
    '/v1/ingest/file',
    { namespaceId: 'traced' },
    tea,
  );
  await waitForRun(api, 'traced', body.data.ingestJobRunId, 60_000);
  const trace = await eventually(() => {
    const request = spans().find(({ name }) => name === 'POST /v1/ingest/file');
    const ofTrace = spans().filter(({ traceId }) => traceId === request?.traceId);
    expect(ofTrace.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'POST /v1/ingest/file',
        'accept document',
        'file-store put',
        'parse-document',
        'embed-document',
        'embedding embed',
        'vector-store upsert',
      ]),
    );
    return ofTrace;
  });
  const known = new Set(trace.map(({ spanId }) => spanId));
  const roots = trace.filter(({ parentSpanId }) => !parentSpanId || !known.has(parentSpanId));
  expect(roots.map(({ name }) => name)).toEqual(['POST /v1/ingest/file']);
  const elsewhere = spans().filter(
    ({ name, traceId }) => /-document$/.test(name) && traceId !== trace[0]?.traceId,
  );
  expect(elsewhere).toEqual([]);
});

test('what was done is counted, what the fleet shares is reported, and nothing is stuck', async () => {
  const body = await (await fetch(`${internalUrl}/metrics`)).text();
  for (const series of [
    /^docfleet_http_requests_total\{method="POST",route="\/v1\/ingest\/file",status="202",service="fleet"\} 1$/m,
    /^docfleet_job_attempts_total\{queue="parse-document",outcome="done",service="fleet"\} 1$/m,
    /^docfleet_job_processing_seconds_count\{service="fleet",queue="embed-document"\} 1$/m,
    /^docfleet_provider_calls_total\{port="embedding",vendor="LOCAL",operation="embed",outcome="ok",service="fleet"\} \d+$/m,
    /^docfleet_embedding_texts_total\{service="fleet"\} 1$/m,
    /^docfleet_queue_seconds_of_work\{queue="embed-document",service="fleet"\} 0$/m,
    /^docfleet_stuck_documents\{service="fleet"\} 0$/m,
    /^process_resident_memory_bytes\{service="fleet"\} /m,
  ])
    expect(body).toMatch(series);
  expect(body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/);
  expect((await fetch(`${internalUrl}/health/ready`)).status).toBe(200);
  expect((await fetch(`${fleet.url}/metrics`)).status).toBe(404);
});

test('a line of the log of a job names its request, its run, its document, its queue and its trace', async () => {
  const lines = (await readFile(join(fleet.dataDirectory, 'fleet.log'), 'utf8')).trim().split('\n');
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const request = logged.find(({ route }) => route === '/v1/ingest/file');
  const { requestId, traceId, documentId, ingestJobRunId } = request ?? {};
  expect(documentId).toMatch(/^[0-9a-f-]{36}$/);
  for (const queue of ['parse-document', 'embed-document'])
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: 'job done', queue, requestId, traceId, documentId, ingestJobRunId }),
    );
});

test('who has the operator token sees what is in the queues, and can change nothing', async () => {
  const basic = `Basic ${Buffer.from(`anyone:${operatorToken}`).toString('base64')}`;
  const board = (path: string, authorization: string, method = 'GET') =>
    fetch(`${fleet.url}/operator/queues${path}`, { method, headers: { authorization } });
  const page = await board('/', basic);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(await page.text()).toContain('docfleet queues');
  const { queues } = (await (await board('/api/queues', `Bearer ${operatorToken}`)).json()) as {
    queues: { name: string; readOnlyMode: boolean; counts: { completed: number } }[];
  };
  expect(queues.find(({ name }) => name === 'embed-document')).toMatchObject({
    readOnlyMode: true,
    counts: { completed: 1 },
  });
  expect((await board('/api/queues/pause', basic, 'PUT')).status).toBe(405);
  for (const wrong of ['', `Bearer ${fleet.apiKey}`, `Basic ${btoa('anyone:guess')}`]) {
    const refused = await board('/api/queues', wrong);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Basic /),
    ]);
  }
});
