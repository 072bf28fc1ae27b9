import type { ListPage, SkippedItem } from '@docfleet/connectors';
import { type CompleteListing, findSyncPlan, type OpenListing } from '@docfleet/domain/connection';
import { findSourceRun } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { connectionId } from '../../test/box-connection.fixture.ts';
import { ask, context } from '../../test/connector-sync.fixture.ts';
import { listItems } from './list-items.ts';

const { signal } = new AbortController();
const minuteMs = 60_000;

const item = (externalId: string) => ({
  externalId,
  name: `${externalId}.txt`,
  path: null,
  url: null,
  mimeType: null,
  sizeBytes: null,
  modifiedAt: null,
  versionKey: '1',
  kind: 'file' as const,
});
const refused = (name: string): SkippedItem => ({
  externalId: name,
  name,
  reason: 'Locked',
  isRefused: true,
});
const left: SkippedItem = { externalId: 'film', name: 'film.mp4', reason: 'A film' };

type Page = Partial<ListPage> | AppError;

/** A vendor that returns these pages in turn; notes what it was asked as. */
function vendorOf(pages: readonly Page[]) {
  const asked: string[] = [];
  const listAs =
    (name: string) =>
    async (cursor: string | undefined): Promise<ListPage> => {
      const page = pages[asked.length];
      asked.push(`${name} ${cursor}`);
      if (page instanceof AppError) throw page;
      return { items: [], deleted: [], skipped: [], nextCursor: undefined, syncCursor: undefined, ...page };
    };
  return {
    asked,
    connectors: { waiting: { list: listAs('waiting') }, leaving: () => ({ list: listAs('leaving') }) },
  };
}

async function planOf(ingestJobRunId: string) {
  const { database, vault } = context;
  const run = await findSourceRun(database, vault, ingestJobRunId);
  const plan = run && (await findSyncPlan(database, vault, run));
  if (!run || !plan) throw new Error('There is nothing to list');
  return { run, plan };
}

/** Stores a run whose listing has failed `times` times within `minutes` minutes. */
async function failing(times: number, minutes: number) {
  const id = await ask(connectionId);
  const { plan } = await planOf(id);
  const state: OpenListing = {
    extent: plan.extent,
    phase: 'WHOLE',
    cursor: 'here',
    isUnsettled: false,
    failing: { since: new Date(Date.now() - minutes * minuteMs).toISOString(), times },
  };
  await context.database.ingestJobRun.update({ where: { id }, data: { listingProgress: state } });
  return id;
}

/** Lists what a run has to; returns the listing or the error, what was asked, and what lies with the run afterwards. */
async function listed(pages: readonly Page[], id: string) {
  const vendor = vendorOf(pages);
  const listing = await listItems(context, await planOf(id), vendor.connectors, signal).catch(
    (error: unknown) => error as AppError,
  );
  const stored = (await planOf(id)).plan.storedListing as OpenListing | undefined;
  return { listing, asked: vendor.asked, stored };
}

const away = (code: 'PROVIDER_UNAVAILABLE' | 'PROVIDER_RATE_LIMITED' = 'PROVIDER_UNAVAILABLE') =>
  new AppError(code, 'The vendor is away');
const isFailing = (reason?: string) =>
  new AppError('ITEM_FORBIDDEN', 'It has failed for long', {
    details: { ...(reason !== undefined && { reason }), isFailing: true },
  });

test.each([
  ['four times in an hour', 4, 60, 'waiting'],
  ['five times in half an hour', 5, 30, 'leaving'],
  ['five times in less', 5, 29, 'waiting'],
  ['a hundred times in days', 100, 5_000, 'leaving'],
])(
  'a vendor that has failed %s is asked as one that fails there or is away',
  async (_name, times, minutes, as) => {
    const id = await failing(times, minutes);
    const { asked, listing, stored } = await listed([{ nextCursor: 'next' }, { items: [item('a')] }], id);
    // The pages after that page are waited for.
    expect(asked).toEqual([`${as} here`, 'waiting next']);
    expect(listing).toMatchObject({ phase: 'PARTIAL' });
    expect(stored).not.toHaveProperty('failing');
  },
);

test('each failure is counted with the run, from the first one on', async () => {
  const id = await ask(connectionId);
  const first = await listed([away()], id);
  expect(first).toMatchObject({
    listing: { message: 'The vendor is away' },
    stored: { failing: { times: 1 } },
  });
  const since = first.stored?.failing?.since;
  expect(Math.abs(Date.parse(since ?? '') - Date.now())).toBeLessThan(minuteMs);
  const second = await listed([away()], id);
  expect(second.stored).toEqual({ ...first.stored, failing: { since, times: 2 } });
  const behind = await listed([{ items: [item('a')], nextCursor: 'next' }, away()], id);
  expect(behind.stored).toMatchObject({ cursor: 'next', phase: 'WHOLE', failing: { times: 1 } });
});

test.each([
  ['asks for fewer requests', away('PROVIDER_RATE_LIMITED')],
  ['refuses the request', new AppError('PROVIDER_REJECTED', 'No')],
])('a vendor that %s has not failed', async (_name, error) => {
  const id = await failing(3, 10);
  const { listing, stored } = await listed([error], id);
  expect(listing).toBe(error);
  expect(stored?.failing?.times).toBe(3);
});

const everywhere = (reason: string) => ({
  code: 'PROVIDER_UNAVAILABLE',
  message: 'The vendor has failed to answer for long',
  details: { reason },
});

test.each([
  ['several parts', { skipped: [refused('a'), refused('b')] }, everywhere('Locked')],
  [
    'several parts, and what is left out',
    { skipped: [left, refused('a'), refused('b')] },
    everywhere('Locked'),
  ],
  ['what is no part', isFailing('Status 500'), everywhere('Status 500')],
  ['what is no part, without a word', isFailing(), everywhere('It has failed for long')],
  [
    'one item, in the words of another refusal',
    new AppError('ITEM_FORBIDDEN', 'Closed'),
    { message: 'Closed' },
  ],
] as const)('a stuck vendor that fails at %s is waited for', async (_name, page, error) => {
  const { listing } = await listed([page], await failing(5, 60));
  expect(listing).toBeInstanceOf(AppError);
  expect(listing).toMatchObject(error);
});

test('an error of another kind is thrown as it is', async () => {
  const bug = Object.assign(new Error('bug'), { details: { isFailing: true } });
  const list = () => Promise.reject(bug);
  const connectors = { waiting: { list }, leaving: () => ({ list }) };
  await expect(listItems(context, await planOf(await failing(5, 60)), connectors, signal)).rejects.toBe(bug);
});

test.each([
  ['one part', { skipped: [refused('a')] }, { parts: 1, reason: 'a: Locked' }],
  [
    'several parts beside an item',
    { items: [item('x')], skipped: [refused('a'), refused('b')] },
    { parts: 2, reason: 'a: Locked' },
  ],
  ['nothing but a film', { skipped: [left] }, undefined],
])(
  'a stuck vendor that refuses %s leads on, and what was refused is counted',
  async (_name, page, counted) => {
    const { listing } = await listed([page], await failing(5, 60));
    expect(listing).toMatchObject({ phase: 'PARTIAL' });
    expect((listing as CompleteListing).refused).toEqual(counted);
  },
);

test('what is refused on later pages is added, and the first is named', async () => {
  const pages = [
    { skipped: [left, refused('a')], nextCursor: 'two' },
    { nextCursor: 'three' },
    { skipped: [refused('b'), refused('c'), left] },
  ];
  const { listing, stored } = await listed(pages, await ask(connectionId));
  expect(listing).toMatchObject({ refused: { parts: 3, reason: 'a: Locked' } });
  expect(stored).toEqual(listing);
});
