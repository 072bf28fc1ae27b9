import type { PageResponse } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { readSettings } from '@docfleet/provider';
import { limits } from '@docfleet/runtime/config';
import { z } from 'zod';
import { fileNameOf } from '../../page/file-name.ts';
import { compileSelectors, type Refresh } from '../../page/page-facts.ts';
import { requirePageStatus } from '../../page/read-page.ts';
import { charsetOf, leaveBody, pageTooLarge, readUpTo, seeBody, typeOf } from '../../page/response-body.ts';
import { defineScrapingProvider, type ScrapeResult, type ScrapingContext } from '../../provider.ts';
import { type Html, type ReadPage, requirePage } from '../../reading/web-reader.ts';
import { userAgent } from '../../robots/robots.ts';
import { type ScrapeRequest, sourceHeaders } from '../../scraped-page.ts';
import { renderPage } from './render-page.ts';

/** Characters of Markdown: a title, and that scripts must be allowed. */
const maxStubLength = 200;
const maxRefreshSeconds = 10;
/** Maximum size of a file in bytes, as for the file endpoint; files are streamed. */
const maxFileBytes = 200 * 1024 * 1024;

const defaultHeaders = {
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
    ...defaultHeaders,
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

/** Little text and a script: its visitors see what the script brings in. */
const needsScripts = ({ page, hasScripts }: ReadPage): boolean =>
  hasScripts && (page?.markdown.length ?? 0) <= maxStubLength;

/** A page is left for the one that it leads to at once, or soon if it says no more than that. */
function leadsOn(read: ReadPage): read is ReadPage & { readonly refresh: Refresh } {
  const { page, refresh } = read;
  if (!refresh || refresh.seconds > maxRefreshSeconds) return false;
  return refresh.seconds <= 1 || (page?.markdown.length ?? 0) <= maxStubLength;
}

const settings = {
  SCRAPER_BROWSER: z
    .string()
    .optional()
    .describe(
      'Chromium for pages that BUILTIN finds empty without JavaScript, as a path; unset: they stay empty',
    ),
};

/** Reads a page from its HTML or, if that is empty without scripts and a browser is configured, as the browser renders it. */
async function readHtml(
  html: Html,
  request: ScrapeRequest,
  { context: { settings: given, egress, reader }, signal }: Visit,
): Promise<ReadPage> {
  const { SCRAPER_BROWSER: browserPath } = readSettings(settings, given);
  const read = await reader.readPage(html, request, signal);
  if (!browserPath || !needsScripts(read) || leadsOn(read)) return read;
  const own = headersOf(request, false);
  // Headers for one site, such as credentials, are not sent to other hosts that its pages load from.
  const headersFor = ({ origin }: URL) => (origin === request.url.origin ? own : defaultHeaders);
  const rendered = await renderPage(html.finalUrl, { browserPath, egress, headersFor, signal });
  const bytes = Buffer.from(rendered);
  if (bytes.length > limits.pageBytes) throw pageTooLarge(html.finalUrl);
  return reader.readPage({ ...html, bytes, charset: 'utf-8' }, request, signal);
}

/** Content of a response, or the address that its page leads on to. */
type Read = { readonly result: ScrapeResult } | { readonly leadsTo: URL };

interface Visit {
  readonly context: ScrapingContext;
  readonly signal: AbortSignal;
}

/** Servers of firewalls say in a header that their answer is no page of the site. */
const isChallenge = (headers: Headers) =>
  headers.get('cf-mitigated') === 'challenge' ||
  /^(?:challenge|captcha)$/.test(headers.get('x-amzn-waf-action') ?? '');

function requireStatus({ status, finalUrl, headers }: PageResponse): void {
  if (isChallenge(headers))
    throw new AppError('PAGE_FORBIDDEN', `${finalUrl.host} shows a check for robots in place of the page`);
  requirePageStatus(status, finalUrl, headers);
}

/** A part of a page that was not asked for: caches that are set up wrongly send one, with status 206. */
function requireWhole({ status, finalUrl, headers }: PageResponse): void {
  if (status !== 206) return;
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (first === '0' && Number(last) + 1 === Number(total)) return;
  throw new AppError('PAGE_UNREADABLE', `${finalUrl.host} sent a part of the page, which was not asked for`);
}

async function readResponse(answer: PageResponse, request: ScrapeRequest, visit: Visit): Promise<Read> {
  const { finalUrl, status, headers } = answer;
  // A server that answers so to a request without a condition is refused by its status.
  const isConditional = request.etag !== undefined || request.lastModified !== undefined;
  if (status === 304 && isConditional)
    return leaveBody(answer.body).then(() => ({ result: { kind: 'unchanged' } }));
  try {
    requireStatus(answer);
    requireWhole(answer);
  } catch (error) {
    await leaveBody(answer.body);
    throw error;
  }
  const contentType = typeOf(headers);
  const validators = validatorsOf(headers);
  const seen = await seeBody(answer, contentType);
  if (seen.kind === 'file')
    return { result: { ...seen, finalUrl, fileName: fileNameOf(headers, finalUrl), ...validators } };
  const bytes = await readUpTo(limits.pageBytes, seen.body, finalUrl);
  const robotsTags = answer.valuesOf('x-robots-tag');
  const read = await readHtml(
    {
      bytes,
      charset: charsetOf(contentType),
      finalUrl,
      robotsTags,
      refresh: headers.get('refresh') ?? undefined,
    },
    request,
    visit,
  );
  if (leadsOn(read)) return { leadsTo: read.refresh.url };
  return { result: { ...requirePage(read), ...validators } };
}

/** Automatic redirects of pages (refreshes) that one visit follows. */
const maxRefreshes = 5;

/** Reads a page, and where it only leads on by a refresh, the one that it leads to, as its visitors do. */
async function scrape(request: ScrapeRequest, visit: Visit): Promise<ScrapeResult> {
  const { context, signal } = visit;
  const seen = new Set<string>();
  for (let asked = request; ; ) {
    seen.add(asked.url.href);
    const { mayVisit } = request;
    const answer = await context.egress.fetchPage(asked.url, {
      headers: headersOf(asked, true),
      maxBytes: maxFileBytes,
      signal,
      ...(mayVisit && { onRedirect: mayVisit }),
    });
    const read = await readResponse(answer, asked, visit);
    if ('result' in read) return read.result;
    const { leadsTo } = read;
    if (seen.has(leadsTo.href) || seen.size > maxRefreshes) throw circle(asked.url);
    await mayVisit?.(leadsTo);
    // Validators of the first address do not apply to the next.
    const { etag: _etag, lastModified: _lastModified, ...rest } = asked;
    asked = { ...rest, url: leadsTo, headers: sourceHeaders(asked.headers, answer.finalUrl, leadsTo) };
  }
}

const circle = ({ host }: URL) =>
  new AppError('PAGE_REDIRECT_FAILED', `Pages of ${host} lead on to one another and to nothing else`);

/** Fetches pages directly, without an account or vendor. */
export const builtin = defineScrapingProvider(
  z
    .strictObject({ provider: z.literal('BUILTIN') })
    .meta({ title: 'Built in', description: 'Needs no account and costs nothing' }),
  (_config, context: ScrapingContext) => ({
    async scrape(request, signal) {
      // Before anything is sent: an invalid selector is the caller's to correct.
      compileSelectors([...request.includeSelectors, ...request.excludeSelectors]);
      return scrape(request, { context, signal });
    },
    check: async () => {},
  }),
  settings,
);
