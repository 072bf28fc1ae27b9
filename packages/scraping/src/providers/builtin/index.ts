import type { PageResponse } from '@docfleet/egress';
import { limits } from '@docfleet/runtime/config';
import { z } from 'zod';
import { fileNameOf } from '../../page/file-name.ts';
import { requirePageStatus } from '../../page/page-status.ts';
import { charsetOf, isHtml, pageTooLarge, readUpTo, typeOf } from '../../page/response-body.ts';
import { compileSelectors } from '../../page/selectors.ts';
import { defineScrapingProvider, type ScrapeResult, type ScrapingContext } from '../../provider.ts';
import { type Html, type ReadPage, requirePage } from '../../reading/web-reader.ts';
import { userAgent } from '../../robots/robots.ts';
import type { ScrapedPage, ScrapeRequest } from '../../scraped-page.ts';
import { renderPage } from './render-page.ts';

/** Characters of Markdown: a title, and that scripts must be allowed. */
const longestStub = 200;
/** What the file endpoint takes; a file is streamed. */
const largestFile = 200 * 1024 * 1024;

const usualHeaders = {
  'user-agent': userAgent,
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en,*;q=0.5',
};

function headersOf(
  { headers, etag, lastModified }: ScrapeRequest,
  isConditional: boolean,
): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...usualHeaders,
    ...(isConditional && etag && { 'if-none-match': etag }),
    ...(isConditional && lastModified && { 'if-modified-since': lastModified }),
    ...Object.fromEntries(given),
  };
}

function validatorsOf(headers: Headers) {
  const [etag, lastModified] = ['etag', 'last-modified'].map((name) => {
    const value = headers.get(name);
    return value && value.length <= limits.pageHeaderLength ? value : undefined;
  });
  return { ...(etag && { etag }), ...(lastModified && { lastModified }) };
}

/** Lets go of an answer that is not read: a body closes its connection when it is left, once it has been begun. */
async function leave({ body }: PageResponse): Promise<void> {
  try {
    for await (const _ of body) break;
  } catch {
    // The body may be damaged, as it is not read: the status is sufficient.
  }
}

/** Little text and a script: its visitors see what the script brings in. */
const needsScripts = ({ page, hasScripts }: ReadPage): boolean =>
  hasScripts && (page?.markdown.length ?? 0) <= longestStub;

/** Reads a page as it came or, where it is empty without its scripts and there is a browser, as the browser shows it. */
async function readHtml(
  html: Html,
  request: ScrapeRequest,
  { context: { browserPath, egress, reader }, signal }: Visit,
): Promise<ScrapedPage> {
  const read = await reader.readPage(html, request, signal);
  if (!browserPath || !needsScripts(read)) return requirePage(read);
  const own = headersOf(request, false);
  // What its owner shows one site is not for the others that its pages load from.
  const headersFor = ({ origin }: URL) => (origin === request.url.origin ? own : usualHeaders);
  const rendered = await renderPage(html.finalUrl, { browserPath, egress, headersFor, signal });
  const bytes = Buffer.from(rendered);
  if (bytes.length > limits.pageBytes) throw pageTooLarge(html.finalUrl);
  return requirePage(await reader.readPage({ ...html, bytes, charset: 'utf-8' }, request, signal));
}

interface Visit {
  readonly context: ScrapingContext;
  readonly signal: AbortSignal;
}

async function readResponse(
  answer: PageResponse,
  request: ScrapeRequest,
  visit: Visit,
): Promise<ScrapeResult> {
  const { finalUrl, status, headers, body } = answer;
  if (status === 304) return leave(answer).then(() => ({ kind: 'unchanged' }));
  try {
    requirePageStatus(status, finalUrl, headers);
  } catch (error) {
    await leave(answer);
    throw error;
  }
  const contentType = typeOf(headers);
  const validators = validatorsOf(headers);
  if (!isHtml(contentType))
    return {
      kind: 'file',
      finalUrl,
      contentType,
      fileName: fileNameOf(headers, finalUrl),
      body,
      ...validators,
    };
  const bytes = await readUpTo(limits.pageBytes, body, finalUrl);
  const robotsHeader = headers.get('x-robots-tag');
  const page = await readHtml(
    { bytes, charset: charsetOf(contentType), finalUrl, robotsHeader },
    request,
    visit,
  );
  return { ...page, ...validators };
}

/** Fetches pages by itself: no account, no vendor. */
export const builtin = defineScrapingProvider(
  z
    .strictObject({ provider: z.literal('BUILTIN') })
    .meta({ title: 'Built in', description: 'Needs no account and costs nothing' }),
  (_config, context: ScrapingContext) => ({
    async scrape(request, signal) {
      // Before anything is sent: an invalid selector is the caller's to correct.
      compileSelectors([...request.includeSelectors, ...request.excludeSelectors]);
      const visit = { headers: headersOf(request, true), maxBytes: largestFile, signal };
      const answer = await context.egress.fetchPage(request.url, visit);
      return readResponse(answer, request, { context, signal });
    },
    check: async () => {},
  }),
);
