import { eventually, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, search, waitForRun } from './documents.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors, vendorEnvironment } from './vendors.ts';

const windowSize = 10;
const documents = 60;

let vendors: Vendors;
let fleet: TestFleet;
/** Takes traces and webhooks. */
let receiver: StubServer;

beforeAll(async () => {
  vendors = await startVendors();
  receiver = await startStubServer(() => ({ body: {} }));
  fleet = await startTestFleet({
    ...vendorEnvironment,
    NAMESPACE_WINDOW: String(windowSize),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  });
  await createNamespace(fleet.api, 'small');
  await createNamespace(fleet.api, 'large', vendors.configs);
  const webhook = { url: `${receiver.url}/webhook`, events: ['DOCUMENTS_READY'], namespaceIds: ['large'] };
  expect(await fleet.api.request('POST', '/v1/webhooks', webhook)).toMatchObject({ status: 201 });
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
  await receiver.close();
});

interface Span {
  readonly name: string;
  readonly traceId: string;
}
interface Export {
  readonly resourceSpans: { readonly scopeSpans: { readonly spans: Span[] }[] }[];
}

/** The names of all spans of each trace so far. */
function collectedTraces(): Set<string>[] {
  const spans = receiver.requests
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ json }) => (json as Export).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const traces = Map.groupBy(spans, ({ traceId }) => traceId).values();
  return [...traces].map((trace) => new Set(trace.map(({ name }) => name)));
}

const texts = Array.from({ length: documents }, (_, index) => `Text ${index} of a large namespace.`);

test('beyond its window a namespace waits in the database, others do not wait for it, and all of it is ingested in the end', async () => {
  vendors.faults.openai = () => ({ kind: 'status', status: 503 });
  // One after the other: what comes at the very same moment may exceed the window a little.
  for (const text of texts) await ingestText(fleet.api, 'large', text);
  const { BACKLOG = 0 } = await fleet.countByStatus();
  expect(BACKLOG).toBe(documents - windowSize);

  const { ingestJobRunId } = await ingestText(fleet.api, 'small', 'The heron stands at the pond.');
  await waitForRun(fleet.api, 'small', ingestJobRunId);
  const [hit] = await search(fleet.api, 'small', 'heron');
  expect(hit?.content).toMatch(/pond/);
  expect((await fleet.countByStatus())['BACKLOG']).toBe(BACKLOG);

  vendors.faults.openai = () => undefined;
  await eventually(
    async () => expect(await fleet.countByStatus()).toEqual({ SUCCESS: documents + 1 }),
    90_000,
  );
}, 150_000);

test('all that becomes of a document, from the backlog to the webhook that reports it, is in the trace of its request', async () => {
  const whole = ['POST /v1/ingest/text', 'accept document', 'embed-document', 'deliver-webhook'];
  await eventually(() => {
    const traces = collectedTraces();
    expect(traces.filter((names) => whole.every((name) => names.has(name)))).toHaveLength(documents);
    const own = traces.filter((names) => !names.has('POST /v1/ingest/text'));
    for (const name of ['embed-document', 'deliver-webhook'])
      expect(own.filter((names) => names.has(name))).toEqual([]);
  }, 30_000);
});
