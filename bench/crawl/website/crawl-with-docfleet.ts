import { openDatabase } from '@docfleet/domain/database';
import { createApiClient, eventually } from '@docfleet/testing';
import { startBenchGateway, startWorkerProcess, withBenchServers } from '../../servers.ts';
import { makeTenant } from '../../tenant.ts';
import type { Crawl } from './crawlers.ts';

const withinMs = 300_000;

/**
 * The gateway and a scraper, each a process of its own, on a durable PostgreSQL and Redis: from the request until every page is a
 * document with its Markdown. Nothing is embedded. Returns the seconds and the documents.
 */
export function crawlWithDocfleet({ start, pages, concurrency }: Crawl) {
  return withBenchServers(async (servers) => {
    const tenant = await makeTenant(servers, ['site']);
    const limits = { SCRAPE_CONCURRENCY: String(concurrency), SCRAPE_HOST_CONCURRENCY: String(concurrency) };
    const environment = { ...servers.environment, ...limits, EGRESS_ALLOW_CIDRS: '127.0.0.0/8' };
    const own = { ...servers, environment };
    const url = await startBenchGateway(own);
    startWorkerProcess(own, 'scraper');
    const database = servers.scope.defer(openDatabase({ url: servers.databaseUrl, poolSize: 1 }), (opened) =>
      opened.$disconnect(),
    );
    const api = createApiClient({ url, apiKey: tenant.apiKey });
    const crawl = async (config: object) => {
      const body = { namespaceId: 'site', ingestConfig: { source: 'WEBSITE', config } };
      const response = await api.request<{ ingestJobRunId: string }>('POST', '/v1/ingest/website', body);
      const id = response.body.data.ingestJobRunId;
      await eventually(async () => {
        const run = await database.ingestJobRun.findUniqueOrThrow({ where: { id } });
        if (run.listing !== null) throw new Error('the crawl goes on');
      }, withinMs);
    };
    // The processes have started when a crawl of one page is done.
    await crawl({ url: start, maxLinks: 1 });
    const startedAt = performance.now();
    await crawl({ url: start, maxLinks: pages + 1, maxDepth: 5 });
    const seconds = (performance.now() - startedAt) / 1_000;
    return { seconds, documents: await database.document.count() };
  });
}
