import { z } from 'zod';
import { acceptWebSource } from '../../accept-web-source.ts';
import { route } from '../../http/route.ts';
import { chunkConfig } from '../../schemas/chunk-config.ts';
import { ingestAccepted } from '../../schemas/ingest-accepted.ts';
import { namespaceId } from '../../schemas/namespace-id.ts';
import { syncFrequency } from '../../schemas/sync-frequency.ts';
import { invalidWebSource, siteFields } from '../../schemas/web-source.ts';

const mostLinks = 100_000;

const ingestWebsiteBody = z
  .strictObject({
    namespaceId,
    ingestConfig: z.strictObject({
      source: z.literal('WEBSITE'),
      config: z.strictObject({
        ...siteFields,
        maxDepth: z.int().min(1).max(5).default(3).describe('Most links between the start and a page'),
        maxLinks: z.int().min(1).max(mostLinks).default(100).describe('Most pages that are visited'),
      }),
      chunkConfig,
    }),
    syncFrequency,
  })
  .meta({
    examples: [
      {
        namespaceId: 'handbook',
        ingestConfig: {
          source: 'WEBSITE',
          config: { url: 'https://docs.example.com/', maxDepth: 2, excludePaths: ['/archive/'] },
        },
        syncFrequency: 'DAILY',
      },
    ],
  });

export const ingestWebsite = route({
  method: 'post',
  path: '/v1/ingest/website',
  summary: 'Ingest a website',
  description:
    'The site is crawled from this page, as its robots.txt allows. The pages appear in the run while the crawl goes on.',
  tags: ['Ingestion'],
  scope: 'ingest',
  body: ingestWebsiteBody,
  status: 202,
  reply: ingestAccepted,
  errors: ['NAMESPACE_NOT_FOUND', 'WEB_SCRAPER_CONFIG_NOT_SET'],
  invalid: invalidWebSource,
  failed: 'INGESTION_FAILED',

  async handle({ body: { ingestConfig, ...body }, organizationId, tenantId }, context) {
    const asked = { ...body, ...ingestConfig, organizationId, tenantId, needsScraper: true };
    const { ingestJobRunId, jobs } = await acceptWebSource(context, asked);
    context.dispatcher.dispatch(jobs);
    return { message: 'The website will be crawled', data: { ingestJobRunId, documents: [] } };
  },
});
