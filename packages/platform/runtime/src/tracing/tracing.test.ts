import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@docfleet/errors';
import { afterEach, expect, test } from '@jest/globals';
import { createLogger, currentLogContext } from '../logging/index.ts';
import { currentTraceparent, startTracing, type TracingSettings, withRemoteSpan, withSpan } from './index.ts';

interface Collected {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number; readonly message?: string };
}

const lines: string[] = [];
const logger = createLogger(
  { service: 'test', level: 'warn' },
  { write: (line: string) => void lines.push(line) },
);
const resources: unknown[] = [];
let server: Server | undefined;
let stop: () => Promise<void> = async () => undefined;
const collected: Collected[] = [];

/** A collector as OTLP over HTTP describes it, JSON alone: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
async function collect(share = 1, settings: Partial<TracingSettings> = {}, status = 200): Promise<void> {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString());
    if (request.url === '/v1/traces')
      collected.push(...resourceSpans[0].scopeSpans.flatMap(({ spans }: { spans: Collected[] }) => spans));
    resources.push(...resourceSpans.map(({ resource }: { resource: unknown }) => resource));
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}/`;
  stop = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share, ...settings },
    logger,
  );
}

afterEach(async () => {
  await stop();
  server?.closeAllConnections();
  server?.close();
  for (const list of [collected, lines, resources]) list.length = 0;
});

const spanNamed = (name: string) => collected.find((span) => span.name === name);

test('work that another process asked for goes on in its trace, and names it in the log', async () => {
  await collect();
  let travelling: string | undefined;
  let logged: unknown;
  await withRemoteSpan('request', { kind: 'server', traceparent: undefined }, () =>
    withSpan('accept', {}, async () => {
      travelling = currentTraceparent();
    }),
  );
  await withRemoteSpan('job', { kind: 'consumer', traceparent: travelling }, async () => {
    logged = currentLogContext()['traceId'];
  });
  await stop();
  const [request, accept, job] = ['request', 'accept', 'job'].map(spanNamed);
  expect(new Set([request?.traceId, accept?.traceId, job?.traceId, logged]).size).toBe(1);
  expect([accept?.parentSpanId, job?.parentSpanId]).toEqual([request?.spanId, accept?.spanId]);
});

test('a failed span holds the code of its error, never the message', async () => {
  await collect();
  const failing = withRemoteSpan('job', { traceparent: 'nonsense' }, () =>
    Promise.reject(new AppError('PROVIDER_REJECTED', 'the key sk-secret is wrong')),
  );
  await expect(failing).rejects.toThrow('sk-secret');
  await stop();
  expect(spanNamed('job')?.status).toEqual({ code: 2, message: 'PROVIDER_REJECTED' });
  expect(JSON.stringify(collected)).not.toContain('sk-secret');
});

test('a trace that is not among the recorded ones is not recorded because a caller asks for it', async () => {
  await collect(0);
  const traceparent = `00-${'f'.repeat(32)}-${'1'.repeat(16)}-01`;
  await withRemoteSpan('request', { traceparent }, async () => undefined);
  await stop();
  expect(collected).toEqual([]);
});

test('without a collector nothing travels, and work is done as ever', async () => {
  stop = await startTracing({ OTEL_TRACES_SAMPLER_ARG: 1 }, logger);
  const travelling = await withRemoteSpan('request', { traceparent: undefined }, async () =>
    currentTraceparent(),
  );
  expect(travelling).toBeUndefined();
});

test('a collector that is away costs spans and nothing else', async () => {
  const away = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER_ARG: 1 };
  stop = await startTracing(away, logger);
  expect(await withRemoteSpan('request', { traceparent: undefined }, async () => 'done')).toBe('done');
  await stop();
});

test('a collector that refuses is in the log once, with its status and address', async () => {
  await collect(1, {}, 401);
  for (const name of ['first', 'second'])
    await withRemoteSpan(name, { traceparent: undefined }, async () => 1);
  await stop();
  const reports = lines.map((line) => JSON.parse(line)).filter(({ collector }) => collector);
  expect(reports).toEqual([
    expect.objectContaining({ collector: expect.stringMatching(/^http.*\/v1\/traces$/), status: 401 }),
  ]);
});

test.each<Partial<TracingSettings>>([{ OTEL_SDK_DISABLED: true }, { OTEL_TRACES_EXPORTER: 'none' }])(
  'no trace is made with %p',
  async (settings) => {
    await collect(1, settings);
    expect(
      await withRemoteSpan('request', { traceparent: undefined }, async () => currentTraceparent()),
    ).toBeUndefined();
  },
);

test('an exporter that is not supported is named in the log', async () => {
  await collect(1, { OTEL_TRACES_EXPORTER: 'zipkin' });
  expect(lines.join('')).toContain('"exporters":"zipkin"');
});

test('traces carry the name and the attributes that settings state for a service', async () => {
  const attributes = { team: 'search', 'service.name': 'overridden' };
  await collect(1, { OTEL_SERVICE_NAME: 'docs-gateway', OTEL_RESOURCE_ATTRIBUTES: attributes });
  await withRemoteSpan('request', { traceparent: undefined }, async () => undefined);
  await stop();
  expect(JSON.stringify(resources)).toContain(
    '{"key":"service.name","value":{"stringValue":"docs-gateway"}}',
  );
  expect(JSON.stringify(resources)).toContain('{"key":"team","value":{"stringValue":"search"}}');
});
