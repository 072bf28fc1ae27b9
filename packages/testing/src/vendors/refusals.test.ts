import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startBoxFake } from './box/start-box-fake.ts';
import { startConfluenceFake } from './confluence/start-confluence-fake.ts';
import type { DriveFake } from './drive-fake.ts';
import { startDropboxFake } from './dropbox/start-dropbox-fake.ts';
import { startGoogleDriveFake } from './google-drive/google-drive-fake.ts';
import { startGraphFake } from './graph/graph-fake.ts';
import { startNotionFake } from './notion/start-notion-fake.ts';

const starters = {
  Box: startBoxFake,
  Confluence: startConfluenceFake,
  Dropbox: startDropboxFake,
  'Google Drive': startGoogleDriveFake,
  'Microsoft Graph': startGraphFake,
  Notion: startNotionFake,
};
const fakes = new Map<string, DriveFake>();
beforeAll(async () => {
  for (const [name, start] of Object.entries(starters)) fakes.set(name, await start());
});
afterAll(() => Promise.all([...fakes.values()].map((fake) => fake.close())));

const site = '/ex/confluence/11223344-a1b2-3b33-c444-def123456789/wiki/api/v2';
const version = { 'notion-version': '2026-03-11' };

/** The status of a request with the token of the account; a POST where there is a body. */
async function statusOf(
  vendor: keyof typeof starters,
  path: string,
  { body, headers }: { readonly body?: object; readonly headers?: Record<string, string> } = {},
): Promise<number> {
  const fake = fakes.get(vendor);
  const response = await fetch(`${fake?.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${fake?.token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.text();
  return response.status;
}

test.each([
  ['Box', '/2.0/folders/0/items?limit=1000', '/2.0/folders/0/items?limit=1001'],
  ['Box', '/2.0/events?stream_type=changes', '/2.0/events?stream_type=all'],
  ['Confluence', `${site}/pages?limit=250`, `${site}/pages?limit=251`],
  ['Confluence', `${site}/pages?limit=250`, `${site}/pages?nonsense=1`],
  ['Google Drive', '/drive/v3/files?fields=files(id)', '/drive/v3/files?fields=files(id,nonsense)'],
  ['Google Drive', '/drive/v3/files?pageSize=1000', '/drive/v3/files?pageSize=1001'],
  ['Microsoft Graph', '/v1.0/me?$select=id', '/v1.0/me?$select=nonsense'],
] as const)('%s answers %s and refuses %s, and so does its fake', async (vendor, path, wrong) => {
  expect([await statusOf(vendor, path), await statusOf(vendor, wrong)]).toEqual([200, 400]);
});

test('Confluence shows what is below a page ten levels deep and no deeper', async () => {
  const id = fakes.get('Confluence')?.put('/Plan', '');
  const below = (depth: number) => statusOf('Confluence', `${site}/pages/${id}/descendants?depth=${depth}`);
  expect([await below(10), await below(11)]).toEqual([200, 400]);
});

test.each([
  ['Dropbox', '/2/files/list_folder', { path: '', limit: 2_000 }, { path: '', limit: 2_001 }],
  ['Dropbox', '/2/files/list_folder', { path: '' }, { path: '', nonsense: true }],
  ['Notion', '/v1/search', { page_size: 100 }, { page_size: 101 }],
  ['Notion', '/v1/search', {}, { nonsense: 1 }],
] as const)(
  '%s takes at %s the body %j and refuses %j, and so does its fake',
  async (vendor, path, body, wrong) => {
    const statuses = [body, wrong].map((sent) => statusOf(vendor, path, { body: sent, headers: version }));
    expect(await Promise.all(statuses)).toEqual([200, 400]);
  },
);

test('Notion knows no version of 1999, and answers nothing without one', async () => {
  const statuses = [version, { 'notion-version': '1999-01-01' }, {}].map((headers) =>
    statusOf('Notion', '/v1/users/me', { headers }),
  );
  expect(await Promise.all(statuses)).toEqual([200, 400, 400]);
});
