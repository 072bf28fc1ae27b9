import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@docfleet/errors';
import type { ScrapeRequest, ScrapeResult, WebScraper } from '@docfleet/scraping';
import type { ScraperContext } from './context.ts';

/** Upper bound for a page with its redirects and scripts: scrapers have deadlines of their own. */
const pageDeadlineMs = 180_000;

async function judge({ robots }: ScraperContext, url: URL, signal: AbortSignal) {
  const rules = await robots.rulesFor(url, signal);
  if (!rules.isAllowed(url))
    throw new AppError('PAGE_BLOCKED_BY_ROBOTS', "The site's robots.txt does not allow this page");
  return rules;
}

/**
 * Scrapes a page as its site wants to be visited: where its robots.txt allows it, also where it leads to, a few pages at once, and no
 * faster than it asks for. Rejects with PAGE_BLOCKED_BY_ROBOTS, or as the scraper does.
 */
export async function fetchPolitely(
  context: ScraperContext,
  scraper: WebScraper,
  request: ScrapeRequest,
  signal: AbortSignal,
): Promise<ScrapeResult> {
  const rules = await judge(context, request.url, signal);
  const turn = { delayMs: rules.crawlDelayMs ?? 0, signal };
  const mayVisit = async (url: URL) => void (await judge(context, url, signal));
  const result = await context.hostTurns.take(request.url.host, turn, async () => {
    const deadline = AbortSignal.timeout(pageDeadlineMs);
    try {
      return await scraper.scrape({ ...request, mayVisit }, AbortSignal.any([signal, deadline]));
    } catch (cause) {
      if (!deadline.aborted) throw cause;
      throw new AppError('PAGE_UNAVAILABLE', 'The page did not arrive in time', { cause });
    }
  });
  // A vendor has followed redirects by itself.
  if (result.kind !== 'unchanged' && result.finalUrl.href !== request.url.href)
    await mayVisit(result.finalUrl);
  return result;
}

const maxTurns = 5;
const maxTurnMs = 60_000;

/** Fetches like `fetchPolitely`, but waits where the host wants its pages further apart: for parts of a page that was fetched already. */
export async function fetchInTurn(
  context: ScraperContext,
  scraper: WebScraper,
  request: ScrapeRequest,
  signal: AbortSignal,
): Promise<ScrapeResult> {
  for (let turn = 1; ; turn += 1)
    try {
      return await fetchPolitely(context, scraper, request, signal);
    } catch (cause) {
      const waitMs = postponement(cause);
      if (waitMs === undefined || waitMs > maxTurnMs || turn >= maxTurns) throw cause;
      await sleep(waitMs, undefined, { signal });
    }
}

/** Returns the milliseconds until a host's turn; undefined for a failure. */
export function postponement(cause: unknown): number | undefined {
  const { code, details } = AppError.from(cause);
  return code === 'SERVICE_UNAVAILABLE' ? details.retryAfterMs : undefined;
}
