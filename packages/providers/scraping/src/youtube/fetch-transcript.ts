import { z } from 'zod';
import { type Cue, parseTimedText, type SpokenTime, transcriptMarkdown } from './transcript-markdown.ts';
import {
  createYouTubeClient,
  innerKeyOf,
  parseResponse,
  type YouTubeClient,
  type YouTubeContext,
  type YouTubeResponse,
} from './youtube-client.ts';

/** Reason why a video has no transcript for us. BLOCKED is temporary, perhaps with another proxy; the others are the video's own. */
export type TranscriptRefusal =
  | 'NO_CAPTIONS'
  | 'DISABLED'
  | 'PRIVATE'
  | 'UNAVAILABLE'
  | 'AGE_RESTRICTED'
  | 'BLOCKED'
  | 'PO_TOKEN_REQUIRED';

export type Transcript =
  | {
      readonly outcome: 'OK';
      readonly title: string;
      readonly markdown: string;
      readonly times: readonly SpokenTime[];
      readonly language: string;
      /** Recognized by a machine. */
      readonly isGenerated: boolean;
    }
  | {
      readonly outcome: TranscriptRefusal;
      readonly reason: string;
      readonly retryAfterMs?: number | undefined;
    };

type Refused = Exclude<Transcript, { outcome: 'OK' }>;

const captionTrack = z.object({
  baseUrl: z.string(),
  languageCode: z.string(),
  kind: z.string().optional(),
});
type CaptionTrack = z.output<typeof captionTrack>;

const player = z.object({
  playabilityStatus: z.object({ status: z.string(), reason: z.string().optional() }).optional(),
  videoDetails: z.object({ title: z.string(), videoId: z.string().optional() }).optional(),
  captions: z
    .object({
      playerCaptionsTracklistRenderer: z
        .object({ captionTracks: z.array(captionTrack).default([]) })
        .optional(),
    })
    .optional(),
});
type Player = z.output<typeof player>;

/** Client data of YouTube's own app, whose caption addresses need no token most of the time. */
const client = { clientName: 'ANDROID', clientVersion: '20.10.38', hl: 'en' };

const refuse = (outcome: TranscriptRefusal, reason: string, waitMs?: number): Refused => ({
  outcome,
  reason,
  ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
});

const isRefused = (result: object): result is Refused => 'outcome' in result;

function refusedByStatus({ status, retryAfterMs }: YouTubeResponse): Refused | undefined {
  if (status < 400) return undefined;
  if (status === 404 || status === 410) return refuse('UNAVAILABLE', `YouTube answered ${status}`);
  return refuse('BLOCKED', `YouTube answered ${status}`, retryAfterMs);
}

function refusedByPlayer({ playabilityStatus }: Player): Refused | undefined {
  const { status = 'ERROR', reason = 'YouTube stated no reason' } = playabilityStatus ?? {};
  if (status === 'OK') return undefined;
  if (/\bbot\b|unusual traffic/i.test(reason)) return refuse('BLOCKED', reason);
  if (/^AGE_/.test(status) || /\bage\b|inappropriate for some/i.test(reason))
    return refuse('AGE_RESTRICTED', reason);
  if (/private/i.test(reason)) return refuse('PRIVATE', reason);
  // Without a word about the video it is us who are not wanted.
  return refuse(status === 'LOGIN_REQUIRED' ? 'BLOCKED' : 'UNAVAILABLE', reason);
}

/**
 * Returns the distance of a track's language from a requested one: 0 for the requested one, 1 for another region, 2 for another script, as
 * traditional and simplified Chinese are; undefined for another language.
 */
function distance(code: string, wanted: string): number | undefined {
  const [track, want] = [code, wanted].map((tag) => new Intl.Locale(tag));
  const [whole, wantWhole] = [track?.maximize(), want?.maximize()];
  if (!want || !whole || !wantWhole || whole.language !== wantWhole.language) return undefined;
  if (whole.script !== wantWhole.script) return 2;
  return want.region === undefined || whole.region === wantWhole.region ? 0 : 1;
}

/** Returns the `distance` of a track's language; YouTube's codes that are in no standard are compared by their first part. */
function distanceOf({ languageCode }: CaptionTrack, wanted: string): number | undefined {
  try {
    return distance(languageCode, wanted);
  } catch {
    return languageCode.toLowerCase().split('-')[0] === wanted.toLowerCase().split('-')[0] ? 1 : undefined;
  }
}

/** The track that is the nearest to a wanted language: of equal ones what its uploader wrote before what a machine heard, and the same code first. */
function nearest(tracks: readonly CaptionTrack[], wanted: string): CaptionTrack | undefined {
  const ranked = tracks.flatMap((track) => {
    const away = distanceOf(track, wanted);
    if (away === undefined) return [];
    const isExact = track.languageCode.toLowerCase() === wanted.toLowerCase();
    return [{ track, rank: away * 4 + (track.kind === 'asr' ? 2 : 0) + (isExact ? 0 : 1) }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank)[0]?.track;
}

/** Requested languages first, in their order; then English, any, any machine's. */
function chooseTrack(
  tracks: readonly CaptionTrack[],
  languages: readonly string[],
): CaptionTrack | undefined {
  for (const language of languages) {
    const found = nearest(tracks, language);
    if (found) return found;
  }
  const written = tracks.filter(({ kind }) => kind !== 'asr');
  return nearest(written, 'en') ?? written[0] ?? nearest(tracks, 'en') ?? tracks[0];
}

async function callPlayer(youtube: YouTubeClient, videoId: string): Promise<Player | Refused> {
  const page = await youtube.get(new URL(`/watch?v=${videoId}&hl=en`, youtube.site));
  const refused = refusedByStatus(page);
  if (refused) return refused;
  const key = innerKeyOf(page.text);
  if (!key)
    return refuse(
      'BLOCKED',
      'YouTube showed a page that is not the video: a check for robots, or for consent',
    );
  const url = new URL(`/youtubei/v1/player?key=${key}&prettyPrint=false`, youtube.site);
  const answer = await youtube.post(url, { context: { client }, videoId });
  return refusedByStatus(answer) ?? parseResponse(answer, player);
}

async function readTrack(
  youtube: YouTubeClient,
  { baseUrl }: CaptionTrack,
): Promise<readonly Cue[] | Refused> {
  const url = new URL(baseUrl, youtube.site);
  url.searchParams.delete('fmt');
  const answer = await youtube.get(url);
  const refused = refusedByStatus(answer);
  if (refused) return refused;
  // YouTube answers 200 with nothing where it wants a proof of origin; such addresses say exp=xpe most of the time.
  if (answer.text.trim() === '')
    return refuse('PO_TOKEN_REQUIRED', 'YouTube serves the captions to its own players only');
  if (!/^\s*(?:<\?xml|<transcript|<timedtext)/i.test(answer.text))
    return refuse('BLOCKED', 'YouTube sent something else in place of the captions');
  // Half of the captions would replace all of them.
  if (!/(?:<\/(?:transcript|timedtext)\s*>|<(?:transcript|timedtext)[^<>]*\/>)\s*$/i.test(answer.text))
    return refuse('BLOCKED', 'The captions that YouTube sent break off');
  const cues = parseTimedText(answer.text);
  return cues.length > 0 ? cues : refuse('NO_CAPTIONS', 'The captions have no words');
}

/**
 * The transcript of a video in the first of the languages that it has, as Markdown with times under its title, by three requests.
 * A video without one is reported by its outcome, never by an empty text; rejects when YouTube cannot be reached.
 */
export async function fetchTranscript(
  videoId: string,
  languages: readonly string[],
  context: YouTubeContext,
): Promise<Transcript> {
  const youtube = createYouTubeClient(context);
  const found = await callPlayer(youtube, videoId);
  if (isRefused(found)) return found;
  const refused = refusedByPlayer(found);
  if (refused) return refused;
  const answered = found.videoDetails?.videoId ?? videoId;
  if (answered !== videoId)
    return refuse('BLOCKED', `YouTube answered with another video (${answered.slice(0, 50)})`);
  const list = found.captions?.playerCaptionsTracklistRenderer;
  if (!list) return refuse('DISABLED', 'The video has no captions, or its owner does not show them');
  const track = chooseTrack(list.captionTracks, languages);
  if (!track) return refuse('NO_CAPTIONS', 'The video has no captions');
  const cues = await readTrack(youtube, track);
  if ('outcome' in cues) return cues;
  const title = found.videoDetails?.title ?? videoId;
  const { languageCode: language, kind } = track;
  return {
    outcome: 'OK',
    title,
    ...transcriptMarkdown(title, cues),
    language,
    isGenerated: kind === 'asr',
  };
}
