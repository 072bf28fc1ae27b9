import { startStubServer } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openNotion } from './index.ts';

const openOn = connectorsOnFakes(openNotion, (url) => ({ api: url }));
const whole = { object: 'page', id: 'whole', last_edited_time: '2026-01-01T00:00:00.000Z', properties: {} };

test('a page of which Notion shows the id alone is named, and costs no other page', async () => {
  const server = await startStubServer(({ body }) => {
    const isOfPages = String(body).includes('"page"');
    const results = isOfPages ? [{ object: 'page', id: 'partial' }, whole] : [];
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ object: 'list', results, has_more: false, next_cursor: null }),
    };
  });
  const { ids, skipped } = await listAll(openOn(server, () => 'token'));
  expect(ids).toEqual(['whole']);
  expect(skipped).toMatchObject([{ externalId: 'partial', reason: expect.stringContaining('capability') }]);
});
