import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import {
  countEntries,
  type EntryCount,
  innerKeyOf,
  parseResponse,
  type VideoFinding,
  type YouTubeClient,
} from './youtube-client.ts';

const client = { clientName: 'WEB', clientVersion: '2.20260901.00.00', hl: 'en' };
const maxPages = 1_000;

interface Found {
  readonly videos: VideoFinding[];
  continuation: string | undefined;
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** A text in one of YouTube's forms. */
function textOf(value: unknown): string | undefined {
  const { simpleText, runs } = (isNode(value) ? value : {}) as {
    simpleText?: unknown;
    runs?: { text?: unknown }[];
  };
  if (typeof simpleText === 'string') return simpleText;
  return Array.isArray(runs) ? runs.map((run) => String(run?.text ?? '')).join('') : undefined;
}

const countForm = /^([\d,]+) videos?$/i;

/** The number that a text like "1,234 videos" states; the pages are asked for in English. */
function statedCount(node: Node): number | undefined {
  const text = textOf(node) ?? node['content'];
  const [, digits] = countForm.exec(typeof text === 'string' ? text.trim() : '') ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}

/** The list that an entry leads on with. */
function listOf({ navigationEndpoint: to }: Node): string | undefined {
  const watch = isNode(to) ? to['watchEndpoint'] : undefined;
  const list = isNode(watch) ? watch['playlistId'] : undefined;
  return typeof list === 'string' ? list : undefined;
}

/** The videos and the way to the next page, wherever in an answer they are: YouTube moves them about, and keeps their names. */
function collect(answer: unknown, count: EntryCount): Found {
  const found: Found = { videos: [], continuation: undefined };
  // A stack rather than recursion, and taken from its end: what is pushed in reverse comes out in order.
  const pending: unknown[] = [answer];
  while (pending.length > 0) {
    const value = pending.pop();
    if (!isNode(value)) continue;
    const { playlistVideoRenderer: video, lockupViewModel: lockup, continuationCommand: more } = value;
    if (isNode(video)) {
      // A video that is not playable here may be playable elsewhere and for its owner: it is not counted either.
      if (typeof video['videoId'] !== 'string' || video['isPlayable'] === false) continue;
      // A list may have a video twice, at two of its places.
      count.note(textOf(video['index']) ?? video['videoId'], listOf(video));
      found.videos.push({ kind: 'video', videoId: video['videoId'], title: textOf(video['title']) });
    } else if (isNode(lockup) && lockup['contentType'] === 'LOCKUP_CONTENT_TYPE_VIDEO') {
      const videoId = String(lockup['contentId']);
      count.note(videoId);
      found.videos.push({ kind: 'video', videoId, title: undefined });
    } else if (isNode(more) && typeof more['token'] === 'string') found.continuation = more['token'];
    else {
      count.state(statedCount(value));
      pending.push(...Object.values(value).reverse());
    }
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
  const count = countEntries(playlistId);
  let question: object = { browseId: `VL${playlistId}` };
  for (let number = 0; number < maxPages; number++) {
    const answer = await youtube.post(url, { context: { client }, ...question });
    if (answer.status === 404) throw new AppError('PAGE_NOT_FOUND', 'YouTube has no such list');
    if (answer.status !== 200)
      throw new AppError('PAGE_UNAVAILABLE', `YouTube answered ${answer.status} when asked for the list`);
    const { videos, continuation } = collect(parseResponse(answer, z.unknown()), count);
    if (number === 0 && videos.length === 0)
      throw new AppError('PAGE_UNAVAILABLE', 'YouTube shows an empty list, or shows it in another form');
    yield* videos;
    if (!continuation) {
      if (!count.isProven()) yield { kind: 'unproven' };
      return;
    }
    if (visited.has(continuation)) {
      yield { kind: 'incomplete', reason: 'YouTube shows the same page of the list again and again' };
      return;
    }
    visited.add(continuation);
    question = { continuation };
  }
  yield { kind: 'incomplete', reason: 'The list is too long to be read whole' };
}
