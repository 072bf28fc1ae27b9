import { websiteConfig } from '@docfleet/api/web-source';
import { sourceBody, syncFrequency } from '../source-body.ts';
import { webSourceRoute } from '../web-source-route.ts';

export const ingestWebsite = webSourceRoute({
  path: '/v1/ingest/website',
  summary: 'Ingest a website',
  description:
    'The site is crawled from this page, as its robots.txt allows. The pages appear in the run while the crawl goes on.',
  body: sourceBody('WEBSITE', websiteConfig, syncFrequency).meta({
    examples: [
      {
        namespaceId: 'quickstart',
        ingestConfig: {
          source: 'WEBSITE',
          config: { url: 'https://docs.example.com/', maxDepth: 2, excludePaths: ['/archive/'] },
        },
        syncFrequency: 'DAILY',
      },
    ],
  }),
  needsScraper: true,
  message: 'The website will be crawled',
});
