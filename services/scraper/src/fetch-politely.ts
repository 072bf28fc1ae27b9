import { AppError } from '@docfleet/errors';
import type { ScrapeRequest, ScrapeResult, WebScraper } from '@docfleet/scraping';
import type { ScraperContext } from './context.ts';

/** A backstop for a page and whatever it leads to: scrapers have deadlines of their own. */
const pageDeadlineMs = 180_000;

/**
 * Scrapes a page as its site wants to be visited: where its robots.txt allows it, a few pages at once, and no faster than it asks for.
 * Rejects with PAGE_BLOCKED_BY_ROBOTS, or as the scraper does.
 */
export async function fetchPolitely(
  { robots, hostTurns }: ScraperContext,
  scraper: WebScraper,
  request: ScrapeRequest,
  signal: AbortSignal,
): Promise<ScrapeResult> {
  const rules = await robots.rulesFor(request.url, signal);
  if (!rules.isAllowed(request.url))
    throw new AppError('PAGE_BLOCKED_BY_ROBOTS', "The site's robots.txt does not allow this page");
  const turn = { delayMs: rules.crawlDelayMs ?? 0, signal };
  return hostTurns.take(request.url.host, turn, async () => {
    const deadline = AbortSignal.timeout(pageDeadlineMs);
    try {
      return await scraper.scrape(request, AbortSignal.any([signal, deadline]));
    } catch (cause) {
      if (!deadline.aborted) throw cause;
      throw new AppError('PAGE_UNAVAILABLE', 'The page did not arrive in time', { cause });
    }
  });
}
