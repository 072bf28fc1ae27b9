import type { AppError } from '@docfleet/errors';
import { refusalError } from '@docfleet/provider';
import { z } from 'zod';
import { countEntries } from './count-entries.ts';
import {
  parseResponse,
  type VideoFinding,
  type YouTubeClient,
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
export async function* listByDataApi(
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
