import { z } from 'zod';
import { acceptWebSource } from '../../accept-web-source.ts';
import { route } from '../../http/route.ts';
import { chunkConfig } from '../../schemas/chunk-config.ts';
import { ingestAccepted } from '../../schemas/ingest-accepted.ts';
import { namespaceId } from '../../schemas/namespace-id.ts';
import { syncFrequency } from '../../schemas/sync-frequency.ts';
import { invalidWebSource, siteFields } from '../../schemas/web-source.ts';

const mostLinks = 1_000_000;

const ingestSitemapBody = z
  .strictObject({
    namespaceId,
    ingestConfig: z.strictObject({
      source: z.literal('SITEMAP'),
      config: z.strictObject({
        ...siteFields,
        maxLinks: z.int().min(1).max(mostLinks).default(1_000).describe('Most pages that are read'),
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
          source: 'SITEMAP',
          config: { url: 'https://docs.example.com/sitemap.xml', includePaths: ['/guides/'] },
        },
        syncFrequency: 'WEEKLY',
      },
    ],
  });

export const ingestSitemap = route({
  method: 'post',
  path: '/v1/ingest/sitemap',
  summary: 'Ingest the pages of a sitemap',
  description:
    'XML sitemaps and indexes of them, lists of addresses and feeds are read, compressed or not. The pages appear in the run while it is read.',
  tags: ['Ingestion'],
  scope: 'ingest',
  body: ingestSitemapBody,
  status: 202,
  reply: ingestAccepted,
  errors: ['NAMESPACE_NOT_FOUND', 'WEB_SCRAPER_CONFIG_NOT_SET'],
  invalid: invalidWebSource,
  failed: 'INGESTION_FAILED',

  async handle({ body: { ingestConfig, ...body }, organizationId, tenantId }, context) {
    const asked = { ...body, ...ingestConfig, organizationId, tenantId, needsScraper: true };
    const { ingestJobRunId, jobs } = await acceptWebSource(context, asked);
    context.dispatcher.dispatch(jobs);
    return { message: 'The sitemap will be read', data: { ingestJobRunId, documents: [] } };
  },
});
