import type { ConnectorItem, ListPage } from '@docfleet/connectors';
import { findSyncPlan } from '@docfleet/domain/connection';
import { findSourceRun } from '@docfleet/domain/run';
import { expect, test } from '@jest/globals';
import { box, connectionId } from '../../test/box-connection.fixture.ts';
import { ask, context, documents, sync } from '../../test/connector-sync.fixture.ts';
import { applyPage, type Sync } from './apply-page.ts';

const item = (externalId: string, changes: Partial<ConnectorItem> = {}): ConnectorItem => ({
  externalId,
  name: `${externalId}.txt`,
  path: `/f/${externalId}.txt`,
  url: null,
  mimeType: null,
  sizeBytes: null,
  modifiedAt: null,
  versionKey: '1',
  kind: 'file',
  ...changes,
});
const film = (externalId: string) => ({ externalId, name: externalId, reason: 'A film' });
const many = <Item>(count: number, make: (id: string) => Item) =>
  Array.from({ length: count }, (_, number) => make(`${make.name}-${number}`));

async function openRun(): Promise<Sync> {
  const { database, vault } = context;
  const run = await findSourceRun(database, vault, await ask(connectionId));
  const plan = run && (await findSyncPlan(database, vault, run));
  if (!run || !plan) throw new Error('There is nothing to list');
  return { run, plan };
}

/** Brings a page in; notes which jobs are dispatched. */
async function apply(order: Sync, page: Partial<ListPage>) {
  const dispatched: unknown[] = [];
  const dispatcher = {
    ...context.dispatcher,
    dispatch: (jobs: readonly unknown[]) => void dispatched.push(...jobs),
  };
  const whole = {
    items: [],
    deleted: [],
    skipped: [],
    nextCursor: undefined,
    syncCursor: undefined,
    ...page,
  };
  const applied = await applyPage({ ...context, dispatcher }, order, whole);
  return { applied, dispatched };
}

const rowsOf = () => context.database.document.findMany({ where: { connectionId, liveKey: { not: null } } });
const inRun = ({ run }: Sync) =>
  context.database.ingestJobRunDocument.findMany({ where: { ingestJobRunId: run.id } });

test('all of a page of hundreds is brought in, whatever there is more of', async () => {
  const order = await openRun();
  const first = await apply(order, { items: many(401, item), skipped: many(201, film) });
  expect(first.applied).toMatchObject({ hasMoved: false });
  expect(first.applied?.skipped.map(({ externalId }) => externalId)).toEqual(
    many(201, film).map(({ externalId }) => externalId),
  );
  expect(await rowsOf()).toHaveLength(401);
  expect(first.dispatched.length).toBeGreaterThan(0);
  const second = await apply(await openRun(), { skipped: many(401, film), items: [item('last')] });
  expect(second.applied?.skipped).toHaveLength(401);
  expect(await rowsOf()).toHaveLength(402);
});

test('the last time that a page names something counts', async () => {
  const order = await openRun();
  const { applied } = await apply(order, {
    items: [item('a'), item('b'), item('a', { name: 'new.txt', versionKey: '2' })],
    skipped: [film('x'), { ...film('x'), reason: 'Another' }],
  });
  expect(applied).toEqual({ skipped: [{ ...film('x'), reason: 'Another' }], hasMoved: false });
  const rows = await rowsOf();
  expect(rows.map(({ name, itemVersion }) => [name, itemVersion]).toSorted()).toEqual([
    ['b.txt', '1'],
    ['new.txt', '2'],
  ]);
});

test.each([
  ['in the same version', '1', false],
  ['in another version', '2', true],
])('an item that comes again %s in a run has moved or not', async (_name, versionKey, hasMoved) => {
  const order = await openRun();
  await apply(order, { items: many(201, item) });
  const items = [...many(201, item).slice(1), item('item-0', { versionKey })];
  const { applied, dispatched } = await apply(order, { items });
  expect([applied?.hasMoved, dispatched]).toEqual([hasMoved, []]);
  expect(await inRun(order)).toHaveLength(201);
});

/** Two files that searches see, and a third that only the vendor has. */
async function ingest() {
  const [a, b] = [box.put('/f/a.txt', 'a'), box.put('/f/b.txt', 'b')];
  await sync(connectionId);
  return { a, b, order: await openRun() };
}

test.each([
  ['is gone', {}, ['b.txt']],
  ['is gone and there again', { items: ['a'] }, ['a.txt', 'b.txt']],
  ['is gone and cannot be read any more', { skipped: ['a'] }, ['a.txt', 'b.txt']],
] as const)(
  'what %s on a page is deleted or not',
  async (_name, named: { items?: readonly string[]; skipped?: readonly string[] }, left) => {
    const { a, order } = await ingest();
    const { dispatched } = await apply(order, {
      deleted: [a],
      items: (named.items ?? []).map(() => item(a, { name: 'a.txt' })),
      skipped: (named.skipped ?? []).map(() => ({ ...film(a), name: 'a.txt' })),
    });
    expect(Object.keys(await documents()).toSorted()).toEqual(left);
    if (left.length === 1) expect(dispatched.length).toBeGreaterThan(0);
  },
);

test.each([
  ['deleted', { deletedPaths: ['/f/a.txt'] }, ['b.txt']],
  ['deleted with its folder', { deletedPaths: ['/f'] }, []],
  ['taken by a folder', { folderPaths: ['/f/a.txt'] }, ['b.txt']],
  ['taken by another file', { filePaths: ['/f/a.txt'] }, ['b.txt']],
  ['another', { deletedPaths: ['/f/c.txt'], filePaths: ['/g'], folderPaths: ['/f'] }, ['a.txt', 'b.txt']],
])('what lies at a path that is %s is deleted', async (_name, paths, left) => {
  const { order } = await ingest();
  const { a, b } = Object.fromEntries((await rowsOf()).map((row) => [row.name?.slice(0, 1) ?? '', row.id]));
  for (const [id, path] of [
    [a, '/f/a.txt'],
    [b, '/f/b.txt'],
  ])
    await context.database.document.update({ where: { id: String(id) }, data: { itemPath: path ?? null } });
  const { dispatched } = await apply(order, paths);
  expect(Object.keys(await documents()).toSorted()).toEqual(left);
  expect(dispatched.length > 0).toBe(left.length < 2);
});

test('what is at a deleted path and named on the page stays', async () => {
  const { a, order } = await ingest();
  const moved = item(a, { name: 'a.txt', path: '/f/a.txt' });
  await apply(order, { deletedPaths: ['/f'], items: [moved] });
  expect(Object.keys(await documents())).toEqual(['a.txt']);
});

test('a run that takes no more brings nothing in, and deletes nothing', async () => {
  const { a, order } = await ingest();
  await context.database.ingestJobRun.update({ where: { id: order.run.id }, data: { listing: null } });
  const { applied, dispatched } = await apply(order, { items: [item('new')], deleted: [a] });
  expect([applied, dispatched]).toEqual([undefined, []]);
  expect(Object.keys(await documents()).toSorted()).toEqual(['a.txt', 'b.txt']);
});
