import { startConfluenceFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeConnector } from '../../conformance.ts';
import { textOf } from '../../conformance-subject.ts';
import { connectorsOnFakes } from '../../connector-on-fake.fixture.ts';
import { walkPages } from '../../walk-pages.ts';
import { openConfluence } from './index.ts';

const endpoints = (url: string) => ({ api: url });

describeConnector({
  name: 'CONFLUENCE',
  start: () => startConfluenceFake({ pageSize: 4 }),
  endpoints,
  hasChangeFeed: false,
  tellsOfDeletions: false,
  hasFiles: false,
  cursorsExpire: false,
  skips: false,
});

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openConfluence, endpoints);

async function open() {
  const confluence = await startConfluenceFake({ pageSize: 4 });
  const connector = openOn(confluence, () => confluence.token);
  async function walk(selection: readonly string[]) {
    const names = new Set<string>();
    const skipped: object[] = [];
    for await (const page of walkPages(connector, undefined, selection, signal)) {
      for (const { name } of page.items) names.add(name);
      skipped.push(...page.skipped);
    }
    return { names: [...names], skipped };
  }
  return { confluence, connector, walk };
}

test('selected pages come with all below them, through folders and deeper than one request reaches', async () => {
  const { confluence, walk } = await open();
  const root = confluence.put('/Root', '');
  confluence.put('/Other', '');
  let parent = confluence.putBelow(root, 'Folder', 'folder');
  for (let depth = 1; depth <= 23; depth += 1) parent = confluence.putBelow(parent, `Page ${depth}`);
  const { names } = await walk([root]);
  const below = Array.from({ length: 23 }, (_, index) => `Page ${index + 1}`);
  expect(names.toSorted()).toEqual([...below, 'Root'].toSorted());
});

test('whiteboards are skipped with a reason', async () => {
  const { confluence, walk } = await open();
  const root = confluence.put('/Root', '');
  const id = confluence.putBelow(root, 'Sketch', 'whiteboard');
  const { skipped } = await walk([root]);
  expect(skipped).toEqual([
    { externalId: id, name: 'Sketch', reason: expect.stringContaining('whiteboard') },
  ]);
});

test('a selected page that is gone is absent, and the others are found', async () => {
  const { confluence, walk } = await open();
  const kept = confluence.put('/Kept', '');
  expect((await walk(['999', kept])).names).toEqual(['Kept']);
});

test('attachments are named below the page', async () => {
  const { confluence, connector } = await open();
  const id = confluence.put('/Plan', 'text');
  confluence.attach(id, 'plan.png');
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  expect(await textOf(body)).toBe('# Plan\n\ntext\n\n## Attachments\n\n- plan.png (image/png)\n');
});

test('a missing scope is no expired token', async () => {
  const { confluence, connector } = await open();
  const body = { code: 401, message: 'Unauthorized; scope does not match' };
  confluence.fault = () => ({ kind: 'status', status: 401, body });
  await expect(connector.whoAmI(signal)).rejects.toMatchObject({
    code: 'CONNECTION_UNAUTHORIZED',
    message: expect.stringContaining('permission'),
  });
  expect(confluence.requests).toHaveLength(1);
});
