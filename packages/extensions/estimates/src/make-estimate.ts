import { awaitConversion, toConversionRefusal } from '@docfleet/api/await-conversion';
import type { ApiContext, ReadableSource, ScraperJobContext } from '@docfleet/api/context';
import type { Namespace } from '@docfleet/domain/namespace';
import { AppError, type ErrorCode } from '@docfleet/errors';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { defineWaitingQueue } from '@docfleet/queues';
import { calculateCost } from './calculate-cost.ts';
import { createEstimate, type EstimatedItem, type EstimateOrder, estimateOutcome } from './outcome.ts';
import { presentEstimate } from './present-estimate.ts';

export const estimateFile = defineWaitingQueue(
  'estimate-file',
  'Estimates what a file or a text would come to, for a caller who waits',
);

export const estimateSource = defineWaitingQueue(
  'estimate-source',
  'Estimates what a source on the web would come to, for a caller who waits',
);

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
        // A page that was being read at the deadline has no result.
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

/** File to be counted, as its row describes it. A text is passed as a file, too. */
interface Content {
  readonly fileName: string;
  readonly declaredType: string;
  readonly ocrStrategy: 'BASIC_PARSER' | 'STANDARD_OCR';
  readonly ocrLanguages?: string[];
  readonly keepsWholePages?: boolean;
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface Estimate {
  readonly organizationId: string;
  readonly namespace: Namespace;
  readonly order: Omit<EstimateOrder, 'namespaceId' | 'namespaceVersion'>;
  /** Content to be counted; undefined: the source on the web is read. */
  readonly content?: Content;
  readonly signal: AbortSignal;
}

/** Error codes of a source's reader that pass to the caller unchanged; `toSourceRefusal` translates all others. */
const reportedCodes: readonly ErrorCode[] = [
  'REQUEST_TIMEOUT',
  'INVALID_INGEST_CONFIG',
  'NAMESPACE_NOT_FOUND',
  'WEB_SCRAPER_CONFIG_NOT_SET',
  'PROVIDER_REJECTED',
  'PROVIDER_RATE_LIMITED',
  'PROVIDER_UNAVAILABLE',
];

/** Whether an error is the fault of the source: of a page, a sitemap or an address. */
const isOfSource = ({ code }: AppError) =>
  code.startsWith('PAGE_') || code === 'ADDRESS_FORBIDDEN' || code === 'DOCUMENT_EMPTY';

function toSourceRefusal(cause: unknown): unknown {
  if (!(cause instanceof AppError) || reportedCodes.includes(cause.code)) return cause;
  const { code, kind, message } = cause;
  if (!isOfSource(cause)) return new AppError('INGESTION_FAILED', 'The source could not be read', { cause });
  // Its server may respond later: the request was right.
  if (kind === 'upstream') return new AppError('PROVIDER_UNAVAILABLE', message, { cause });
  const issues = [{ path: 'ingestConfig.config.url', message }];
  return new AppError('INVALID_INGEST_CONFIG', message, { cause, details: { reason: code, issues } });
}

/** Has a worker estimate an ingestion, and calculates its cost. Nothing of it is stored afterwards. */
export async function makeEstimate(
  context: ApiContext,
  { organizationId, namespace, order: asked, content, signal }: Estimate,
): Promise<ReturnType<typeof presentEstimate>> {
  const { database, vault, conversionTimeoutMs, priceTable } = context;
  const order = { ...asked, namespaceId: namespace.id, namespaceVersion: namespace.version };
  const expiresAt = new Date(Date.now() + conversionTimeoutMs);
  const { bytes, ...file } = content ?? {};
  const id = await createEstimate(
    database,
    vault,
    { waiting: { organizationId, expiresAt, ...file }, order },
    bytes,
  );
  const queue = content ? estimateFile : estimateSource;
  const ended = await awaitConversion(context, queue, { id, expiresAt, signal }).catch((cause: unknown) => {
    throw content ? toConversionRefusal(cause, 'INGESTION_FAILED') : toSourceRefusal(cause);
  });
  const outcome = estimateOutcome.parse(ended.outcome);
  const priced = { configs: namespace.configs, figures: outcome.figures, isScraped: content === undefined };
  return presentEstimate(outcome, calculateCost(priceTable, priced));
}
