import type { Egress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { createDecoder, encodingOfMark } from '@docfleet/text/decoding';
import { LRUCache } from 'lru-cache';
import { throttling } from '../page/read-page.ts';
import { leaveBody } from '../page/response-body.ts';
import type { WebReader } from '../reading/web-reader.ts';
import { isAllowedBy, type RobotsRules } from './parse-robots.ts';

/** User agent of the scraper, with an address that explains it; sites name it in their robots.txt as `docfleet`. */
export const userAgent = 'docfleet/0.1 (+https://github.com/docfleet/docfleet)';

/** Rules of a site's robots.txt: RFC 9309. */
export interface Robots {
  isAllowed(url: URL): boolean;
  /** Milliseconds that the site wants between two requests; undefined when it does not say. */
  readonly crawlDelayMs: number | undefined;
  readonly sitemaps: readonly URL[];
}

export interface RobotsReader {
  /**
   * The rules for a URL's origin, kept for a day. Rejects with PAGE_UNAVAILABLE or PAGE_UNREACHABLE while the site cannot say them:
   * nothing of it may be read then, and another attempt later is worth it.
   */
  rulesFor(url: URL, signal: AbortSignal): Promise<Robots>;
}

export interface RobotsSettings {
  readonly fetchPage: Egress['fetchPage'];
  readonly reader: Pick<WebReader, 'readRobots'>;
  /** Sent whole as the User-Agent; rules are looked up by the part before the first slash. */
  readonly userAgent: string;
  readonly now?: () => number;
}

/** RFC 9309, 2.5: at least 500 kibibytes must be read. */
const maxFileBytes = limits.robotsBytes;
const keptForMs = 24 * 3_600_000;
/** A site that is away is asked again soon, and not by each page anew. */
const failureKeptForMs = 60_000;
const maxDelayMs = 30_000;
const maxOrigins = 10_000;

const open: Robots = { isAllowed: () => true, crawlDelayMs: undefined, sitemaps: [] };

/** Reads the beginning of a file: the part beyond the limit, and a line that it cuts, are ignored. */
async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes > maxFileBytes) break;
  }
  const read = Buffer.concat(parts).subarray(0, maxFileBytes);
  const decoder = createDecoder(encodingOfMark(read) ?? 'utf-8');
  const text = decoder.write(read) + decoder.end();
  const begun = bytes > maxFileBytes ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
  return begun.replace(/^\uFEFF/, '');
}

function robotsOf(origin: string, { rules, crawlDelaySeconds: delay, sitemaps }: RobotsRules): Robots {
  return {
    // The rules say nothing about another origin.
    isAllowed: (url) => url.origin !== origin || isAllowedBy(rules, url),
    crawlDelayMs: delay === undefined ? undefined : Math.min(delay * 1_000, maxDelayMs),
    sitemaps: sitemaps.flatMap((link) => URL.parse(link, origin) ?? []),
  };
}

function away({ host }: URL, status: number, headers: Headers): AppError {
  return new AppError('PAGE_UNAVAILABLE', `${host} answered ${status} when asked for its robots.txt`, {
    details: { status, reason: `Status ${status}`, ...throttling(status, headers) },
  });
}

/** Makes a reader for one process. Files are fetched once for an origin, however many ask at once. */
export function createRobotsReader({
  fetchPage,
  reader,
  userAgent,
  now = Date.now,
}: RobotsSettings): RobotsReader {
  const known = new LRUCache<string, { until: number; rules: Promise<Robots> }>({ max: maxOrigins });
  const product = userAgent.split('/')[0]?.trim() || userAgent;

  async function fetchRules(origin: string): Promise<Robots> {
    const address = new URL('/robots.txt', origin);
    // All callers share the file: the first one, if it aborts, must not fail the others. The egress has its own deadline.
    const signal = new AbortController().signal;
    const request = { headers: { 'user-agent': userAgent }, maxBytes: 8 * maxFileBytes, signal };
    try {
      const { status, headers, body } = await fetchPage(address, request);
      if (status < 200 || status > 299) {
        // The body of a refusal says nothing, and may be damaged.
        await leaveBody(body);
        if (status === 429 || status >= 500) throw away(address, status, headers);
        return open;
      }
      const text = await readBeginning(body);
      return robotsOf(origin, await reader.readRobots({ text, address: address.href, product }, signal));
    } catch (error) {
      // RFC 9309, 2.3.1.2: whom redirects lead nowhere has no rules.
      if (error instanceof AppError && error.code === 'PAGE_REDIRECT_FAILED') return open;
      throw error;
    }
  }

  function remember(origin: string): Promise<Robots> {
    const rules = fetchRules(origin);
    const entry = { until: now() + keptForMs, rules };
    known.set(origin, entry);
    rules.catch(() => {
      entry.until = now() + failureKeptForMs;
    });
    return rules;
  }

  return {
    async rulesFor({ origin }, signal) {
      signal.throwIfAborted();
      const found = known.get(origin);
      if (found && found.until > now()) return abortable(found.rules, signal);
      return abortable(remember(origin), signal);
    },
  };
}

/** Stops waiting for work when the signal aborts; the work itself goes on, as other callers wait for it too. */
function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}
