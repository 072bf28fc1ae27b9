import { AppError } from '@docfleet/errors';
import { listByDataApi } from './list-by-data-api.ts';
import { listByFeed } from './list-by-feed.ts';
import { listByPages } from './list-by-pages.ts';
import type { YouTubeChannel, YouTubeTarget } from './recognize.ts';
import {
  createYouTubeClient,
  type VideoFinding,
  type YouTubeClient,
  type YouTubeContext,
} from './youtube-client.ts';

const channelPaths: Record<YouTubeChannel['by'], string> = {
  id: '/channel/',
  handle: '/@',
  user: '/user/',
  custom: '/c/',
};

/** Patterns of a page's own channel id. The most specific come first, as later ones match other channels too. */
const channelForms = [
  /"externalId":"(UC[\w-]{22})"/,
  /rel="canonical" href="[^"]*\/channel\/(UC[\w-]{22})"/,
  /"channelId":"(UC[\w-]{22})"/,
  /\/channel\/(UC[\w-]{22})"/,
];

async function channelIdOf({ by, name }: YouTubeChannel, youtube: YouTubeClient): Promise<string> {
  if (by === 'id') return name;
  const page = await youtube.get(new URL(`${channelPaths[by]}${encodeURIComponent(name)}`, youtube.site));
  const id = channelForms.flatMap((form) => form.exec(page.text)?.[1] ?? [])[0];
  if (id) return id;
  if (page.status === 404) throw new AppError('PAGE_NOT_FOUND', `YouTube has no channel "${name}"`);
  throw new AppError('PAGE_UNAVAILABLE', `YouTube does not show the channel "${name}" now`, {
    details: page.retryAfterMs === undefined ? {} : { retryAfterMs: page.retryAfterMs },
  });
}

/** All uploads of a channel are a playlist, too. */
const uploadsOf = (channelId: string) => `UU${channelId.slice(2)}`;

/** Lists videos by YouTube's own pages, and by the feed of the newest fifteen where the pages cannot be read. */
async function* listWithoutKey(playlistId: string, youtube: YouTubeClient): AsyncGenerator<VideoFinding> {
  const seen = new Set<string>();
  try {
    for await (const finding of listByPages(playlistId, youtube)) {
      if (finding.kind === 'video') seen.add(finding.videoId);
      yield finding;
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'PAGE_NOT_FOUND') throw error;
    for await (const finding of listByFeed(playlistId, youtube))
      if (finding.kind !== 'video' || !seen.has(finding.videoId)) yield finding;
  }
}

/**
 * The videos that an address leads to, as they are found: one, or those of a playlist or channel. Rejects with PAGE_NOT_FOUND when
 * there is no such list, PROVIDER_REJECTED when the key is refused.
 */
export async function* listVideos(
  target: YouTubeTarget,
  context: YouTubeContext,
): AsyncGenerator<VideoFinding> {
  if (target.kind === 'video') {
    yield { kind: 'video', videoId: target.videoId, title: undefined };
    return;
  }
  const youtube = createYouTubeClient(context);
  const playlistId =
    target.kind === 'playlist' ? target.playlistId : uploadsOf(await channelIdOf(target.channel, youtube));
  yield* context.dataApiKey
    ? listByDataApi(playlistId, youtube, context.dataApiKey)
    : listWithoutKey(playlistId, youtube);
}
