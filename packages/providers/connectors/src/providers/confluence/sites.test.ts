import { startConfluenceFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { openConfluence } from './index.ts';

const openOn = connectorsOnFakes(openConfluence, (url) => ({ api: url }));

async function open() {
  const confluence = await startConfluenceFake();
  return { confluence, connector: openOn(confluence, () => confluence.token) };
}

test('a site that was shared with other products as well is one of Confluence, and one without scopes is none', async () => {
  const { confluence, connector } = await open();
  const [own] = confluence.sites;
  const scopes = ['read:jira-work', 'read:page:confluence'];
  const body = [
    { ...own, scopes },
    { id: 'other', name: 'Other' },
  ];
  confluence.fault = ({ path }) =>
    path.endsWith('/accessible-resources') ? { kind: 'status', status: 200, body } : undefined;
  expect(await connector.whoAmI(signal)).toEqual({ accountId: own!.id, name: own!.name });
});

test('a choice of a site that cannot be kept is none', async () => {
  const { confluence } = await open();
  const choose = () => Promise.reject(new Error('The database is away'));
  const connector = openOn(confluence, () => confluence.token, { site: { id: null, choose } });
  await expect(connector.whoAmI(signal)).rejects.toThrow('The database is away');
});

test.each(['a/b?c', 'blog:a/b?c'])('the id %s is asked for as it is, whatever signs it has', async (id) => {
  const { connector } = await open();
  await expect(connector.find?.(id, signal)).rejects.toMatchObject({
    details: { reason: expect.stringContaining('a%2Fb%3Fc') },
  });
});
