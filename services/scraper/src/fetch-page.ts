import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { LocationEntry } from '@docfleet/domain/chunk';
import { failureOf } from '@docfleet/domain/database';
import {
  advancePage,
  type ClaimedDocument,
  documentFileKeys,
  findPageToFetch,
  keepDocument,
  type PageText,
  type PageToFetch,
} from '@docfleet/domain/document';
import { AppError, paidFor } from '@docfleet/errors';
import { type NamespaceProviders, requireWebScraper, withdrawWritten } from '@docfleet/pipeline/providers';
import { documentHandler } from '@docfleet/pipeline/resources';
import type { fetchPage, Handler, PayloadOf } from '@docfleet/queues';
import {
  type ScrapedFile,
  type ScrapedPage,
  type ScrapeResult,
  type SpokenTime,
  sourceHeaders,
} from '@docfleet/scraping';
import { z } from 'zod';
import type { ScraperContext } from './context.ts';
import { fetchInTurn, fetchPolitely } from './fetch-politely.ts';
import { fetchVideo } from './fetch-video.ts';
import { requireOwnContent, requireOwnFile, sketchOf } from './own-content.ts';
import { leadsToSignIn, signInRequired } from './sign-in.ts';

/** The `scrapeOptions` of a request as they are stored with its job; parsed once more, as stored data is data. */
const scrapeOptions = z.object({
  includeSelectors: z.array(z.string()).default([]),
  excludeSelectors: z.array(z.string()).default([]),
  headers: z.record(z.string(), z.string()).default({}).readonly(),
});
export type ScrapeOptions = z.output<typeof scrapeOptions>;

export const parseScrapeOptions = (stored: unknown): ScrapeOptions => scrapeOptions.parse(stored ?? {});

/** The options for one address; `source` is what its headers are bound to. */
export const optionsFor = (options: ScrapeOptions, source: URL | null, url: URL): ScrapeOptions => ({
  ...options,
  headers: sourceHeaders(options.headers, source, url),
});

/** The `config` of a job whose source is on the web. */
const sourceConfig = z.object({
  urls: z.array(z.string()).default([]),
  url: z.string().default(''),
  maxDepth: z.number().default(3),
  maxLinks: z.number().default(1_000),
  includePaths: z.array(z.string()).default([]),
  excludePaths: z.array(z.string()).default([]),
  scrapeOptions: z.unknown().optional(),
  metadata: z.record(z.string(), z.unknown()).default({}),
});
export type SourceConfig = z.output<typeof sourceConfig>;

export const parseSourceConfig = (stored: unknown): SourceConfig => sourceConfig.parse(stored);

/** The address that headers of a source are bound to: of a list, whose addresses are of one site where it has secret headers, the first. */
export const headerSource = ({ url, urls }: Pick<SourceConfig, 'url' | 'urls'>): URL | null =>
  URL.parse(url || urls[0] || '');

/** Dependencies of a visit. */
interface Visit {
  readonly claim: ClaimedDocument;
  readonly providers: NamespaceProviders;
  readonly page: PageToFetch;
}

export const contentHashOf = (markdown: string): string =>
  createHash('sha256').update(markdown).digest('hex');

/** A text in PostgreSQL cannot hold NUL. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** A text as it is compared with others. */
export function describeText(markdown: string): Required<PageText> {
  const text = storable(markdown);
  return { contentHash: contentHashOf(text), sketch: sketchOf(text) };
}

async function keep(context: ScraperContext, { claim }: Visit): Promise<void> {
  context.dispatcher.dispatch(await keepDocument(context.database, claim));
  context.admissionWindow.refill(claim.namespaceId);
}

async function storeFile(
  context: ScraperContext,
  { claim, providers, page: { reading } }: Visit,
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

/** Stores a page as received; returns the kind of the file and its size in bytes. */
async function storeHtml(
  { claim, providers }: Visit,
  { bytes, charset }: NonNullable<ScrapedPage['html']>,
  signal: AbortSignal,
): Promise<{ mimeType: string; fileSize: number }> {
  const { raw } = documentFileKeys(claim.id, claim.revision);
  const mimeType = 'text/html';
  const contentType = charset ? `${mimeType}; charset=${charset}` : mimeType;
  return { mimeType, fileSize: await providers.fileStore.put(raw, bytes, contentType, signal) };
}

/** Stores when the text of a video is spoken, in the form of the parser's locations. */
async function storeTimes(
  { claim, providers }: Visit,
  times: readonly SpokenTime[],
  signal: AbortSignal,
): Promise<void> {
  const { locations } = documentFileKeys(claim.id, claim.revision);
  const entries = times.map(({ offset, start, end }): LocationEntry => [offset, 'time', start, end]);
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  await providers.fileStore.put(locations, lines, 'application/x-ndjson', signal);
}

type PageParts = 'etag' | 'lastModified' | 'markdown' | 'html' | 'notRead';

interface ReadPage extends Pick<ScrapedPage, PageParts> {
  readonly title: string | undefined;
  readonly times?: readonly SpokenTime[];
}

async function storePage(
  context: ScraperContext,
  visit: Visit,
  page: ReadPage,
  signal: AbortSignal,
): Promise<void> {
  const {
    claim,
    page: { reading, previous },
  } = visit;
  const text = storable(page.markdown);
  const contentHash = contentHashOf(text);
  if (previous?.contentHash === contentHash) return keep(context, visit);
  if (text.trim() === '') throw new AppError('DOCUMENT_EMPTY', 'The page has no text');
  const { etag, lastModified, title, html, notRead = [], times = [] } = page;
  if (times.length > 0) await storeTimes(visit, times, signal);
  const file = html
    ? await storeHtml(visit, html, signal)
    : { mimeType: 'text/markdown', fileSize: Buffer.byteLength(text) };
  const documentsAhead = await context.admissionWindow.documentsAhead(claim);
  const job = await advancePage(context.database, claim, {
    name: title ? storable(title).slice(0, 255) : null,
    ...file,
    text,
    notRead,
    fetch: { etag, lastModified, contentHash, reading, sketch: sketchOf(text) },
    documentsAhead,
  });
  context.dispatcher.dispatch([job]);
}

/** A page as its scraper returned it, and how others of its site are fetched. */
interface Scraped {
  readonly url: URL;
  readonly result: ScrapedFile | ScrapedPage;
  readonly fetchOther: (url: URL) => Promise<ScrapeResult>;
}

async function storeScraped(
  context: ScraperContext,
  visit: Visit,
  { url, result, fetchOther }: Scraped,
  signal: AbortSignal,
): Promise<void> {
  const { claim, page } = visit;
  const { ingestJobId } = page;
  if (result.kind === 'file') {
    const wasPage = claim.activeRevision !== null && page.text.contentHash !== undefined;
    const { contentType } = result;
    if (wasPage) await requireOwnFile(context, { url, ingestJobId, contentType }, fetchOther);
    return storeFile(context, visit, result, signal);
  }
  if (leadsToSignIn(url, result)) throw signInRequired(result);
  if (claim.activeRevision !== null) {
    const current = describeText(result.markdown);
    const changed = { url, ingestJobId, previous: page.text, current, shownAt: result.finalUrl };
    await requireOwnContent(context, changed, { fetchOther, describe: describeText });
  }
  return storePage(context, visit, result, signal);
}

async function fetchWebPage(
  context: ScraperContext,
  visit: Visit,
  url: URL,
  signal: AbortSignal,
): Promise<void> {
  const { providers, page } = visit;
  const { previous, scrapeOptions, sourceUrl } = page;
  const options = parseScrapeOptions(scrapeOptions);
  const requestFor = (address: URL) => ({
    ...optionsFor(options, headerSource({ url: sourceUrl ?? '', urls: [] }), address),
    url: address,
    fresh: true,
  });
  const { etag, lastModified } = previous ?? {};
  const conditions = { ...(etag && { etag }), ...(lastModified && { lastModified }) };
  const scraper = requireWebScraper(providers);
  const result = await fetchPolitely(context, scraper, { ...requestFor(url), ...conditions }, signal);
  if (result.kind === 'unchanged') return keep(context, visit);
  const fetchOther = (other: URL) => fetchInTurn(context, scraper, requestFor(other), signal);
  try {
    await storeScraped(context, visit, { url, result, fetchOther }, signal);
  } catch (cause) {
    throw providers.configs.webScraperConfig?.provider === 'BUILTIN' ? cause : paidFor(failureOf(cause));
  }
}

async function fetchClaimed(
  context: ScraperContext,
  claim: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  const page = await findPageToFetch(context.database, context.vault, claim);
  if (!page) return;
  const providers = await context.providers.open(claim.namespaceId, claim.namespaceVersion);
  const visit = { claim, providers, page };
  // The external id of a page is its address, that of a video its id.
  const url = URL.parse(claim.externalId);
  if (url) return fetchWebPage(context, visit, url, signal);
  return storePage(context, visit, await fetchVideo(context, claim.externalId, signal), signal);
}

/** Visits one page: its Markdown is embedded next, a file is parsed next, and unchanged content stays as it is. */
export const fetchPageHandler = (context: ScraperContext): Handler<PayloadOf<typeof fetchPage>> =>
  documentHandler(context, fetchClaimed);
