import { startDataCenterFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal, textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { covering } from '../../../test/covering.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openConfluence } from './index.ts';

const openOn = connectorsOnFakes(openConfluence, () => ({}));

/** A server that answers these paths so, by what stands after the address of its API. */
async function open(answers: Readonly<Record<string, (query: URLSearchParams) => object | undefined>>) {
  const server = await startDataCenterFake();
  server.fault = ({ path, query }) => {
    const body = answers[path.replace(/.*\/rest\/api\//, '')]?.(query);
    return body && { kind: 'status', status: 200, body };
  };
  const settings = { method: 'DATA_CENTER', baseUrl: server.baseUrl };
  return { server, connector: openOn(server, () => server.token, { settings }) };
}
const page = (id: number, rest: object = {}) => ({
  id,
  title: `Page ${id}`,
  version: { number: 1 },
  ...rest,
});

test('what lies behind a page of which all entries are hidden is listed, and what has no type is of the one that was asked for', async () => {
  const { connector } = await open({
    content(query) {
      if (query.get('type') !== 'page') return { results: [page(1, { type: 'page' }), page(4)] };
      return query.get('start') === '100'
        ? { results: [page(1), page(2, { type: 'blogpost' }), page(3, { type: 'page' })] }
        : { results: [], _links: { next: '/rest/api/content?start=100' } };
    },
  });
  expect((await listAll(connector, undefined, ['space:HR'])).ids).toEqual(['1', '3', 'blog:4']);
});

test('the parts of a page that a server leaves out are none', async () => {
  const attachments = [
    { title: 'a', metadata: null, extensions: null },
    { title: 'b', metadata: {}, extensions: {} },
    { title: 'c', metadata: { mediaType: null }, extensions: { mediaType: null } },
    { title: 'd', metadata: { mediaType: 'text/css' }, extensions: { mediaType: 'image/png' } },
  ];
  const comments = [{}, { body: null }, { body: {} }, { body: { storage: null } }];
  for (const body of [undefined, null, {}, { storage: null }]) {
    const { connector } = await open({
      'content/1': () => page(1, { body }),
      'content/1/child/attachment': () => ({ results: attachments }),
      'content/1/child/comment': () => ({ results: comments }),
    });
    const fetched = await connector.fetch({ externalId: '1', versionKey: '1' }, signal);
    expect(await textOf(fetched.body)).toBe('# Page 1\n\n## Attachments\n\n- a\n- b\n- c\n- d (text/css)\n');
  }
});

test.each([
  [{ space: null }, false],
  [{ space: null, ancestors: [{ id: 9 }] }, true],
  [{ ancestors: [{ id: '9' }] }, true],
  [{}, false],
])('where a page stands is what the server says of it: %j', async (place, isFound) => {
  const { connector } = await open({ 'content/1': () => page(1, place) });
  const found = await connector.find?.('1', signal, covering(['space:HR', '9']));
  expect(found !== undefined).toBe(isFound);
});

test('ids and keys are asked for as they are, whatever signs they have', async () => {
  const { server, connector } = await open({});
  for (const selected of ['a/b?c', 'space:a/b?c'])
    expect((await listAll(connector, undefined, [selected])).skipped).toMatchObject([{ name: selected }]);
  const asked = new Set(server.requests.map(({ path }) => path.replace(/.*\/rest\/api\//, '')));
  expect([...asked]).toEqual(expect.arrayContaining(['content/a%2Fb%3Fc/child/page', 'space/a%2Fb%3Fc']));
});

test('comments of a page that a server does not name are of no page, and those of others of theirs', async () => {
  const { connector } = await open({
    'content/search': () => ({
      results: [
        { container: { id: 7, type: 'blogpost' }, version: { when: '2026-01-02T00:00:00.000Z' } },
        { version: { when: '2026-01-01T00:00:00.000Z' } },
      ],
    }),
    content: (query) => ({
      results: query.get('type') === 'page' ? [page(7)] : [page(7, { type: 'blogpost' })],
    }),
  });
  await listAll(connector);
  expect(
    (await listAll(connector)).items.map(({ externalId, versionKey }) => [externalId, versionKey]),
  ).toEqual([
    ['7', '1'],
    ['blog:7', '1 with comments of 2026-01-02T00:00:00.000Z'],
  ]);
});
