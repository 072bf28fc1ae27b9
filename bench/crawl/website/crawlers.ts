import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';

export interface Crawl {
  readonly start: string;
  readonly pages: number;
  readonly concurrency: number;
}

/** The least that a crawl can be: fetch, find links, remember. */
export async function crawlBare({ start, concurrency }: Crawl): Promise<number> {
  const seen = new Set([start]);
  const waiting = [start];
  let fetched = 0;
  let active = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  async function visit(address: string): Promise<void> {
    const html = await (await fetch(address)).text();
    fetched += 1;
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const link = new URL(href, address).href;
      if (!seen.has(link)) waiting.push(link);
      seen.add(link);
    }
  }
  function fill(): void {
    if (active === 0 && waiting.length === 0) resolve();
    while (active < concurrency && waiting.length > 0) {
      active += 1;
      visit(waiting.shift() ?? start).then(() => {
        active -= 1;
        fill();
      }, reject);
    }
  }
  fill();
  await promise;
  return fetched;
}

/** Crawlee with its own parsing, at a fixed concurrency and without files on the disk. */
export async function crawlWithCrawlee({ start, pages, concurrency }: Crawl): Promise<number> {
  log.setLevel(LogLevel.ERROR);
  let fetched = 0;
  const crawler = new CheerioCrawler(
    {
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestsPerCrawl: pages * 2,
      async requestHandler({ $, enqueueLinks }) {
        fetched += $('main').text().length > 0 ? 1 : 0;
        await enqueueLinks({ strategy: 'same-hostname' });
      },
    },
    new Configuration({ persistStorage: false }),
  );
  await crawler.run([start]);
  return fetched;
}
