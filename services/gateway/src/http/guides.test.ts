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

test('a page that is not there says how the guides are built', async () => {
  const response = await get('/guides/nothing');
  expect([response.status, response.body.error.code]).toEqual([404, 'NOT_FOUND']);
  expect(response.body.message).toContain('npm run docs-build');
});
