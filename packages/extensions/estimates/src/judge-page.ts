import { findLiveDocuments, type LiveDocument } from '@docfleet/domain/document';
import type { AppError } from '@docfleet/errors';
import { countContent } from './count-content.ts';
import type { Estimating } from './estimating.ts';
import { judgeContent } from './order.ts';
import type { EstimatedItem } from './outcome.ts';

const pieceLength = 64 * 1_024;

function* cut(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += pieceLength) yield text.slice(start, start + pieceLength);
}

const withoutCounts = { name: null, counts: null } as const;

/** Reason why a file has no figures of its own. */
export const isFile = 'It is a file, which is read when it is ingested';

/** Returns an estimated item of unknown outcome. */
export const unknownItem = (externalId: string, reason: string): EstimatedItem => ({
  externalId,
  ...withoutCounts,
  wouldBe: 'UNKNOWN',
  reason,
});

const skippedItem = (externalId: string, reason: string): EstimatedItem => ({
  externalId,
  ...withoutCounts,
  wouldBe: 'SKIPPED',
  reason,
});

/** A page that could not be read: it would become a document that failed, unless it can be read another time. */
export const failedItem = (externalId: string, { retryable, message }: AppError): EstimatedItem =>
  retryable ? unknownItem(externalId, message) : skippedItem(externalId, message);

/** Returns the item of a page that was not read: unknown, or new when it has no document yet. */
export const unreadItem = (externalId: string, live: LiveDocument | undefined): EstimatedItem =>
  live
    ? { ...unknownItem(externalId, 'It was not among the pages that were read'), name: live.name }
    : { externalId, ...withoutCounts, wouldBe: 'NEW', reason: null };

/** Estimates the outcome of ingesting a page with this text. */
export async function judgePage(
  { database, order, providers }: Estimating,
  { externalId, title, text }: { externalId: string; title: string | undefined; text: string },
): Promise<EstimatedItem> {
  const live = (await findLiveDocuments(database, order, [externalId])).get(externalId);
  const { chunkSize, chunkOverlap, documentType, source: ingestionSource } = order;
  const name = title?.slice(0, 255) ?? null;
  const document = { chunkSize, chunkOverlap, documentType, ingestionSource, live, name };
  const counts = await countContent(database, providers, document, cut(text));
  if (counts.chunks === 0) return skippedItem(externalId, 'The page has no text');
  return { externalId, name, counts, wouldBe: judgeContent(counts, live), reason: null };
}
