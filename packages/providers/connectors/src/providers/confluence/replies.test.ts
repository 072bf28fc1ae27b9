import { startConfluenceFake, startDataCenterFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { rejection, signal, textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openConfluence } from './index.ts';
import { storageToMarkdown } from './storage-markdown.ts';

const openOn = connectorsOnFakes(openConfluence, (url) => ({ api: url }));

async function open() {
  const confluence = await startConfluenceFake();
  return { confluence, connector: openOn(confluence, () => confluence.token) };
}
async function openServer() {
  const server = await startDataCenterFake();
  const settings = { method: 'DATA_CENTER', baseUrl: server.baseUrl };
  return { server, connector: openOn(server, () => server.token, { settings }) };
}

interface Faulty {
  fault: ((request: { readonly path: string }) => object | undefined) | undefined;
}
const answer = (fake: object, part: string, body: unknown, status = 200) => {
  (fake as Faulty).fault = ({ path }) => (path.endsWith(part) ? { kind: 'status', status, body } : undefined);
};

test.each([
  [{ errors: [{ title: null, detail: 'Detail' }] }, 'Detail'],
  [{ errors: [{ detail: 'Detail' }] }, 'Detail'],
  [{ errors: [{ title: 'Title' }] }, 'Title'],
  ['<html>Bad gateway</html>', '<html>Bad gateway</html>'],
])('the refusal %j is in the words %j', async (body, words) => {
  const { confluence, connector } = await open();
  confluence.fault = () => ({ kind: 'status', status: 502, body });
  expect(await rejection(connector.whoAmI(signal))).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { reason: words },
  });
});

test.each(['/attachments', '/footer-comments'])(
  'a list of %s that leads to itself is an error, instead of going on for ever',
  async (part) => {
    const { confluence, connector } = await open();
    const externalId = confluence.put('/Plan', 'text');
    answer(confluence, part, { results: [], _links: { next: `/wiki/api/v2/pages${part}?cursor=again` } });
    const fetched = connector.fetch({ externalId, versionKey: '1' }, signal);
    expect(await rejection(fetched)).toMatchObject({ code: 'LISTING_ENDLESS' });
  },
);

test.each(['/api/v2/pages', '/api/v2/blogposts'])(
  'a site that answers at %s as if it had no such list is not an empty one',
  async (part) => {
    const { confluence, connector } = await open();
    confluence.put('/Plan', 'text');
    for (const status of [404, 403]) {
      answer(confluence, part, {}, status);
      await expect(listAll(connector)).rejects.toMatchObject({
        code: status === 404 ? 'ITEM_NOT_FOUND' : 'ITEM_FORBIDDEN',
      });
    }
  },
);

test('a page that was listed and is gone before what is below it is read is not named, and proves nothing', async () => {
  const { confluence, connector } = await open();
  const root = confluence.put('/Root', '');
  let parent = root;
  for (let depth = 1; depth <= 10; depth += 1) parent = confluence.putBelow(parent, `Level ${depth}`);
  answer(confluence, `/${parent}/descendants`, {}, 404);
  const listing = await listAll(connector, undefined, [root]);
  expect([listing.ids.length, listing.skipped, listing.isUnproven]).toEqual([11, [], true]);
});

test('a selected page that is gone between two pages of what is below it is not named, and proves nothing', async () => {
  const confluence = await startConfluenceFake({ pageSize: 2 });
  const connector = openOn(confluence, () => confluence.token);
  const root = confluence.put('/Root', '');
  for (const name of ['A', 'B', 'C']) confluence.putBelow(root, name);
  confluence.fault = ({ path, query }) =>
    path.endsWith('/descendants') && query.has('cursor') ? { kind: 'status', status: 404 } : undefined;
  const listing = await listAll(connector, undefined, [root]);
  expect([listing.ids.length, listing.skipped, listing.isUnproven]).toEqual([3, [], true]);
});

test('a space of a Data Center without a name is called by its key', async () => {
  const { server, connector } = await openServer();
  answer(server, '/rest/api/space', { results: [{ key: 'ENG', name: null }] });
  expect(await Array.fromAsync(connector.choices!(signal))).toEqual([
    { externalId: 'space:ENG', name: 'ENG', url: null },
  ]);
});

test('what a Data Center leaves out of a page is unknown, and its ids may be numbers', async () => {
  const { server, connector } = await openServer();
  const externalId = server.put('/Plan', '');
  answer(server, `/content/${externalId}`, {
    id: Number(externalId),
    title: 'Plan',
    version: { number: 3, when: null },
    body: null,
    _links: { webui: null, base: null },
  });
  expect(await connector.find?.(externalId, signal)).toEqual({
    externalId,
    name: 'Plan',
    path: null,
    url: null,
    mimeType: 'text/markdown',
    sizeBytes: null,
    modifiedAt: null,
    versionKey: '3',
    kind: 'page',
  });
  const fetched = await connector.fetch({ externalId, versionKey: '3' }, signal);
  expect(await textOf(fetched.body)).toBe('# Plan\n');
});

test('the latest of several comments makes the version of their page', async () => {
  const { confluence, connector } = await open();
  const externalId = confluence.put('/Plan', '');
  await listAll(connector);
  for (const hour of ['02', '03', '01'])
    confluence.comment(externalId, '', { changedAt: `2026-01-01T${hour}:00:00.000Z` });
  expect((await listAll(connector)).items).toMatchObject([
    { externalId, versionKey: '1 with comments of 2026-01-01T03:00:00.000Z' },
  ]);
});

test('a comment of a Data Center names its page by a number as well, or no page at all', async () => {
  const { server, connector } = await openServer();
  const externalId = server.put('/Plan', '');
  await listAll(connector);
  const when = new Date().toISOString();
  const results = [
    { container: { id: Number(externalId), type: 'page' }, version: { when } },
    { container: null, version: { when } },
  ];
  answer(server, '/content/search', { results });
  expect((await listAll(connector)).items).toMatchObject([
    { externalId, versionKey: `1 with comments of ${when}` },
  ]);
});

test('a person of a Data Center without a name is called as they sign in', async () => {
  const { server } = await openServer();
  const externalId = server.putInSpace('HR', 'Plan', '<p><ac:link><ri:user ri:userkey="40" /></ac:link></p>');
  for (const [person, named] of [
    [{ displayName: 'Ada Lovelace', username: 'ada' }, '@Ada Lovelace'],
    [{ displayName: null, username: 'ada' }, '@ada'],
  ] as const) {
    answer(server, '/user', { type: 'known', ...person });
    const settings = { method: 'DATA_CENTER', baseUrl: server.baseUrl };
    const fresh = openOn(server, () => server.token, { settings });
    const { body } = await fresh.fetch({ externalId, versionKey: '1' }, signal);
    expect(await textOf(body)).toBe(`# Plan\n\n${named}\n`);
  }
});

test('a page is not read while a Data Center cannot name its people', async () => {
  const { server, connector } = await openServer();
  const externalId = server.putInSpace('HR', 'Plan', '<p><ac:link><ri:user ri:userkey="40" /></ac:link></p>');
  answer(server, '/user', {}, 500);
  const fetched = connector.fetch({ externalId, versionKey: '1' }, signal);
  expect(await rejection(fetched)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});

test('an element deeper than two hundred others leaves its text', () => {
  const nested = (depth: number) => storageToMarkdown(`${'<div>'.repeat(depth)}<b>deep</b>`);
  expect([nested(199), nested(200)]).toEqual(['**deep**', 'deep']);
});

test('no line of Markdown ends with spaces', () => {
  expect(storageToMarkdown('<p>a <br/>b </p><ul><li>c <br/></li></ul>')).toBe('a\nb\n\n- c');
});
