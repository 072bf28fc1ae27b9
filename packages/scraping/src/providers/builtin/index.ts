import type { PageResponse } from '@docfleet/egress';
import { descendants, type HtmlElement } from '@docfleet/text/html';
import { z } from 'zod';
import { charsetOf, isHtml, typeOf } from '../../page/content-type.ts';
import { fileNameOf } from '../../page/file-name.ts';
import { pageFromHtml } from '../../page/page-from-html.ts';
import { requirePageStatus } from '../../page/page-status.ts';
import { type PageSource, readPage, readTree } from '../../page/read-page.ts';
import { compileSelectors } from '../../page/selectors.ts';
import { upTo } from '../../page/up-to.ts';
import {
  defineScrapingProvider,
  type ScrapedPage,
  type ScrapeRequest,
  type ScrapeResult,
  type ScrapingContext,
} from '../../provider.ts';
import { userAgent } from '../../user-agent.ts';
import { renderPage } from './render-page.ts';

/** A page is held in memory as elements, some ten times its size. */
const largestPage = 10 * 1024 * 1024;
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
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  return { ...(etag && { etag }), ...(lastModified && { lastModified }) };
}

/** Lets go of an answer that is not read: a body closes its connection when it is left, once it has been begun. */
async function leave({ body }: PageResponse): Promise<void> {
  try {
    for await (const _ of body) break;
  } catch {
    // What nobody reads may be damaged: the status has said it all.
  }
}

/** Little text and a script: its visitors see what the script brings in. */
function needsScripts(root: HtmlElement, page: ScrapedPage | undefined): boolean {
  if (page && page.markdown.length > longestStub) return false;
  return descendants(root).some(({ name }) => name === 'script');
}

/** Reads a page as it came or, where it is empty without its scripts and there is a browser, as the browser shows it. */
async function readHtml(
  root: HtmlElement,
  source: PageSource,
  request: ScrapeRequest,
  { context: { browserPath, egress }, signal }: Visit,
): Promise<ScrapedPage> {
  let page: ScrapedPage | undefined;
  let failure: unknown;
  try {
    page = readPage(root, source, request);
  } catch (error) {
    failure = error;
  }
  if (browserPath && needsScripts(root, page)) {
    const own = headersOf(request, false);
    // What its owner shows one site is not for the others that its pages load from.
    const headersFor = ({ origin }: URL) => (origin === request.url.origin ? own : usualHeaders);
    const rendering = { browserPath, egress, headersFor, signal };
    return pageFromHtml(await renderPage(source.finalUrl, rendering), source, request);
  }
  if (!page) throw failure;
  return page;
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
  const root = await readTree(upTo(largestPage, body, finalUrl), charsetOf(contentType));
  const source = { finalUrl, robotsHeader: headers.get('x-robots-tag') };
  const page = await readHtml(root, source, request, visit);
  return { ...page, ...validators };
}

/** Fetches pages by itself: no account, no vendor. */
export const builtin = defineScrapingProvider(
  z.strictObject({ provider: z.literal('BUILTIN') }),
  (_config, context: ScrapingContext) => ({
    async scrape(request, signal) {
      // Before anything is sent: what is no selector is the caller's to mend.
      compileSelectors([...request.includeSelectors, ...request.excludeSelectors]);
      const visit = { headers: headersOf(request, true), maxBytes: largestFile, signal };
      const answer = await context.egress.fetchPage(request.url, visit);
      return readResponse(answer, request, { context, signal });
    },
    check: async () => {},
  }),
);
