import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';

let app: TestApp;
let guidesFolder: string;
const hash = "'sha256-La1r0VSk0Po4KFI0duEKhmPu+u0I416JW3oONqtdf4M='";

beforeAll(async () => {
  guidesFolder = await mkdtemp(join(tmpdir(), 'docfleet-guides-'));
  await writeFile(join(guidesFolder, 'index.html'), '<title>Guides</title>');
  await writeFile(join(guidesFolder, 'search.html'), '<title>Search</title>');
  await writeFile(join(guidesFolder, 'inline-scripts.json'), JSON.stringify([hash]));
  app = await startTestApp([], { guidesFolder });
});
afterAll(async () => {
  await app.close();
  await rm(guidesFolder, { recursive: true });
});

const get = (path: string) => app.call('GET', path, { key: undefined });

test.each([
  ['/guides/', 'Guides'],
  ['/guides/search', 'Search'],
  ['/guides/search.html', 'Search'],
])('%s shows the page %s, whose own scripts alone may run', async (path, title) => {
  const response = await get(path);
  expect([response.status, response.text]).toEqual([200, `<title>${title}</title>`]);
  expect(response.headers.get('content-security-policy')).toContain(`script-src 'self' ${hash};`);
});

test('a path that the site does not have shows its own page for that', async () => {
  await writeFile(join(guidesFolder, '404.html'), '<title>No such page</title>');
  const response = await get('/guides/nothing');
  expect([response.status, response.text]).toEqual([404, '<title>No such page</title>']);
});

test('until the guides are built a page says how, and the build is shown without a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-guides-'));
  const early = await startTestApp([], { guidesFolder: folder });
  try {
    const before = await early.call('GET', '/guides/', { key: undefined });
    expect([before.status, before.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(before.text).toContain('npm run docs-build');
    await writeFile(join(folder, 'inline-scripts.json'), JSON.stringify([hash]));
    await writeFile(join(folder, 'index.html'), '<title>Guides</title>');
    const after = await early.call('GET', '/guides/', { key: undefined });
    expect([after.status, after.text]).toEqual([200, '<title>Guides</title>']);
    expect(after.headers.get('content-security-policy')).toContain(hash);
  } finally {
    await early.close();
    await rm(folder, { recursive: true });
  }
});
