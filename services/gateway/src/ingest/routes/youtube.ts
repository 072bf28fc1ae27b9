import { metadata } from '@docfleet/api/metadata';
import { webUrl } from '@docfleet/api/web-source';
import { recognizeYouTube } from '@docfleet/scraping';
import { z } from 'zod';
import { sourceBody, syncFrequency } from '../source-body.ts';
import { webSourceRoute } from '../web-source-route.ts';

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
