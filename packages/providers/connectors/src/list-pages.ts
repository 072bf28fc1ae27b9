import { AppError } from '@docfleet/errors';
import type { Connector, Feeds, ListPage } from './provider.ts';

/**
 * The pages of a whole listing, from `cursor` on. Rejects with LISTING_ENDLESS when a vendor leads round in circles: by Brent's
 * algorithm, so that it remembers one cursor however long the listing is, and notices within three rounds.
 */
export async function* listPages(
  connector: Pick<Connector, 'list'>,
  cursor: string | undefined,
  selection: readonly string[] | undefined,
  signal: AbortSignal,
  feeds?: Feeds,
): AsyncGenerator<ListPage> {
  let remembered = cursor;
  let steps = 0;
  let stepsUntilNext = 1;
  for (let here = cursor; ; ) {
    const page = await connector.list(here, selection, signal, feeds);
    if (page.nextCursor !== undefined && page.nextCursor === remembered)
      throw new AppError('LISTING_ENDLESS', 'The vendor repeats its pages instead of coming to an end');
    yield page;
    if (page.nextCursor === undefined) return;
    here = page.nextCursor;
    steps += 1;
    if (steps < stepsUntilNext) continue;
    remembered = here;
    steps = 0;
    stepsUntilNext *= 2;
  }
}
