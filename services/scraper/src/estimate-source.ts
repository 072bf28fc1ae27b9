import {
  type EstimateOrder,
  type EstimateOutcome,
  endConversion,
  findWaitingConversion,
  readEstimateOrder,
} from '@docfleet/domain/conversion';
import { AppError } from '@docfleet/errors';
import type { estimateSource, Handler, PayloadOf } from '@docfleet/queues';
import type { ScraperContext } from './context.ts';
import { estimateList } from './estimate/estimate-list.ts';
import { estimateWebsite } from './estimate/estimate-website.ts';
import { type Estimating, openEstimating } from './estimate/estimating.ts';
import { findAddresses } from './sources/addresses.ts';
import { findPages } from './sources/sitemap.ts';
import type { SourceReading } from './sources/source-reader.ts';

/** Milliseconds kept for sending the response once no further page is begun. */
const marginMs = 3_000;
/** The rest is for reading a sample. */
const listingShare = 0.6;

/** Milliseconds for listing, whole ones: a timer takes no others. */
export const listingMs = (leftMs: number): number => Math.ceil(leftMs * listingShare);

async function estimate(estimating: Estimating, leftMs: number): Promise<EstimateOutcome> {
  const { context, order, until } = estimating;
  if (order.source === 'WEBSITE') return { ...(await estimateWebsite(estimating)), trouble: null };
  const reading: SourceReading = { isComplete: true, troubles: [] };
  const signal = AbortSignal.any([until, AbortSignal.timeout(listingMs(leftMs))]);
  const find = order.source === 'SITEMAP' ? findPages : findAddresses;
  const outcome = await estimateList(estimating, find(context, order, { reading, signal }), signal);
  return { ...outcome, trouble: reading.troubles[0] ?? null };
}

const isOfSource = ({ code }: AppError) => code.startsWith('PAGE_') || code === 'ADDRESS_FORBIDDEN';

/** Reads as much of a source as there is time for and says what all of it would come to. Nothing of it is kept. */
export function estimateSourceHandler(context: ScraperContext): Handler<PayloadOf<typeof estimateSource>> {
  const { database, vault } = context;
  return {
    async handle({ conversionId }, signal) {
      const waiting = await findWaitingConversion(database, conversionId);
      const order: EstimateOrder | undefined = waiting && readEstimateOrder(vault, waiting);
      if (!waiting || !order) return;
      const leftMs = Math.max(1, waiting.expiresAt.getTime() - Date.now() - marginMs);
      const until = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
      try {
        const outcome = await estimate(await openEstimating(context, order, until), leftMs);
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
