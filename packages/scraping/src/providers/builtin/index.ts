import { z } from 'zod';
import { charsetOf, isHtml, typeOf } from '../../page/content-type.ts';
import { fileNameOf } from '../../page/file-name.ts';
import { requirePageStatus } from '../../page/page-status.ts';
import { readPage, readTree } from '../../page/read-page.ts';
import { compileSelectors } from '../../page/selectors.ts';
import { upTo } from '../../page/up-to.ts';
import {
  defineScrapingProvider,
  type ScrapeRequest,
  type ScrapeResult,
  type ScrapingContext,
} from '../../provider.ts';
import { fetchPage, type PageAnswer } from './fetch-page.ts';

/** A page is held in memory as elements, some ten times its size. */
const largestPage = 10 * 1024 * 1024;
/** What the file endpoint takes; a file is streamed. */
const largestFile = 200 * 1024 * 1024;

/** Names what visits and where to read more, as sites ask of robots. */
import { userAgent } from '../../user-agent.ts';

const usualHeaders = {
  'user-agent': userAgent,
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en,*;q=0.5',
};

function headersOf({ headers, etag, lastModified }: ScrapeRequest): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...usualHeaders,
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
    ...Object.fromEntries(given),
  };
}

function validatorsOf(headers: Headers) {
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  return { ...(etag && { etag }), ...(lastModified && { lastModified }) };
}

/** Lets go of an answer that is not read: a body closes its connection when it is left, once it has been begun. */
async function leave({ body }: PageAnswer): Promise<void> {
  for await (const _ of body) break;
}

async function readAnswer(answer: PageAnswer, request: ScrapeRequest): Promise<ScrapeResult> {
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
  const page = readPage(root, { finalUrl, robotsHeader: headers.get('x-robots-tag') }, request);
  return { ...page, ...validators };
}

/** Fetches pages by itself: no account, no vendor. */
export const builtin = defineScrapingProvider(
  z.strictObject({ provider: z.literal('BUILTIN') }),
  (_config, context: ScrapingContext) => ({
    async scrape(request, signal) {
      // Before anything is sent: what is no selector is the caller's to mend.
      compileSelectors([...request.includeSelectors, ...request.excludeSelectors]);
      const visit = { headers: headersOf(request), maxBytes: largestFile, signal };
      return readAnswer(await fetchPage(context.egress, request.url, visit), request);
    },
    check: async () => {},
  }),
);
