import { z } from 'zod';
import { sourceBody, syncFrequency } from '../source-body.ts';
import { siteFields } from '../web-source.ts';
import { webSourceRoute } from '../web-source-route.ts';

const maxLinks = 1_000_000;

/** Field `config` of a sitemap: its address, filters and page limit. */
export const sitemapConfig = z.strictObject({
  ...siteFields,
  maxLinks: z.int().min(1).max(maxLinks).default(1_000).describe('Most pages that are read'),
});

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
