import type { Egress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { throttling } from '../page/read-page.ts';
import { leaveBody } from '../page/response-body.ts';
import { createRecentAddresses } from '../page-address.ts';
import type { WebReader } from '../reading/web-reader.ts';
import type { SitemapLink } from './parse-sitemap-xml.ts';

/** A page that a sitemap names, or a file of it that could not be read. */
export type SitemapFinding =
  | { readonly kind: 'page'; readonly url: URL; readonly lastModified: string | undefined }
  | { readonly kind: 'failed'; readonly sitemap: URL; readonly error: AppError };

export interface SitemapContext {
  readonly fetchPage: Egress['fetchPage'];
  readonly reader: Pick<WebReader, 'readSitemap'>;
  /** The headers that a file of the sitemap is requested with. */
  readonly headersFor?: (url: URL) => Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** An index in an index in an index. */
const maxDepth = 3;
/** Maximum number of files that an index may name by the protocol, and that are read of a sitemap in all. */
const maxFiles = limits.sitemapFiles;

interface File {
  readonly url: URL;
  readonly depth: number;
}

function readUrl({ location, bases = [] }: SitemapLink, file: URL): URL | undefined {
  const base = bases.reduce((around, part) => URL.parse(part, around)?.href ?? around, file.href);
  const url = URL.parse(location, base);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url;
}

function refusal({ host }: URL, status: number, headers: Headers): AppError {
  const code = status === 404 || status === 410 ? 'PAGE_NOT_FOUND' : 'PAGE_FORBIDDEN';
  const isPassing = status === 408 || status === 425 || status === 429 || status >= 500;
  return new AppError(
    isPassing ? 'PAGE_UNAVAILABLE' : code,
    `${host} answered ${status} when asked for the sitemap`,
    { details: { status, ...(isPassing && throttling(status, headers)) } },
  );
}

async function* readFile(url: URL, { fetchPage, reader, headersFor, signal }: SitemapContext) {
  // Links are relative to where the file was found at last.
  const {
    finalUrl,
    status,
    headers: received,
    body,
  } = await fetchPage(url, {
    headers: headersFor?.(url) ?? {},
    maxBytes: limits.sitemapBytes,
    signal,
  });
  if (status < 200 || status > 299) {
    await leaveBody(body);
    throw refusal(url, status, received);
  }
  for await (const link of reader.readSitemap(body, signal)) {
    const target = readUrl(link, finalUrl);
    if (target) yield { kind: link.kind, lastModified: link.lastModified, url: target };
  }
}

/**
 * Reads a sitemap with all files that it names, three levels of indexes deep, in bounded memory. Rejects when nothing of
 * the first file can be read; another failure is reported and passed over. Each file is read once, and pages that come again soon are left out.
 */
export async function* readSitemap(first: URL, context: SitemapContext): AsyncGenerator<SitemapFinding> {
  const seenFiles = new Set([first.href]);
  const seenPage = createRecentAddresses();
  const pending: File[] = [{ url: first, depth: 0 }];
  for (let file = pending.pop(); file; file = pending.pop()) {
    const children: File[] = [];
    let found = false;
    try {
      for await (const { kind, url, lastModified } of readFile(file.url, context)) {
        found = true;
        if (kind === 'page') {
          if (!seenPage(url.href)) yield { kind, url, lastModified };
        } else if (!seenFiles.has(url.href)) {
          if (file.depth >= maxDepth) throw tooDeep(file.url);
          if (seenFiles.size >= maxFiles) throw tooMany(file.url);
          seenFiles.add(url.href);
          children.push({ url, depth: file.depth + 1 });
        }
      }
    } catch (error) {
      context.signal.throwIfAborted();
      if (file.url === first && !found) throw error;
      yield { kind: 'failed', sitemap: file.url, error: AppError.from(error) };
    }
    pending.push(...children.reverse());
  }
}

const tooDeep = ({ href }: URL) =>
  new AppError('PAGE_UNREADABLE', `The sitemap ${href} is nested more than ${maxDepth} levels deep`);
const tooMany = ({ href }: URL) =>
  new AppError('PAGE_UNREADABLE', `With ${href} the sitemap has more than ${maxFiles} files`);
