import { z } from 'zod';
import { sourceBody, syncFrequency } from '../source-body.ts';
import { siteFields } from '../web-source.ts';
import { webSourceRoute } from '../web-source-route.ts';

const maxLinks = 100_000;

/** Field `config` of a website: its start page, filters, depth and page limit. */
export const websiteConfig = z.strictObject({
  ...siteFields,
  maxDepth: z.int().min(1).max(5).default(3).describe('Most links between the start and a page'),
  maxLinks: z.int().min(1).max(maxLinks).default(100).describe('Most pages that are visited'),
});

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
