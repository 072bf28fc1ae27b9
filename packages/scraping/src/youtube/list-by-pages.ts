import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { innerKeyOf, parseResponse, type VideoFinding, type YouTubeClient } from './youtube-client.ts';

const client = { clientName: 'WEB', clientVersion: '2.20260901.00.00', hl: 'en' };
const maxPages = 1_000;

interface Found {
  readonly videos: VideoFinding[];
  continuation: string | undefined;
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function titleOf({ title }: Node): string | undefined {
  const { simpleText, runs } = (isNode(title) ? title : {}) as {
    simpleText?: unknown;
    runs?: { text?: unknown }[];
  };
  if (typeof simpleText === 'string') return simpleText;
  return Array.isArray(runs) ? runs.map(({ text }) => String(text ?? '')).join('') : undefined;
}

/** The videos and the way to the next page, wherever in an answer they are: YouTube moves them about, and keeps their names. */
function collect(answer: unknown): Found {
  const found: Found = { videos: [], continuation: undefined };
  // A stack rather than recursion, and taken from its end: what is pushed in reverse comes out in order.
  const pending: unknown[] = [answer];
  while (pending.length > 0) {
    const value = pending.pop();
    if (!isNode(value)) continue;
    const { playlistVideoRenderer: video, lockupViewModel: lockup, continuationCommand: more } = value;
    if (isNode(video) && typeof video['videoId'] === 'string' && video['isPlayable'] !== false)
      found.videos.push({ kind: 'video', videoId: video['videoId'], title: titleOf(video) });
    else if (isNode(lockup) && lockup['contentType'] === 'LOCKUP_CONTENT_TYPE_VIDEO')
      found.videos.push({ kind: 'video', videoId: String(lockup['contentId']), title: undefined });
    else if (isNode(more) && typeof more['token'] === 'string') found.continuation = more['token'];
    else pending.push(...Object.values(value).reverse());
  }
  return found;
}

async function readKey(playlistId: string, youtube: YouTubeClient): Promise<string> {
  const { status, text } = await youtube.get(new URL(`/playlist?list=${playlistId}&hl=en`, youtube.site));
  if (status === 404) throw new AppError('PAGE_NOT_FOUND', 'YouTube has no such list');
  const key = innerKeyOf(text);
  if (status >= 400 || !key)
    throw new AppError('PAGE_UNAVAILABLE', 'YouTube does not show the list to us now');
  return key;
}

/** Lists a playlist as YouTube's own pages do when they are scrolled; rejects when they keep us out. */
export async function* listByPages(playlistId: string, youtube: YouTubeClient): AsyncGenerator<VideoFinding> {
  const key = await readKey(playlistId, youtube);
  const url = new URL(`/youtubei/v1/browse?key=${key}&prettyPrint=false`, youtube.site);
  const visited = new Set<string>();
  let question: object = { browseId: `VL${playlistId}` };
  for (let number = 0; number < maxPages; number++) {
    const answer = await youtube.post(url, { context: { client }, ...question });
    if (answer.status === 404) throw new AppError('PAGE_NOT_FOUND', 'YouTube has no such list');
    if (answer.status !== 200)
      throw new AppError('PAGE_UNAVAILABLE', `YouTube answered ${answer.status} when asked for the list`);
    const { videos, continuation } = collect(parseResponse(answer, z.unknown()));
    if (number === 0 && videos.length === 0)
      throw new AppError('PAGE_UNAVAILABLE', 'YouTube shows an empty list, or shows it in another form');
    yield* videos;
    if (!continuation || visited.has(continuation)) return;
    visited.add(continuation);
    question = { continuation };
  }
  yield { kind: 'incomplete', reason: 'The list is too long to be read whole' };
}
