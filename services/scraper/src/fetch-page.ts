import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  advancePage,
  type ClaimedDocument,
  documentFileKeys,
  findPageToFetch,
  keepDocument,
  type PageFetch,
} from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { type NamespaceProviders, requireWebScraper, withdrawWritten } from '@docfleet/pipeline/providers';
import { documentHandler } from '@docfleet/pipeline/resources';
import type { fetchPage, Handler, PayloadOf } from '@docfleet/queues';
import type { ScrapedFile, ScrapedPage } from '@docfleet/scraping';
import type { ScraperContext } from './context.ts';
import { fetchPolitely } from './fetch-politely.ts';
import { fetchVideo } from './fetch-video.ts';
import { parseScrapeOptions } from './scrape-options.ts';

/** What a visit is done with. */
interface Visit {
  readonly claim: ClaimedDocument;
  readonly providers: NamespaceProviders;
  readonly reading: string;
  readonly previous: PageFetch | undefined;
}

export const contentHashOf = (markdown: string): string =>
  createHash('sha256').update(markdown).digest('hex');

/** A text in PostgreSQL cannot hold NUL. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

async function keep(context: ScraperContext, { claim }: Visit): Promise<void> {
  context.dispatcher.dispatch(await keepDocument(context.database, claim));
  context.admissionWindow.refill(claim.namespaceId);
}

async function storeFile(
  context: ScraperContext,
  { claim, providers, reading }: Visit,
  file: ScrapedFile,
  signal: AbortSignal,
): Promise<void> {
  const { raw } = documentFileKeys(claim.id, claim.revision);
  try {
    const fileSize = await providers.fileStore.put(raw, Readable.from(file.body), file.contentType, signal);
    const { etag, lastModified, fileName: name } = file;
    const documentsAhead = await context.admissionWindow.documentsAhead(claim);
    const fetch = { etag, lastModified, reading };
    const [mimeType = ''] = file.contentType.split(';');
    const fetched = { name, mimeType, fileSize, fetch, documentsAhead };
    context.dispatcher.dispatch([await advancePage(context.database, claim, fetched)]);
  } catch (error) {
    await withdrawWritten(context, { claim, providers });
    throw error;
  }
}

async function storePage(
  context: ScraperContext,
  visit: Visit,
  page: Pick<ScrapedPage, 'etag' | 'lastModified' | 'markdown'> & { readonly title: string | undefined },
): Promise<void> {
  const { claim, reading, previous } = visit;
  const text = storable(page.markdown);
  const contentHash = contentHashOf(text);
  if (previous?.contentHash === contentHash) return keep(context, visit);
  if (text.trim() === '') throw new AppError('DOCUMENT_EMPTY', 'The page has no text');
  const { etag, lastModified, title } = page;
  const documentsAhead = await context.admissionWindow.documentsAhead(claim);
  const job = await advancePage(context.database, claim, {
    name: title ? storable(title).slice(0, 255) : null,
    mimeType: 'text/html',
    fileSize: Buffer.byteLength(text),
    text,
    fetch: { etag, lastModified, contentHash, reading },
    documentsAhead,
  });
  context.dispatcher.dispatch([job]);
}

async function fetchWebPage(
  context: ScraperContext,
  visit: Visit,
  { url, scrapeOptions }: { url: URL; scrapeOptions: unknown },
  signal: AbortSignal,
): Promise<void> {
  const { etag, lastModified } = visit.previous ?? {};
  const conditions = { ...(etag && { etag }), ...(lastModified && { lastModified }) };
  const request = { ...parseScrapeOptions(scrapeOptions), url, fresh: true, ...conditions };
  const scraper = requireWebScraper(visit.providers);
  const result = await fetchPolitely(context, scraper, request, signal);
  if (result.kind === 'unchanged') return keep(context, visit);
  if (result.kind === 'file') return storeFile(context, visit, result, signal);
  return storePage(context, visit, result);
}

async function fetchClaimed(
  context: ScraperContext,
  claim: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  const page = await findPageToFetch(context.database, context.vault, claim);
  if (!page) return;
  const { previous, reading, scrapeOptions } = page;
  const providers = await context.providers.open(claim.namespaceId, claim.namespaceVersion);
  const visit = { claim, providers, reading, previous };
  // The external id of a page is its address, that of a video its id.
  const url = URL.parse(claim.externalId);
  if (url) return fetchWebPage(context, visit, { url, scrapeOptions }, signal);
  return storePage(context, visit, await fetchVideo(context, claim.externalId, signal));
}

/** Visits one page: its Markdown goes on to be embedded, a file to be parsed, and what is as it was stays as it is. */
export const fetchPageHandler = (context: ScraperContext): Handler<PayloadOf<typeof fetchPage>> =>
  documentHandler(context, fetchClaimed);
