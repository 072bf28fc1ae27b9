import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@docfleet/errors';
import { afterEach, expect, test } from '@jest/globals';
import { createLogger, currentLogContext } from '../logging/index.ts';
import { currentTraceparent, startTracing, withRemoteSpan, withSpan } from './index.ts';

interface Collected {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number; readonly message?: string };
}

const logger = createLogger({ service: 'test', level: 'silent' });
let server: Server | undefined;
let stop: () => Promise<void> = async () => undefined;
const collected: Collected[] = [];

/** A collector as OTLP over HTTP describes it, JSON alone: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
async function collect(share = 1): Promise<void> {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString());
    if (request.url === '/v1/traces')
      collected.push(...resourceSpans[0].scopeSpans.flatMap(({ spans }: { spans: Collected[] }) => spans));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}/`;
  stop = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share },
    logger,
  );
}

afterEach(async () => {
  await stop();
  server?.closeAllConnections();
  server?.close();
  collected.length = 0;
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
