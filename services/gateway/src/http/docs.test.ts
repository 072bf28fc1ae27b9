import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { routes } from '../routes.ts';

let app: TestApp;
let consoleFolder: string;
beforeAll(async () => {
  consoleFolder = await mkdtemp(join(tmpdir(), 'docfleet-console-'));
  app = await startTestApp(routes, { consoleFolder });
});
afterAll(async () => {
  await app.close();
  await rm(consoleFolder, { recursive: true });
});

const get = (path: string) => app.call('GET', path, { key: undefined });

const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

test('the root leads browsers to the console where it was built, and other clients to the description of the API', async () => {
  const leadsTo = async (accept: string) => {
    const response = await app.call('GET', '/', { key: undefined, headers: { accept } });
    expect([response.status, response.headers.get('vary')]).toEqual([302, expect.stringContaining('Accept')]);
    return response.headers.get('location');
  };
  expect(await leadsTo(html)).toBe('/docs');
  await writeFile(join(consoleFolder, 'index.html'), '<title>the console</title>');
  expect(await leadsTo(html)).toBe('/console');
  expect(await leadsTo('*/*')).toBe('/docs');
});

test('the description fills in no header that would limit or repeat a request', async () => {
  const { parameters } = (await get('/openapi.json')).body.components;
  for (const { example } of Object.values<{ example?: unknown }>(parameters)) expect(example).toBeUndefined();
});

test.each(['/v1/namespaces/', '/v1/namespaces//overview', '/v1/documents/?x=1'])(
  '%s has an empty part and is not found',
  async (path) => {
    const reply = await app.call('GET', path);
    expect([reply.status, reply.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(reply.body.message).toContain('empty');
  },
);

test('/docs leads to the reference among the guides', async () => {
  const { status, headers } = await get('/docs');
  expect([status, headers.get('location')]).toEqual([302, '/guides/api/']);
});

test('the console loads its scripts at the address of the operator, and at another one that it is opened at', async () => {
  const behindProxy = await startTestApp(routes, { publicUrl: 'https://docs.example' });
  const { headers } = await behindProxy.call('GET', '/console', { key: undefined });
  expect(headers.get('content-security-policy')).toContain(
    `script-src https://docs.example/console/assets/ ${behindProxy.url}/console/assets/`,
  );
  await behindProxy.close();
});

test('the description is served without a key and names every route', async () => {
  const response = await get('/openapi.json');
  for (const { path, method } of routes) expect(response.body.paths[path][method]).toBeDefined();
});
