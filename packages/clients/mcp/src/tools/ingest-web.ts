import { z } from 'zod';
import { accepted, presentAccepted } from '../accepted.ts';
import { defined, defineTool, fetches, metadata, namespace } from '../tool.ts';

const paths = z.array(z.string().min(1)).min(1);

const site = {
  namespace,
  url: z.url(),
  includePaths: paths.optional().describe('Only addresses that contain one of these'),
  excludePaths: paths.optional().describe('No address that contains one of these'),
  metadata: metadata.optional(),
};

export const ingestUrls = defineTool({
  name: 'ingest_urls',
  title: 'Ingest web pages',
  description:
    'Fetches web pages, files on the web and videos by their addresses, and makes them searchable.',
  scope: 'ingest',
  hints: fetches,
  input: z.strictObject({
    namespace,
    urls: z.array(z.url()).min(1).max(1_000),
    metadata: metadata.optional(),
  }),
  output: accepted,

  async run({ namespace: namespaceId, ...config }, { client, request }) {
    const ingestConfig = { source: 'URLS_LIST', config: defined(config) } as const;
    return presentAccepted(await client.ingest.urls({ namespaceId, ingestConfig }, request));
  },
});

export const ingestSitemap = defineTool({
  name: 'ingest_sitemap',
  title: 'Ingest the pages of a sitemap',
  description: 'Reads a sitemap.xml and makes the pages that it lists searchable.',
  scope: 'ingest',
  hints: fetches,
  input: z.strictObject({
    ...site,
    maxLinks: z.int().min(1).optional().describe('Most pages; 1000 by default'),
  }),
  output: accepted,

  async run({ namespace: namespaceId, ...config }, { client, request }) {
    const ingestConfig = { source: 'SITEMAP', config: defined(config) } as const;
    return presentAccepted(await client.ingest.sitemap({ namespaceId, ingestConfig }, request));
  },
});

export const ingestWebsite = defineTool({
  name: 'ingest_website',
  title: 'Ingest a website',
  description: 'Follows the links of a website from one page on, and makes its pages searchable.',
  scope: 'ingest',
  hints: fetches,
  input: z.strictObject({
    ...site,
    maxDepth: z.int().min(1).max(5).optional().describe('How many links deep; 3 by default'),
    maxLinks: z.int().min(1).optional().describe('Most pages; 100 by default'),
  }),
  output: accepted,

  async run({ namespace: namespaceId, ...config }, { client, request }) {
    const ingestConfig = { source: 'WEBSITE', config: defined(config) } as const;
    return presentAccepted(await client.ingest.website({ namespaceId, ingestConfig }, request));
  },
});
