import { AppError } from '@docfleet/errors';
import { refusalError } from '@docfleet/provider';
import { SaxesParser } from 'saxes';
import { z } from 'zod';
import { listByPages } from './list-by-pages.ts';
import type { YouTubeChannel, YouTubeTarget } from './recognize.ts';
import {
  countEntries,
  createYouTubeClient,
  parseResponse,
  type VideoFinding,
  type YouTubeClient,
  type YouTubeContext,
  type YouTubeResponse,
} from './youtube-client.ts';

// https://developers.google.com/youtube/v3/docs/playlistItems/list
const item = z.object({
  id: z.string().optional(),
  contentDetails: z.object({ videoId: z.string() }),
  snippet: z.object({ title: z.string().optional(), playlistId: z.string().optional() }).optional(),
  status: z.object({ privacyStatus: z.string() }).optional(),
});
const page = z.object({
  nextPageToken: z.string().optional(),
  pageInfo: z.object({ totalResults: z.number().optional() }).optional(),
  // One entry that cannot be read does not keep the others out: it is missing from the count.
  items: z.array(item.nullable().catch(null)),
});
const refusal = z.object({
  error: z.object({ message: z.string(), errors: z.array(z.object({ reason: z.string() })).default([]) }),
});

const maxPages = 2_000;

const verdicts = {
  missing: { code: 'PAGE_NOT_FOUND', sentence: 'YouTube has no such list' },
  rate: { code: 'PROVIDER_RATE_LIMITED', sentence: "The YouTube Data API's quota is used up for now" },
  request: { code: 'PROVIDER_REJECTED', sentence: 'The YouTube Data API refuses the request' },
} as const;

function refused(answer: YouTubeResponse, apiKey: string): AppError {
  const { error } = parseResponse(
    answer,
    refusal.catch({ error: { message: `Status ${answer.status}`, errors: [] } }),
  );
  const code = error.errors[0]?.reason ?? '';
  const { status, retryAfterMs } = answer;
  const isRate = status === 429 || /quota|rateLimit/i.test(code);
  const verdict = verdicts[status === 404 ? 'missing' : isRate ? 'rate' : 'request'];
  const note = { reason: error.message, secrets: [apiKey], retryAfterMs };
  return refusalError({ status, headers: new Headers() }, verdict, note);
}

/** Lists a playlist by the documented API: fifty videos and one unit of quota a request. Videos that are private are left out. */
async function* listByDataApi(
  playlistId: string,
  youtube: YouTubeClient,
  apiKey: string,
): AsyncGenerator<VideoFinding> {
  let pageToken: string | undefined;
  const visited = new Set<string>();
  const count = countEntries(playlistId);
  for (let number = 0; number < maxPages; number++) {
    const url = new URL('/youtube/v3/playlistItems', youtube.dataApi);
    url.search = new URLSearchParams({
      part: 'contentDetails,snippet,status',
      playlistId,
      maxResults: '50',
      key: apiKey,
      ...(pageToken ? { pageToken } : {}),
    }).toString();
    const answer = await youtube.get(url);
    if (answer.status !== 200) throw refused(answer, apiKey);
    const { items, nextPageToken, pageInfo } = parseResponse(answer, page);
    count.state(pageInfo?.totalResults);
    for (const entry of items) {
      if (!entry) continue;
      const { id, contentDetails, snippet, status } = entry;
      count.note(id ?? contentDetails.videoId, snippet?.playlistId);
      if (status?.privacyStatus !== 'private')
        yield { kind: 'video', videoId: contentDetails.videoId, title: snippet?.title };
    }
    if (!nextPageToken) {
      if (!count.isProven()) yield { kind: 'unproven' };
      return;
    }
    if (visited.has(nextPageToken)) {
      yield { kind: 'incomplete', reason: 'YouTube sends the same page of the list again and again' };
      return;
    }
    visited.add(nextPageToken);
    pageToken = nextPageToken;
  }
  yield { kind: 'incomplete', reason: `The list has more than ${maxPages * 50} videos` };
}

function parseFeed(xml: string): VideoFinding[] {
  const videos: VideoFinding[] = [];
  const path: string[] = [];
  let [text, videoId, title] = ['', '', ''];
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
    if (name === 'entry') [videoId, title] = ['', ''];
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (path.at(-1) === 'entry' && name === 'yt:videoId') videoId = text.trim();
    if (path.at(-1) === 'entry' && name === 'title') title = text.trim();
    if (name === 'entry' && videoId) videos.push({ kind: 'video', videoId, title: title || undefined });
  });
  parser.write(xml).close();
  return videos;
}

/** The newest fifteen videos of a playlist, by its feed; it does not state whether there are more. */
async function* listByFeed(playlistId: string, youtube: YouTubeClient): AsyncGenerator<VideoFinding> {
  const { status, text } = await youtube.get(
    new URL(`/feeds/videos.xml?playlist_id=${playlistId}`, youtube.site),
  );
  if (status === 404) throw new AppError('PAGE_NOT_FOUND', 'YouTube has no such list');
  if (status !== 200)
    throw new AppError('PAGE_UNAVAILABLE', `YouTube answered ${status} when asked for the list`);
  yield* parseFeed(text);
  yield { kind: 'incomplete', reason: 'YouTube shows only the newest videos of the list without an API key' };
}

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
