import { sitemapConfig } from '@docfleet/api/web-source';
import { sourceBody, syncFrequency } from '../source-body.ts';
import { webSourceRoute } from '../web-source-route.ts';

export const ingestSitemap = webSourceRoute({
  path: '/v1/ingest/sitemap',
  summary: 'Ingest the pages of a sitemap',
  description:
    'XML sitemaps and indexes of them, lists of addresses and feeds are read, compressed or not. The pages appear in the run while it is read.',
  body: sourceBody('SITEMAP', sitemapConfig, syncFrequency).meta({
    examples: [
      {
        namespaceId: 'quickstart',
        ingestConfig: {
          source: 'SITEMAP',
          config: { url: 'https://docs.example.com/sitemap.xml', includePaths: ['/guides/'] },
        },
        syncFrequency: 'WEEKLY',
      },
    ],
  }),
  needsScraper: true,
  message: 'The sitemap will be read',
});
