import { afterEach, expect, test } from '@jest/globals';
import { createLogger } from '../logging/index.ts';
import { createMetrics } from '../metrics/index.ts';
import { type Readiness, Scope, serveInternal } from './index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let scope: Scope;
afterEach(() => scope.close());

async function start(readiness: Readiness = {}): Promise<string> {
  scope = new Scope();
  const metrics = createMetrics('test');
  const settings = { INTERNAL_PORT: 0, INTERNAL_HOST: '127.0.0.1' };
  const served = await serveInternal(scope, settings, { metrics, readiness, logger });
  return served?.url ?? '';
}

test('a process exports its metrics, those of Node among them', async () => {
  const response = await fetch(`${await start()}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0\.0\.4/),
  ]);
  expect(await response.text()).toMatch(/^nodejs_eventloop_lag_seconds\{service="test"\} /m);
});

test('it lives whatever it depends on, and is ready only while all of that answers', async () => {
  const url = await start({
    database: async () => 1,
    redis: () => Promise.reject(new Error('redis://:secret@redis')),
  });
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  const ready = await fetch(`${url}/health/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: 'failing', checks: { database: 'ok', redis: 'failing' } });
});

test('a process that does a part of its work is ready, and reports which part waits', async () => {
  const url = await start({ database: async () => ({ impaired: 'read-only' }), redis: async () => 'PONG' });
  const ready = await fetch(`${url}/health/ready`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'degraded', checks: { database: 'read-only', redis: 'ok' } });
});

test('a process that is being stopped is not ready, and still responds', async () => {
  const url = await start();
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  let whileDraining: number | undefined;
  scope.defer(undefined, async () => {
    whileDraining = (await fetch(`${url}/health/ready`)).status;
  });
  await scope.close();
  expect(whileDraining).toBe(503);
  await expect(fetch(`${url}/health/live`)).rejects.toThrow();
});

test('there is nothing else, and nothing at all without a port', async () => {
  const url = await start();
  expect((await fetch(`${url}/v1/namespaces`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  const options = { metrics: createMetrics('test'), readiness: {}, logger };
  expect(await serveInternal(scope, { INTERNAL_HOST: '127.0.0.1' }, options)).toBeUndefined();
});
