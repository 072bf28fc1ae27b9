import type { ScraperJobContext } from '@docfleet/api/context';
import { endConversion, findWaitingConversion } from '@docfleet/domain/conversion';
import { findLiveDocuments } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf } from '@docfleet/queues';
import { createRecentAddresses } from '@docfleet/scraping';
import {
  estimateWebsite,
  failedItem,
  isFile,
  judgePage,
  unknownItem,
  unreadItem,
} from './estimate-website.ts';
import { createSample, extrapolate } from './extrapolate.ts';
import { type Estimating, type estimateSource, maxShown, readAll, sampleSize } from './make-estimate.ts';
import { type EstimatedItem, type EstimateOutcome, readEstimateOrder } from './outcome.ts';

/** Reads an address as ingestion would, and estimates its outcome. */
async function readAddress(estimating: Estimating, externalId: string): Promise<EstimatedItem> {
  const page = await estimating.source.read(externalId, estimating.until);
  if (page.kind === 'failed') return failedItem(externalId, page.error);
  return page.kind === 'file'
    ? unknownItem(externalId, isFile)
    : judgePage(estimating, { externalId, title: page.title, text: page.text });
}

/** Counts all that a source names, and keeps the first and a sample of it. */
async function listAll(named: AsyncIterable<string>, until: AbortSignal) {
  const wasNamed = createRecentAddresses();
  const sample = createSample(sampleSize);
  const first: string[] = [];
  let documents = 0;
  try {
    for await (const externalId of named) {
      if (until.aborted) return { documents, first, sample, isComplete: false };
      if (wasNamed(externalId)) continue;
      documents += 1;
      sample.add(externalId);
      if (first.length < maxShown) first.push(externalId);
    }
  } catch (error) {
    if (!until.aborted) throw error;
    return { documents, first, sample, isComplete: false };
  }
  return { documents, first, sample, isComplete: true };
}

/** Estimates a source that names its documents: all of them are counted, and a sample of them is read. */
async function estimateList(
  estimating: Estimating,
  named: AsyncIterable<string>,
  listingUntil: AbortSignal,
): Promise<Omit<EstimateOutcome, 'trouble'>> {
  const { database, order } = estimating;
  const { documents, first, sample, isComplete } = await listAll(named, listingUntil);
  const drawn = sample.drawn();
  const read = await readAll(estimating, drawn, (address) => readAddress(estimating, address));
  const byId = new Map(read.map((item) => [item.externalId, item]));
  const live = await findLiveDocuments(database, order, first);
  return {
    figures: extrapolate({ read, representative: read, documents, documentsAreExact: isComplete }),
    read: read.length,
    isComplete: isComplete && read.length === drawn.length,
    items: first.map((address) => byId.get(address) ?? unreadItem(address, live.get(address))),
  };
}

/** Milliseconds kept for sending the response once no further page is begun. */
const marginMs = 3_000;
/** The rest is for reading a sample. */
const listingShare = 0.6;

/** Milliseconds for listing, whole ones: a timer takes no others. */
export const listingMs = (leftMs: number): number => Math.ceil(leftMs * listingShare);

async function estimate(estimating: Estimating, leftMs: number): Promise<EstimateOutcome> {
  const { order, source, until } = estimating;
  if (order.source === 'WEBSITE') return { ...(await estimateWebsite(estimating)), trouble: null };
  const troubles: string[] = [];
  const signal = AbortSignal.any([until, AbortSignal.timeout(listingMs(leftMs))]);
  const named = source.list(signal, troubles);
  const outcome = await estimateList(estimating, named, signal);
  return { ...outcome, trouble: troubles[0] ?? null };
}

/** Opens what an order is estimated with: the namespace's own providers, as ingestion would. */
async function open(
  context: ScraperJobContext,
  order: Estimating['order'],
  until: AbortSignal,
): Promise<Estimating> {
  const providers = await context.providers.open(order.namespaceId, order.namespaceVersion);
  const source = context.openSource(order, providers);
  return { database: context.database, order, source, providers, until };
}

const isOfSource = ({ code }: AppError) => code.startsWith('PAGE_') || code === 'ADDRESS_FORBIDDEN';

/** Reads as much of a source as there is time for and says what all of it would come to. Nothing of it is kept. */
export function estimateSourceHandler(context: ScraperJobContext): Handler<PayloadOf<typeof estimateSource>> {
  const { database, vault } = context;
  return {
    async handle({ conversionId }, signal) {
      const waiting = await findWaitingConversion(database, conversionId);
      if (!waiting) return;
      const order = readEstimateOrder(vault, waiting);
      const leftMs = Math.max(1, waiting.expiresAt.getTime() - Date.now() - marginMs);
      const until = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
      try {
        const outcome = await estimate(await open(context, order, until), leftMs);
        signal.throwIfAborted();
        await endConversion(database, conversionId, { outcome });
      } catch (cause) {
        // The caller waits: what is wrong with the source is reported at once, not tried again for a day.
        const error = AppError.from(cause);
        if (signal.aborted || !isOfSource(error)) throw cause;
        await endConversion(database, conversionId, error);
      }
    },
    onExhausted: ({ conversionId }, error) => endConversion(database, conversionId, error),
  };
}
