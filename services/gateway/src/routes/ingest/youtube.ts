import { recogniseYouTube } from '@docfleet/scraping';
import { z } from 'zod';
import { acceptWebSource } from '../../accept-web-source.ts';
import { route } from '../../http/route.ts';
import { chunkConfig } from '../../schemas/chunk-config.ts';
import { ingestAccepted } from '../../schemas/ingest-accepted.ts';
import { metadata } from '../../schemas/metadata.ts';
import { namespaceId } from '../../schemas/namespace-id.ts';
import { syncFrequency } from '../../schemas/sync-frequency.ts';
import { invalidWebSource, webUrl } from '../../schemas/web-source.ts';

const mostUrls = 1_000;

const videoUrl = webUrl.refine(
  (address) => URL.canParse(address) && recogniseYouTube(new URL(address)) !== undefined,
  {
    error: 'must be the URL of a video, a playlist or a channel of YouTube',
  },
);

const ingestYoutubeBody = z
  .strictObject({
    namespaceId,
    ingestConfig: z.strictObject({
      source: z.literal('YOUTUBE'),
      config: z.strictObject({
        urls: z.array(videoUrl).min(1).max(mostUrls).describe('Videos, playlists or channels'),
        metadata: metadata.optional(),
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
          source: 'YOUTUBE',
          config: { urls: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'] },
        },
      },
    ],
  });

export const ingestYoutube = route({
  method: 'post',
  path: '/v1/ingest/youtube',
  summary: 'Ingest videos, playlists and channels',
  description: 'The transcript of each video becomes a document. A video without one fails with the reason.',
  tags: ['Ingestion'],
  scope: 'ingest',
  body: ingestYoutubeBody,
  bodyLimit: ({ jsonBytes }) => 4 * jsonBytes,
  status: 202,
  reply: ingestAccepted,
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: invalidWebSource,
  failed: 'INGESTION_FAILED',

  async handle({ body: { ingestConfig, ...body }, organizationId, tenantId }, context) {
    const asked = { ...body, ...ingestConfig, organizationId, tenantId, needsScraper: false };
    const { ingestJobRunId, jobs } = await acceptWebSource(context, asked);
    context.dispatcher.dispatch(jobs);
    return { message: 'The videos will be read', data: { ingestJobRunId, documents: [] } };
  },
});
