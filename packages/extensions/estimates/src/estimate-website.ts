import type { ReadableSource, VisitedPage } from '@docfleet/api/context';
import { findLiveDocuments, type LiveDocument } from '@docfleet/domain/document';
import type { AppError } from '@docfleet/errors';
import { countContent } from './estimate-file.ts';
import { createSample, extrapolate } from './extrapolate.ts';
import { type Estimating, maxShown, readAll, sampleSize } from './make-estimate.ts';
import { type EstimatedItem, type EstimateOutcome, judgeContent } from './outcome.ts';

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

/** Pages from the start on that are read in the order of a crawl, before others are drawn. */
const pagesInOrder = 60;
/** Addresses that are remembered; a site that has more has them from its pages' links alone. */
const maxKnown = 20_000;
/** The size of a site whose every page links to ten more cannot be extrapolated. */
const maxGrowth = 0.9;

/** Knowledge about a site so far. */
interface Survey {
  readonly estimating: Estimating;
  readonly site: ReturnType<ReadableSource['openSite']>;
  /** Every address that pages have led to, with how far it is from the start, in the order of their finding. */
  readonly known: Map<string, number>;
  readonly visited: Set<string>;
  /** Addresses and contents of pages, so that the same one is one document. */
  readonly met: Set<string>;
  /** Whether there were more addresses than are remembered. */
  isOverfull: boolean;
}

function noteLinks(survey: Survey, links: readonly string[], depth: number): void {
  if (depth > survey.estimating.source.maxDepth) return;
  for (const link of links) {
    if (survey.known.has(link)) continue;
    if (survey.known.size >= maxKnown) survey.isOverfull = true;
    else survey.known.set(link, depth);
  }
}

async function toItem(
  { estimating, met }: Survey,
  url: string,
  outcome: VisitedPage,
): Promise<EstimatedItem | undefined> {
  if (outcome.kind === 'failed') return failedItem(url, outcome.error);
  if (outcome.kind === 'delayed')
    return unknownItem(url, 'Its host wants its pages to be fetched further apart');
  if (outcome.kind === 'file') return unknownItem(url, isFile);
  if (outcome.kind !== 'page' || !outcome.isWanted) return undefined;
  const { identity, contentHash, title, text } = outcome;
  if (met.has(identity) || met.has(contentHash)) return undefined;
  met.add(identity).add(contentHash);
  return judgePage(estimating, { externalId: identity, title: title ?? undefined, text });
}

/** Visits a page; undefined when it would become no document. */
async function visit(state: Survey, url: string): Promise<EstimatedItem | undefined> {
  const { estimating, site, known, visited } = state;
  visited.add(url);
  const depth = known.get(url) ?? 0;
  const outcome = await site.visit(url, depth, estimating.until).catch((error: unknown) => {
    // A page cut off at the deadline does not count as visited.
    visited.delete(url);
    throw error;
  });
  if ('links' in outcome) noteLinks(state, outcome.links, depth + 1);
  return toItem(state, url, outcome);
}

/** The addresses that are known and were not visited, in the order of a crawl. */
function* inOrder({ known, visited }: Survey, maxPages: number): Generator<string> {
  for (const url of known.keys()) {
    if (visited.size >= maxPages) return;
    if (!visited.has(url)) yield url;
  }
}

/** Reads pages as a crawl would, following their links, until none is left or there were as many as this. */
async function crawl(survey: Survey, maxPages: number): Promise<EstimatedItem[]> {
  const { estimating, visited } = survey;
  const items: EstimatedItem[] = [];
  for (let before = -1; before < visited.size; ) {
    before = visited.size;
    items.push(...(await readAll(estimating, inOrder(survey, maxPages), (url) => visit(survey, url))));
  }
  return items;
}

function openSurvey(estimating: Estimating): Survey {
  const site = estimating.source.openSite();
  const known = new Map([[site.start, 0]]);
  return { estimating, site, known, visited: new Set(), met: new Set(), isOverfull: false };
}

/** Documents of the pages that were not visited: as many of them as of those that were drawn, and as many that only they lead to. */
function unvisitedDocuments(
  { estimating, known, visited }: Survey,
  drawn: { visits: number; documents: number; led: number },
): number {
  const left = known.size - visited.size;
  const mayVisit = Math.max(0, estimating.source.maxLinks - visited.size);
  if (drawn.visits === 0) return Math.min(left, mayVisit);
  const growth = Math.min(maxGrowth, drawn.led / drawn.visits);
  const pages = Math.min(left / (1 - growth), mayVisit);
  return Math.round((pages * drawn.documents) / drawn.visits);
}

/** Estimates a site: its first pages are read as by a crawl, then a random sample of all addresses known at that point. */
export async function estimateWebsite(estimating: Estimating): Promise<Omit<EstimateOutcome, 'trouble'>> {
  const survey = openSurvey(estimating);
  const { known, visited } = survey;
  const { maxLinks } = estimating.source;
  const first = await crawl(survey, Math.min(pagesInOrder, maxLinks));
  const sample = createSample(Math.min(sampleSize, maxLinks - visited.size));
  for (const url of known.keys()) if (!visited.has(url)) sample.add(url);
  const [knownBefore, visitedBefore] = [known.size, visited.size];
  const drawn = await readAll(estimating, sample.drawn(), (url) => visit(survey, url));
  const read = [...first, ...drawn];
  const rest = unvisitedDocuments(survey, {
    visits: visited.size - visitedBefore,
    documents: drawn.length,
    led: known.size - knownBefore,
  });
  const isOver = estimating.until.aborted;
  return {
    figures: extrapolate({
      read,
      representative: drawn.length > 0 ? drawn : read,
      documents: read.length + rest,
      documentsAreExact: rest === 0 && !isOver,
    }),
    read: read.length,
    isComplete: !isOver && !survey.isOverfull,
    items: read.slice(0, maxShown),
  };
}
