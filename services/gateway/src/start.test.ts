import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { createLogger } from '@docfleet/runtime/logging';
import { createMetrics } from '@docfleet/runtime/metrics';
import { Scope } from '@docfleet/runtime/service';
import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { LRUCache } from 'lru-cache';
import { gatewaySettings } from './config.ts';
import type { GatewayContext } from './http/context.ts';
import { createEventStreams } from './http/event-streams.ts';
import { createSlowRefusals } from './http/slow-clients.ts';
import { startGateway } from './start.ts';

/** A gateway whose authentication waits until the test lets it continue. */
async function startWaiting() {
  const scope = new Scope();
  const waiting: (() => void)[] = [];
  const context = {
    logger: createLogger({ service: 'gateway', level: 'silent' }),
    metrics: createMetrics('gateway'),
    spoolDirectory: '/tmp',
    limits: { textBytes: 1, fileBytes: 1, jsonBytes: 1 },
    readiness: {},
    rateLimitPerMinute: 0,
    trustedProxies: [],
    eventStreams: createEventStreams(),
    refusedNetworks: new LRUCache<string, true>({ max: 1 }),
    slowRefusals: createSlowRefusals(),
    wasValid: () => false,
    authenticate: () => new Promise((resolve) => waiting.push(() => resolve(undefined))),
  } as unknown as GatewayContext;
  const { url } = await startGateway(scope, context, { port: 0, host: '127.0.0.1', keepAliveMs: 7_000 });
  return { scope, url, waiting };
}

test('closing lets a running request end, over a connection that would live on, and takes no new one', async () => {
  const { scope, url, waiting } = await startWaiting();
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: 'Bearer df_live_x' };
  const request = httpRequest(`${url}/v1/namespaces`, { agent, headers }).end();
  await eventually(() => expect(waiting).toHaveLength(1));
  const idle = connect(Number(new URL(url).port), '127.0.0.1');
  await once(idle, 'connect');

  let closed = false;
  const closing = scope.close().then(() => {
    closed = true;
  });
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  expect(closed).toBe(false);
  waiting[0]?.();
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(401);
  response.resume();
  await closing;
  agent.destroy();
  idle.destroy();
});

test('a response says how long its connection stays open, as the setting has it', async () => {
  const { scope, url } = await startWaiting();
  const { headers } = await fetch(`${url}/healthz`);
  expect(headers.get('keep-alive')).toBe('timeout=7');
  await scope.close();
});

test('answers have no second judge unless the setting says so', () => {
  const { ANSWER_JUDGE } = gatewaySettings;
  expect(ANSWER_JUDGE.parse(undefined)).toBe('NONE');
  expect(ANSWER_JUDGE.parse('CHAT_MODEL')).toBe('CHAT_MODEL');
  expect(() => ANSWER_JUDGE.parse('yes')).toThrow();
});
