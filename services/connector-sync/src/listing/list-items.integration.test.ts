import type { ListPage } from '@docfleet/connectors';
import { findSyncPlan } from '@docfleet/domain/connection';
import { findSourceRun } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { connectionId } from '../../test/box-connection.fixture.ts';
import { ask, context } from '../../test/connector-sync.fixture.ts';
import { listItems } from './list-items.ts';

const { signal } = new AbortController();

const item = (externalId: string, versionKey = '1') => ({
  externalId,
  name: `${externalId}.txt`,
  path: null,
  url: null,
  mimeType: null,
  sizeBytes: null,
  modifiedAt: null,
  versionKey,
  kind: 'file' as const,
});

type Page = Partial<ListPage> | 'forgotten';
const forgotten = () => new AppError('CURSOR_EXPIRED', 'The vendor has forgotten the cursor');

/** A connection to a vendor that is never stuck for long. */
const connectorsOf = (list: (cursor: string | undefined) => Promise<ListPage>) => ({
  waiting: { list },
  leaving: () => ({ list }),
});

/** Returns a vendor that returns these pages in turn for any request, and records the cursors. */
function vendorOf(pages: readonly Page[]) {
  const asked: (string | undefined)[] = [];
  const list = async (cursor: string | undefined): Promise<ListPage> => {
    const page = pages[asked.length];
    asked.push(cursor);
    if (page === undefined || page === 'forgotten') throw forgotten();
    return { items: [], deleted: [], skipped: [], nextCursor: undefined, syncCursor: undefined, ...page };
  };
  return { asked, connectors: connectorsOf(list) };
}

async function planOf(ingestJobRunId: string) {
  const { database, vault } = context;
  const run = await findSourceRun(database, vault, ingestJobRunId);
  const plan = run && (await findSyncPlan(database, vault, run));
  if (!run || !plan) throw new Error('There is nothing to list');
  return { run, plan };
}

/** Lists what a run has to, from a cursor of an earlier sync where one is given. */
async function listed(pages: readonly Page[], syncCursor?: string, ingestJobRunId?: string) {
  const { run, plan } = await planOf(ingestJobRunId ?? (await ask(connectionId)));
  const vendor = vendorOf(pages);
  const listing = listItems(context, { run, plan: { ...plan, syncCursor } }, vendor.connectors, signal);
  return { listing: await listing, asked: vendor.asked, extent: plan.extent };
}

const names = async () => {
  const rows = await context.database.document.findMany({ where: { connectionId } });
  return rows.map(({ externalId }) => externalId).toSorted();
};

test('a whole listing is read from its first page to its last, which says what it proves', async () => {
  const { listing, asked, extent } = await listed([
    { items: [item('a')], nextCursor: 'two' },
    { items: [item('b')], syncCursor: 'next', proof: 'STATED' },
  ]);
  expect(asked).toEqual([undefined, 'two']);
  expect(await names()).toEqual(['a', 'b']);
  const phase = 'COMPLETE';
  expect(listing).toEqual({ extent, isUnsettled: false, phase, proof: 'STATED', syncCursor: 'next' });
});

test('a list of changes is read from where the last sync ended, and is no whole listing', async () => {
  const { listing, asked } = await listed([{ syncCursor: 'next' }], 'before');
  expect(asked).toEqual(['before']);
  expect(listing).toMatchObject({ phase: 'FOLLOWED', syncCursor: 'next' });
});

test.each([
  ['an item', { items: [item('a')] }],
  ['a deletion', { deleted: ['a'] }],
  ['something that is skipped', { skipped: [{ externalId: 'a', name: 'A', reason: 'It is locked' }] }],
])(
  'changes that name %s make another listing necessary where a whole one takes their place',
  async (_name, page) => {
    const restart = { isRestart: true, nextCursor: 'whole' };
    const { listing } = await listed([{ ...page, nextCursor: 'two' }, restart, {}], 'before');
    expect(listing).toMatchObject({ phase: 'PARTIAL', isUnsettled: true });
  },
);

test('a proof directly behind a change is that of the changes', async () => {
  const { listing } = await listed(
    [{ items: [item('a')], nextCursor: 'two' }, { proof: 'STATED' }],
    'before',
  );
  expect(listing).toMatchObject({ phase: 'COMPLETE', isUnsettled: false });
});

test.each([
  ['changes turn into', 'before', true],
  ['nothing but', undefined, false],
])(
  'where %s a whole listing behind a pause, something may have been missed or not',
  async (_name, from, isUnsettled) => {
    const pages = [
      { items: [item('a')], nextCursor: 'two' },
      { nextCursor: 'three' },
      { proof: 'STATED' },
    ] as const;
    const { listing } = await listed(pages, from);
    expect(listing).toMatchObject({ isUnsettled });
  },
);

test.each([
  ['before anything was named', [], false],
  ['behind a change', [{ items: [item('a')], nextCursor: 'two' }], true],
])('changes that begin again %s are a whole listing', async (_name, before, isUnsettled) => {
  const { listing } = await listed([...before, { isRestart: true, nextCursor: 'whole' }, {}], 'before');
  expect(listing).toMatchObject({ phase: 'PARTIAL', isUnsettled });
});

test.each([
  ['in the same version', '1', false],
  ['in another version', '2', true],
])(
  'an item that is named twice %s makes another listing necessary or not',
  async (_name, version, isUnsettled) => {
    const { listing } = await listed([
      { items: [item('a')], nextCursor: 'two' },
      { items: [item('a', version)], nextCursor: 'three' },
      { items: [item('b')], proof: 'STATED' },
    ]);
    expect(listing).toMatchObject({ isUnsettled });
  },
);

test('a forgotten cursor of the last sync leads to a whole listing', async () => {
  const { listing, asked } = await listed(['forgotten', { items: [item('a')], proof: 'STATED' }], 'before');
  expect(asked).toEqual(['before', undefined]);
  expect(listing).toMatchObject({ phase: 'COMPLETE', isUnsettled: false, proof: 'STATED' });
});

test('a cursor that is forgotten in the middle leads to a listing that another one has to follow', async () => {
  const { listing } = await listed([
    { items: [item('a')], nextCursor: 'two' },
    'forgotten',
    { proof: 'STATED' },
  ]);
  expect(listing).toMatchObject({ phase: 'COMPLETE', isUnsettled: true });
});

test('a vendor that forgets again and again is asked four times', async () => {
  const { run, plan } = await planOf(await ask(connectionId));
  const vendor = vendorOf([]);
  await expect(listItems(context, { run, plan }, vendor.connectors, signal)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: 'The vendor forgets again and again where its listing was',
  });
  expect(vendor.asked).toHaveLength(4);
});

test('what is no forgotten cursor is thrown', async () => {
  const { run, plan } = await planOf(await ask(connectionId));
  const away = new AppError('PROVIDER_UNAVAILABLE', 'The vendor is away');
  const list = () => Promise.reject(away);
  await expect(listItems(context, { run, plan }, connectorsOf(list), signal)).rejects.toBe(away);
});

test('a listing goes on where an earlier attempt came to, and one that has ended is not read again', async () => {
  const run = await ask(connectionId);
  await expect(listed([{ items: [item('a')], nextCursor: 'two' }], undefined, run)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  await context.database.ingestJobRun.update({
    where: { id: run },
    data: { listingProgress: { ...(await planOf(run)).plan.listing, cursor: 'two' } as object },
  });
  const { asked } = await listed([{ items: [item('b')], proof: 'STATED' }], undefined, run);
  expect(asked).toEqual(['two']);
  const ended = await listed([], undefined, run);
  expect({ asked: ended.asked, listing: ended.listing }).toMatchObject({
    asked: [],
    listing: { proof: 'STATED' },
  });
});

test('a listing whose progress another version has written begins again', async () => {
  const id = await ask(connectionId);
  const data = { listingProgress: { extent: 'x', isWhole: true, cursor: 'two', end: null } };
  await context.database.ingestJobRun.update({ where: { id }, data });
  const { listing, asked } = await listed([{ items: [item('a')], proof: 'STATED' }], undefined, id);
  expect({ asked, listing }).toMatchObject({ asked: [undefined], listing: { phase: 'COMPLETE' } });
});

test('a listing of another extent begins anew', async () => {
  const id = await ask(connectionId);
  await listed([{ items: [item('a')], proof: 'STATED' }], undefined, id);
  const { run, plan } = await planOf(id);
  const vendor = vendorOf([{ items: [item('b')], proof: 'STATED' }]);
  const listing = await listItems(
    context,
    { run, plan: { ...plan, extent: 'another' } },
    vendor.connectors,
    signal,
  );
  expect(vendor.asked).toEqual([undefined]);
  expect(listing).toMatchObject({ extent: 'another', isUnsettled: true });
});

test('a run that takes no more is not listed', async () => {
  const { run, plan } = await planOf(await ask(connectionId));
  await context.database.ingestJobRun.update({ where: { id: run.id }, data: { listing: null } });
  const vendor = vendorOf([{ items: [item('a')], nextCursor: 'two' }, {}]);
  expect(await listItems(context, { run, plan }, vendor.connectors, signal)).toBeUndefined();
  expect(vendor.asked).toHaveLength(1);
});
