import type { ReadableSource, ScraperJobContext } from '@docfleet/api/context';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import type { EstimatedItem, EstimateOrder } from './outcome.ts';

/** Addresses that a response shows. */
export const maxShown = 100;
/** Pages of a sample, in place of all pages. */
export const sampleSize = 60;
/** Maximum number of characters of a sample in all, so that a few large pages do not take all the memory and time. */
const maxCharacters = 20_000_000;

/** Dependencies of an estimate. */
export interface Estimating extends Pick<ScraperJobContext, 'database'> {
  readonly order: EstimateOrder;
  readonly source: ReadableSource;
  readonly providers: NamespaceProviders;
  /** Aborts when no further page may be begun. */
  readonly until: AbortSignal;
}

/** Reads the targets with limited concurrency until all are read or the time is over; returns the results in the order of completion. */
export async function readAll<Target>(
  { source, until }: Pick<Estimating, 'source' | 'until'>,
  targets: Iterable<Target>,
  read: (target: Target) => Promise<EstimatedItem | undefined>,
): Promise<EstimatedItem[]> {
  const left = targets[Symbol.iterator]();
  const items: EstimatedItem[] = [];
  let characters = 0;
  const work = async () => {
    for (;;) {
      if (until.aborted || characters >= maxCharacters) return;
      const next = left.next();
      if (next.done) return;
      const item = await read(next.value).catch((error: unknown) => {
        // What was under way when the time was over is not known.
        if (until.aborted) return undefined;
        throw error;
      });
      if (!item) continue;
      characters += item.counts?.characters ?? 0;
      items.push(item);
    }
  };
  await Promise.all(Array.from({ length: source.pagesAtOnce }, work));
  return items;
}
