import { expect, test } from '@jest/globals';
import { listPages } from './list-pages.ts';
import type { Connector, Feeds, ListPage } from './provider.ts';

/** A page without content that leads on to a cursor, or nowhere. */
const pageTo = (nextCursor: string | undefined): ListPage =>
  ({
    items: [],
    deleted: [],
    skipped: [],
    ...(nextCursor === undefined ? { syncCursor: 'end', proof: 'STATED' } : { nextCursor }),
  }) as unknown as ListPage;

const { signal } = new AbortController();

/** A vendor whose pages lead from one cursor to the next, and the cursors that it was asked with. */
function vendorOf(next: (cursor: string | undefined) => string | undefined) {
  const asked: (string | undefined)[] = [];
  const list: Connector['list'] = async (cursor) => {
    asked.push(cursor);
    return pageTo(next(cursor));
  };
  return { asked, connector: { list } };
}

const countPages = async (connector: Pick<Connector, 'list'>, from?: string) => {
  let pages = 0;
  for await (const _ of listPages(connector, from, undefined, signal)) pages += 1;
  return pages;
};

test('a listing is read from its cursor to the page that leads nowhere', async () => {
  const { asked, connector } = vendorOf((cursor) => ({ 2: '3', 3: '4' })[cursor ?? '']);
  expect(await countPages(connector, '2')).toBe(3);
  expect(asked).toEqual(['2', '3', '4']);
});

test('every page is asked for with the selection, the signal and the feeds', async () => {
  const seen: unknown[][] = [];
  const list: Connector['list'] = async (...order) => {
    seen.push(order);
    return pageTo(seen.length < 2 ? 'b' : undefined);
  };
  const [selection, feeds] = [['one'], {} as Feeds];
  for await (const _ of listPages({ list }, 'a', selection, signal, feeds));
  expect(seen).toEqual([
    ['a', selection, signal, feeds],
    ['b', selection, signal, feeds],
  ]);
});

const endless = { code: 'LISTING_ENDLESS' };

test('a page that leads to itself is noticed before it is handed on', async () => {
  const { asked, connector } = vendorOf(() => 'a');
  await expect(countPages(connector, 'a')).rejects.toMatchObject(endless);
  expect(asked).toEqual(['a']);
});

test.each([1, 2, 3, 7, 10, 100])('a round of %i pages is noticed within three rounds', async (round) => {
  const { asked, connector } = vendorOf((cursor) => String((Number(cursor ?? 0) % round) + 1));
  await expect(countPages(connector)).rejects.toMatchObject(endless);
  expect(asked.length).toBeLessThanOrEqual(3 * round + 1);
});

test('a listing of many pages is none that goes round', async () => {
  const { connector } = vendorOf((cursor) => {
    const page = Number(cursor ?? 0) + 1;
    return page < 1_000 ? String(page) : undefined;
  });
  expect(await countPages(connector)).toBe(1_000);
});
