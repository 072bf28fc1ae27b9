import { operations, verifyWebhook } from '@docfleet/sdk';
import { chromiumPath, eventually, runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DocfleetRetriever } from '../../examples/sdk/langchain-retriever.ts';
import { searchDocuments } from '../../examples/sdk/vercel-ai-tool.ts';
import { callConnectors } from './connector-calls.ts';
import { callEvaluations } from './evaluation-calls.ts';
import { inPage, siteWithoutTls } from './runtimes/in-page.ts';
import { runtimes } from './runtimes/runtimes.ts';
import { expectedOutcome, type Outcome } from './runtimes/scenario.ts';
import { openStage, type Stage } from './runtimes/stage.ts';
import { client, clientOf, finish, fleet, namespaceId, receiver, sent, site, text } from './sdk.fixture.ts';

const half = { semanticWeight: 0.5, keywordWeight: 0.5 };

test('a namespace is read, listed, changed and deleted', async () => {
  const { namespace } = await client.namespaces.create({ name: 'short-lived' });
  expect((await client.namespaces.get({ namespaceId: namespace.identifier })).namespace.name).toBe(
    'short-lived',
  );
  expect(await client.namespaces.check({ only: ['vectorStorageConfig'] })).toEqual({ issues: [] });
  const boxConfig = { clientId: 'client', clientSecret: 'secret' };
  await client.namespaces.update({ namespaceId: 'short-lived', boxConfig });
  const { namespaces } = await client.namespaces.list();
  expect(namespaces.map(({ name }) => name).sort()).toEqual(['docs', 'short-lived']);
  await client.namespaces.delete({ namespaceId: 'short-lived' });
  const gone = client.namespaces.get({ namespaceId: 'short-lived' });
  await expect(gone).rejects.toMatchObject({ code: 'NAMESPACE_NOT_FOUND', status: 404 });
});

test('texts and files are ingested, found and read', async () => {
  const census = 'The quarterly zebra census counted 4,211 animals.';
  const stream = { name: 'okapi.md', content: () => new Blob(['# Okapi\n\nThe okapi likes figs.']).stream() };
  const accepted = await Promise.all([
    text('Employees get twenty weeks of parental leave.', { name: 'leave', metadata: { team: 'people' } }),
    client.ingest.file({ namespaceId, metadata: { team: 'zoo' }, file: new File([census], 'census.txt') }),
    client.ingest.file({ namespaceId, config: { externalId: 'okapi' }, file: stream }),
  ]);
  await Promise.all(accepted.map(finish));
  const semantic = await client.search.semantic({ namespaceId, query: 'zebra census', topK: 1 });
  expect(semantic.results[0]).toMatchObject({ content: census, metadata: { team: 'zoo' } });
  const hybrid = await client.search.hybrid({
    namespaceId,
    query: 'okapi figs',
    topK: 1,
    hybridConfig: half,
  });
  expect(hybrid.results[0]?.document).toMatchObject({ name: 'okapi.md', externalId: 'okapi' });
  const documentId = accepted[1]?.documents[0]?.id ?? '';
  expect(await (await client.documents.content({ documentId, format: 'raw' })).text()).toBe(census);
  const chunks = await Array.fromAsync(client.documents.chunks({ documentId }));
  const markdown = await (await client.documents.content({ documentId })).text();
  expect(chunks).toMatchObject([{ ordinal: 0, text: census }]);
  expect(chunks.map(({ start, end }) => markdown.slice(start, end))).toEqual([census]);
});

test('the result of an ingestion is estimated before it', async () => {
  const config = { text: 'A text that is not ingested.' };
  const ofText = await client.ingest.estimate({ namespaceId, ingestConfig: { source: 'TEXT', config } });
  expect(ofText.estimate.documents).toMatchObject({ value: 1, basis: 'exact' });
  const ofFile = await client.ingest.estimateFile({ namespaceId, file: new File(['Okapi'], 'okapi.txt') });
  expect(ofFile.estimate.documents).toMatchObject({ value: 1, basis: 'exact' });
});

test('a link to a file leads to it', async () => {
  const filterConfig = { documentExternalIds: ['okapi'] };
  const { documents } = await client.documents.list({
    namespaceId,
    filterConfig,
    includeConfig: { rawFileUrl: true },
  });
  const token = new URL(documents?.[0]?.rawFileUrl ?? '').pathname.split('/').at(-1) ?? '';
  const response = await client.files.download({ token: decodeURIComponent(token) });
  expect(await response.text()).toContain('The okapi likes figs.');
});

test('the same key twice is one document, and a tenant sees its own alone', async () => {
  const input = {
    namespaceId,
    ingestConfig: { source: 'TEXT', config: { text: 'Globex mines quartz.' } },
  } as const;
  const options = { tenantId: 'globex', idempotencyKey: 'once' };
  const first = await client.ingest.text(input, options);
  expect(await client.ingest.text(input, options)).toEqual(first);
  await client.waitForRun({ namespaceId, ...first }, { tenantId: 'globex', deadlineMs: 40_000 });
  const documents = await Array.fromAsync(
    client.documents.list({ namespaceId, filterConfig: {} }, { tenantId: 'globex' }),
  );
  expect(documents).toHaveLength(1);
});

test('the web is ingested', async () => {
  const { url } = site;
  const accepted = [
    await client.ingest.urls({
      namespaceId,
      ingestConfig: { source: 'URLS_LIST', config: { urls: [`${url}/dawn`] } },
    }),
    await client.ingest.sitemap({
      namespaceId,
      ingestConfig: { source: 'SITEMAP', config: { url: `${url}/sitemap.xml` } },
    }),
    await client.ingest.website({ namespaceId, ingestConfig: { source: 'WEBSITE', config: { url } } }),
  ];
  await Promise.all(accepted.map(finish));
  const { results } = await client.search.hybrid({ namespaceId, query: 'feeder dawn', hybridConfig: half });
  expect(results[0]?.content).toContain('opens at dawn');
  const youtube = { source: 'YOUTUBE', config: { urls: [`${url}/no-video`] } } as const;
  await expect(client.ingest.youtube({ namespaceId, ingestConfig: youtube })).rejects.toMatchObject({
    code: 'INVALID_INGEST_CONFIG',
  });
});

test('a file is converted, and one that cannot be says why', async () => {
  const { documents } = await client.convert.file({ file: new File(['<h1>Okapi</h1>'], 'okapi.html') });
  const markdown = expect.stringContaining('# Okapi');
  expect(documents).toEqual([{ filename: 'okapi.html', markdown, notRead: [] }]);
  const damaged = await client.ingest.file({ namespaceId, file: new File(['%PDF-1.7 …'], 'a.pdf') });
  await expect(finish(damaged)).rejects.toMatchObject({
    code: 'RUN_FAILED',
    run: { documents: { failed: [{ error: expect.stringContaining('PDF') }] } },
  });
  const documentId = damaged.documents[0]?.id ?? '';
  const { document } = await client.documents.get({ documentId });
  expect(document).toMatchObject({
    ingestionStatus: 'FAILED',
    errorCode: 'DOCUMENT_UNREADABLE',
    advice: expect.stringContaining('save it anew'),
  });
  const { entries } = await client.documents.timeline({ documentId });
  const moves = entries.map(({ status, error }) => [status, error?.code].join(' '));
  expect(moves).toEqual(['QUEUED ', 'PROCESSING ', 'FAILED DOCUMENT_UNREADABLE']);
});

test('a namespace reports its state and its usage', async () => {
  const { errors, throughput } = await client.namespaces.overview({ namespaceId, hours: 2 });
  expect(await client.namespaces.notifications({ namespaceId })).toMatchObject({ isEnabled: false });
  const [cause] = errors;
  expect(cause).toMatchObject({ code: 'DOCUMENT_UNREADABLE', advice: expect.any(String) });
  const { document } = await client.documents.get({ documentId: cause?.documentId ?? '' });
  expect(document.errorCode).toBe('DOCUMENT_UNREADABLE');
  const { usage } = await client.usage.get();
  const sumOf = (counted: readonly { readonly tokens: number }[]) =>
    counted.reduce((sum, { tokens }) => sum + tokens, 0);
  expect(sumOf(throughput)).toBeGreaterThan(0);
  expect(sumOf(usage)).toBeGreaterThanOrEqual(sumOf(throughput));
});

test('runs are listed, read and cancelled', async () => {
  const { ingestJobRunId } = await text('Soon cancelled, or just not.');
  const { ingestJobRun } = await client.runs.cancel({ namespaceId, ingestJobRunId });
  const states = await Array.fromAsync(client.runs.events({ namespaceId, ingestJobRunId }));
  expect(await client.runs.confirm({ namespaceId, ingestJobRunId })).toBeDefined();
  expect(states.at(-1)).toMatchObject({ id: ingestJobRunId, status: 'COMPLETED' });
  expect((await client.runs.get({ namespaceId, ingestJobRunId })).id).toBe(ingestJobRun.id);
  const only = await Array.fromAsync(client.runs.list({ namespaceId, ingestJobRunIds: [ingestJobRunId] }));
  expect(only).toMatchObject([{ id: ingestJobRunId }]);
  const runs = await Array.fromAsync(client.runs.list({ namespaceId, pagination: { pageSize: 2 } }));
  expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  expect(runs.length).toBeGreaterThan(6);
});

test('documents are changed, scheduled, fetched again and deleted', async () => {
  const accepted = await text('The canteen serves quinoa.', { externalId: 'menu' });
  await finish(accepted);
  const documentId = accepted.documents[0]?.id ?? '';
  const filterConfig = { documentIds: [documentId] };
  const data = { $metadata: { $set: { team: 'kitchen' } } };
  expect((await client.documents.updateMetadata({ namespaceId, filterConfig, data })).itemsUpdated).toBe(1);
  const changed = await client.documents.updateContent({
    documentId,
    namespaceId,
    content: 'It serves ramen.',
  });
  await finish(changed);
  const { itemsSkipped } = await client.documents.resync({ namespaceId, filterConfig });
  expect(itemsSkipped).toBe(1);
  const scheduled = await client.documents.schedule({
    namespaceId,
    filterConfig: { documentIngestionSources: ['WEBSITE'] },
    data: { syncFrequency: 'WEEKLY' },
  });
  expect(scheduled.itemsScheduled).toBeGreaterThan(0);
  expect((await client.documents.delete({ namespaceId, filterConfig })).itemsDeleted).toBe(1);
  const all = client.documents.delete({ namespaceId, filterConfig: {} });
  await expect(all).rejects.toMatchObject({ status: 400, details: { issues: [{ path: 'filterConfig' }] } });
});

test('keys are created, rotated, revoked and audited', async () => {
  const { apiKey } = await client.apiKeys.create({ name: 'nightly', scopes: ['read'] });
  const rotated = await client.apiKeys.rotate({ apiKeyId: apiKey.id });
  const reader = clientOf(rotated.key);
  expect((await reader.apiKeys.current()).apiKey.id).toBe(rotated.apiKey.id);
  await expect(reader.apiKeys.list()).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 });
  await client.apiKeys.revoke({ apiKeyId: rotated.apiKey.id });
  const keys = await Array.fromAsync(client.apiKeys.list({ pageSize: 1 }));
  expect(keys.map(({ name }) => name)).toEqual(expect.arrayContaining(['nightly', 'nightly']));
  const events = await Array.fromAsync(client.auditEvents.list({ targetType: 'api_key' }));
  expect(events.map(({ action }) => action)).toContain('api_key.revoked');
});

test('connections are created, changed, revoked and deleted', async () => {
  await client.namespaces.update({ namespaceId, boxConfig: { clientId: 'client', clientSecret: 'secret' } });
  const created = await client.connections.create({ namespaceId, name: 'mine', connector: 'BOX' });
  const connectionId = created.connection.id;
  expect(created.authorizationUrl).toMatch(/^https:/);
  await client.connections.update({ namespaceId, connectionId, name: 'ours' });
  expect((await client.connections.get({ namespaceId, connectionId })).connection.name).toBe('ours');
  expect(await Array.fromAsync(client.connections.list({ namespaceId }))).toHaveLength(1);
  expect((await client.connections.choices({ namespaceId, connectionId })).choices).toEqual([]);
  expect((await client.connections.revoke({ namespaceId, connectionId })).connection.status).toBe('REVOKED');
  await client.connections.delete({ namespaceId, connectionId });
  await expect(client.connections.callback({ state: 'used' })).rejects.toMatchObject({ status: 410 });
});

test('every connector is ingested from by its own method', () => callConnectors(client, namespaceId));

test('golden sets are written, evaluated and compared', () => callEvaluations(client, namespaceId));

test('webhooks are managed, and what they receive is verified in both ways', async () => {
  const created = await client.webhooks.create({ url: `${receiver.url}/hook`, events: ['DOCUMENTS_READY'] });
  const webhookId = created.webhook.id;
  await client.webhooks.update({ webhookId, name: 'mine' });
  expect((await client.webhooks.get({ webhookId })).webhook.name).toBe('mine');
  expect((await client.webhooks.list()).webhooks).toHaveLength(1);
  const { webhook } = await client.webhooks.rotateKey({ webhookId, overlapHours: 1 });
  const { deliveryId } = await client.webhooks.test({ webhookId });
  await eventually(() => expect(receiver.requests).toHaveLength(1));
  const [request] = receiver.requests;
  const { 'webhook-signature': _standard, ...ownHeaders } = request!.headers;
  for (const signingKey of [created.webhook.signingKey, webhook.signingKey])
    for (const headers of [request!.headers, ownHeaders]) {
      const event = await verifyWebhook({ body: request!.body, headers, signingKey });
      expect(event).toMatchObject({ event: 'WEBHOOK_TEST', data: { webhookId } });
    }
  await eventually(async () => {
    const { delivery } = await client.webhooks.getDelivery({ webhookId, deliveryId });
    expect(delivery.status).toBe('SUCCEEDED');
  });
  await client.webhooks.replayDelivery({ webhookId, deliveryId });
  expect(await Array.fromAsync(client.webhooks.listDeliveries({ webhookId }))).not.toEqual([]);
  await client.webhooks.delete({ webhookId });
});

describe('in other runtimes', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ fleet, client, receiver, namespaceId });
  });
  afterAll(() => stage?.proxy.close());

  const missing = 'It is not installed; npm run sdk-runtimes fetches what can be fetched';
  for (const { name, isThere, streams, evaluate } of runtimes)
    runWhere(
      test,
      isThere,
      `${name}: ${missing}`,
    )(`${name} does what Node does`, async () => {
      const { module, proxy, inputOf } = stage;
      const expression = `scenario.runScenario(${JSON.stringify(inputOf(name))})`;
      const { ingestJobRunId, ...outcome } = (await evaluate(module, expression, proxy.url)) as Outcome;
      expect(outcome).toEqual(expectedOutcome);
      // Done once, although it was sent three times.
      expect(proxy.statusesOf(`lose ${name}`)).toEqual([503, 429, 202]);
      expect(JSON.parse(proxy.lostResponse(`lose ${name}`) ?? '').data).toMatchObject({ ingestJobRunId });
      expect(proxy.isStreamed('/v1/ingest/file')).toBe(streams);
    });

  const page = runWhere(test, chromiumPath !== undefined, `Chromium: ${missing}`);
  page('a page without TLS sends files, too', async () => {
    const expression = `scenario.upload(${JSON.stringify(stage.inputOf('a page', siteWithoutTls))})`;
    expect(await inPage(stage.proxy.url, expression, siteWithoutTls)).toBe(expectedOutcome.uploaded);
  });
});

test('the retriever for LangChain and the tool for the AI SDK find what was ingested', async () => {
  const [passage] = await new DocfleetRetriever({ client, namespaceId }).invoke('zebra census');
  expect(passage?.pageContent).toContain('4,211');
  expect(passage?.metadata).toMatchObject({ name: 'census.txt' });
  const { execute } = searchDocuments(client, namespaceId, null);
  const found = await execute?.({ query: 'zebra census', topK: 1 }, {
    toolCallId: '1',
    messages: [],
  } as never);
  expect(found).toEqual([{ source: 'census.txt', content: expect.stringContaining('4,211') }]);
});

test('providers are listed with the fields of their configurations', async () => {
  const listed = JSON.stringify((await client.providers.list()).configurations);
  for (const name of ['LOCAL', 'LANCEDB', 'S3_COMPATIBLE', 'BUILTIN']) expect(listed).toContain(`"${name}"`);
});

test('every method was called', () => {
  const patterns = Object.values(operations).flatMap((methods) => Object.values(methods) as string[]);
  const neverSent = patterns.filter((name) => {
    const pattern = new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return !sent.some((request) => pattern.test(request));
  });
  expect(neverSent).toEqual([]);
});
