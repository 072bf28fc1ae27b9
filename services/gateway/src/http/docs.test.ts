import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { routes } from '../routes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(routes);
});
afterAll(() => app.close());

const get = (path: string) => app.call('GET', path, { key: undefined });

test('the root leads to the page', async () => {
  const response = await get('/');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/docs']);
});

test('the page and all that it loads come from here', async () => {
  const page = await get('/docs');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  expect(loaded).toHaveLength(3);
  for (const path of loaded) {
    expect(path).toMatch(/^\/docs\//);
    const asset = await get(path);
    expect([asset.status, asset.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    expect(asset.headers.get('content-type')).toMatch(/javascript|css/);
  }
});

test('the description is served without a key and names every route', async () => {
  const response = await get('/openapi.json');
  for (const { path, method } of routes) expect(response.body.paths[path][method]).toBeDefined();
});
