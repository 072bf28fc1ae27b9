import { startConfluenceFake, startDataCenterFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { covering } from '../../../test/covering.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openConfluence } from './index.ts';

const openOn = connectorsOnFakes(openConfluence, (url) => ({ api: url }));
async function open() {
  const confluence = await startConfluenceFake({ pageSize: 3 });
  return { confluence, connector: openOn(confluence, () => confluence.token) };
}
async function openServer() {
  const server = await startDataCenterFake();
  const settings = { method: 'DATA_CENTER', baseUrl: server.baseUrl };
  return { confluence: server, connector: openOn(server, () => server.token, { settings }) };
}

test.each(['folder', 'whiteboard', 'page'] as const)(
  'what lies below a %s as deep as one request reaches is listed',
  async (type) => {
    const { confluence, connector } = await open();
    const chosen = confluence.put('/Root', '');
    let parent = chosen;
    for (let depth = 1; depth <= 9; depth += 1) parent = confluence.putBelow(parent, `Level ${depth}`);
    parent = confluence.putBelow(parent, 'Level 10', type);
    const below = confluence.putBelow(parent, 'Level 11');
    const deepest = confluence.putBelow(confluence.putBelow(below, 'Level 12', 'folder'), 'Level 13');
    const { ids } = await listAll(connector, undefined, [chosen]);
    expect(ids).toEqual(expect.arrayContaining([below, deepest]));
  },
);

test.each([
  ['Cloud', open],
  ['Data Center', openServer],
])('%s: a page is found within its space and below the pages that it lies below', async (_name, openSite) => {
  const { confluence, connector } = await openSite();
  const root = confluence.put('/Root', '');
  const below = confluence.putBelow(confluence.putBelow(root, 'Between'), 'Below');
  const other = confluence.put('/Other', '');
  const post = `blog:${confluence.putBlogPost('News', '')}`;
  const isFound = async (id: string, selection: string[]) =>
    (await connector.find?.(id, signal, covering(selection))) !== undefined;
  expect(await isFound(below, [other, root])).toBe(true);
  expect(await isFound(below, ['space:GONE', root])).toBe(true);
  expect(await isFound(below, ['space:ENG'])).toBe(true);
  expect(await isFound(post, ['space:ENG'])).toBe(true);
  expect(await isFound(post, ['space:HR', 'space:ENG'])).toBe(true);
  expect(await isFound(post, [post])).toBe(true);
  expect(await isFound(below, [other, 'space:HR', 'space:GONE', post])).toBe(false);
  expect(await isFound(post, ['space:HR'])).toBe(false);
});
