import { startProgram, withBenchServers } from '../../servers.ts';
import { printTable } from '../../table.ts';
import { crawlWithDocfleet } from './crawl-with-docfleet.ts';
import { type Crawl, crawlBare, crawlWithCrawlee } from './crawlers.ts';

async function timed(crawl: () => Promise<number>) {
  const startedAt = performance.now();
  const documents = await crawl();
  return { seconds: (performance.now() - startedAt) / 1_000, documents };
}

/** Crawls a generated site of `pages` pages with a bare loop, with Crawlee and with docfleet, one after the other. */
export function measureWebsite({ pages, concurrency }: Omit<Crawl, 'start'>): Promise<void> {
  return withBenchServers(async (servers) => {
    const program = new URL('serve-site.ts', import.meta.url).pathname;
    const { url: site } = await startProgram(servers, program, '/ready', { PAGES: String(pages) });
    const crawl = { start: `${site}/page/0`, pages, concurrency };
    const results = [
      ['bare fetch loop', await timed(() => crawlBare(crawl))],
      ['Crawlee CheerioCrawler', await timed(() => crawlWithCrawlee(crawl))],
      ['docfleet', await crawlWithDocfleet(crawl)],
    ] as const;
    const rows = results.map(([name, { seconds, documents }]) => [
      name,
      documents,
      seconds.toFixed(1),
      (documents / seconds).toFixed(0),
    ]);
    printTable(['crawler', 'pages', 'seconds', 'pages/s'], rows);
  });
}
