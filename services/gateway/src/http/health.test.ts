import { eventually } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';

let app: TestApp;
afterEach(() => app.close());

const startWith = async (readiness: Record<string, () => Promise<unknown>>) => {
  app = await startTestApp([], { readiness });
};
const probe = (path: string) => app.call('GET', path, { key: undefined });

test('a process lives whatever it depends on', async () => {
  await startWith({ database: () => Promise.reject(new Error('away')) });
  expect((await probe('/healthz')).status).toBe(200);
});

test('it is ready when all it depends on answers', async () => {
  await startWith({ database: async () => 1, redis: async () => 'PONG' });
  expect(await probe('/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ok', checks: { database: 'ok', redis: 'ok' } },
  });
});

test('who asks a thousand times without a key makes no thousand checks', async () => {
  let checks = 0;
  await startWith({
    database: async () => {
      checks += 1;
    },
  });
  for (let times = 0; times < 10; times += 1) {
    const probes = await Promise.all(Array.from({ length: 100 }, () => probe('/readyz')));
    expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]));
  }
  expect(checks).toBeLessThan(100);
  // A cached result expires soon.
  const before = checks;
  await eventually(async () => {
    await probe('/readyz');
    expect(checks).toBeGreaterThan(before);
  });
});

test('it is not ready while one fails, or does not answer', async () => {
  await startWith({
    database: async () => 1,
    redis: () => Promise.reject(new Error('secret address')),
    stuck: () => new Promise(() => undefined),
  });
  const response = await probe('/readyz');
  expect(response).toMatchObject({
    status: 503,
    body: { status: 'failing', checks: { database: 'ok', redis: 'failing', stuck: 'failing' } },
  });
  expect(response.text).not.toContain('secret');
});
