import { findOwnNamespace } from '@docfleet/api/find-own';
import { metadata } from '@docfleet/api/metadata-filter';
import {
  invalidWebSource,
  requireScraper,
  sitemapConfig,
  websiteConfig,
  webUrl,
} from '@docfleet/api/web-source';
import { type AcceptedSource, acceptSource, type IncomingSource } from '@docfleet/domain/ingest';
import { chunkSizesOf, type Namespace } from '@docfleet/domain/namespace';
import { recognizeYouTube } from '@docfleet/scraping';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { route } from '../../http/route.ts';
import { ingestAccepted, sourceBody, syncFrequency } from '../source-body.ts';

/** Web source as a request names it. */
interface WebSource extends Pick<IncomingSource, 'source' | 'config' | 'syncFrequency'> {
  readonly namespaceId: string;
  /** Chunk sizes; undefined: those of the namespace. */
  readonly chunkConfig?: Pick<IncomingSource, 'chunkSize' | 'chunkOverlap'> | undefined;
  readonly organizationId: string;
  readonly tenantId: string | undefined;
  /** Whether the namespace's scraper reads its pages. */
  readonly needsScraper: boolean;
}

/** Accepts a source of the caller's namespace; its jobs are not dispatched yet. Rejects as `acceptSource` does, and with WEB_SCRAPER_CONFIG_NOT_SET. */
export async function acceptWebSource(
  context: GatewayContext,
  { namespaceId, chunkConfig, tenantId, needsScraper, ...source }: WebSource,
): Promise<AcceptedSource & { readonly namespace: Namespace }> {
  // Looked up anew: whether it can scrape may have changed a moment ago.
  const namespace = await findOwnNamespace(context, source.organizationId, namespaceId);
  if (needsScraper) requireScraper(namespace.configs);
  const { database, vault } = context;
  const incoming = {
    ...source,
    ...chunkSizesOf(namespace, chunkConfig),
    namespaceId: namespace.id,
    tenantId: tenantId ?? null,
  };
  const accepted =
    source.syncFrequency === 'NEVER'
      ? await acceptSource(database, vault, incoming)
      : await database.$transaction((session) => acceptSource(session, vault, incoming));
  return { ...accepted, namespace };
}

type WebSourceBody = ReturnType<
  typeof sourceBody<
    'SITEMAP' | 'WEBSITE' | 'YOUTUBE',
    z.ZodType<Record<string, unknown>>,
    typeof syncFrequency
  >
>;

interface WebSourceRoute<Body extends WebSourceBody> {
  readonly path: `/v1/ingest/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly body: Body;
  /** Whether the namespace's scraper reads its pages. */
  readonly needsScraper: boolean;
  /** Message of the response. */
  readonly message: string;
}

/** Creates the route of a source whose documents a worker discovers. */
const webSourceRoute = <Body extends WebSourceBody>({
  needsScraper,
  message,
  ...about
}: WebSourceRoute<Body>) =>
  route({
    ...about,
    method: 'post',
    tags: ['Ingestion'],
    scope: 'ingest',
    bodyLimit: ({ jsonBytes }) => 4 * jsonBytes,
    status: 202,
    response: ingestAccepted,
    errors: [
      'NAMESPACE_NOT_FOUND',
      'ORGANIZATION_LIMIT_REACHED',
      ...(needsScraper ? (['WEB_SCRAPER_CONFIG_NOT_SET'] as const) : []),
    ],
    invalid: invalidWebSource,
    failed: 'INGESTION_FAILED',

    async handle({ body: { ingestConfig, ...body }, organizationId, tenantId }, context) {
      const asked = { ...body, ...ingestConfig, organizationId, tenantId, needsScraper };
      const { ingestJobRunId, jobs } = await acceptWebSource(context, asked);
      context.dispatcher.dispatch(jobs);
      return { message, data: { ingestJobRunId, documents: [] } };
    },
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

const maxUrls = 1_000;

const videoUrl = webUrl.refine(
  (address) => URL.canParse(address) && recognizeYouTube(new URL(address)) !== undefined,
  {
    error: 'must be the URL of a video, a playlist or a channel of YouTube',
  },
);

const videos = z.strictObject({
  urls: z.array(videoUrl).min(1).max(maxUrls).describe('Videos, playlists or channels'),
  metadata: metadata.optional(),
});

export const ingestYoutube = webSourceRoute({
  path: '/v1/ingest/youtube',
  summary: 'Ingest videos, playlists and channels',
  description: 'The transcript of each video becomes a document. A video without one fails with the reason.',
  body: sourceBody('YOUTUBE', videos, syncFrequency).meta({
    examples: [
      {
        namespaceId: 'quickstart',
        ingestConfig: {
          source: 'YOUTUBE',
          config: { urls: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'] },
        },
      },
    ],
  }),
  needsScraper: false,
  message: 'The videos will be read',
});
