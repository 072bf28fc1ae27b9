import { awaitConversion, toConversionRefusal } from '@docfleet/api/await-conversion';
import type { ApiContext } from '@docfleet/api/context';
import type { Namespace } from '@docfleet/domain/namespace';
import { AppError, type ErrorCode } from '@docfleet/errors';
import { calculateCost } from './calculate-cost.ts';
import { createEstimate } from './order.ts';
import { type EstimateOrder, estimateOutcome } from './outcome.ts';
import { presentEstimate } from './present-estimate.ts';
import { estimateFile, estimateSource } from './queues.ts';

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
