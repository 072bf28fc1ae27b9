import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startYouTube, type YouTube } from '../../test/youtube-site.ts';
import { listVideos } from './list-videos.ts';
import type { YouTubeTarget } from './recognize.ts';

const channelId = 'UC1234567890123456789012';
const uploads = 'UU1234567890123456789012';
const playlist: YouTubeTarget = { kind: 'playlist', playlistId: 'PL1' };
let youtube: YouTube;
beforeAll(async () => {
  youtube = await startYouTube();
});
beforeEach(() => youtube.reset());
afterAll(() => youtube.close());

async function list(target: YouTubeTarget, dataApiKey?: string) {
  const found: string[] = [];
  for await (const finding of listVideos(target, { ...youtube.context, dataApiKey }))
    found.push(finding.kind === 'video' ? `${finding.videoId} ${finding.title}` : finding.kind);
  return found;
}

const renderer = (videoId: string) => ({
  playlistVideoRenderer: { videoId, title: { runs: [{ text: `T${videoId}` }] } },
});
const count = (videos: number) => ({ numVideosText: { runs: [{ text: `${videos}` }, { text: ' videos' }] } });
const more = (token: string) => ({
  continuationItemRenderer: { continuationEndpoint: { continuationCommand: { token } } },
});

function showPages(pages: Record<string, readonly object[]>): void {
  youtube.answers.set('/youtubei/v1/browse', ({ json }) => {
    const { browseId, continuation } = json as { browseId?: string; continuation?: string };
    const contents = pages[continuation ?? browseId ?? ''];
    return contents ? { body: { contents: { tabs: [{ contents }] } } } : { status: 404 };
  });
}

const feed =
  '<feed xmlns:yt="x"><title>List</title><entry><yt:videoId>v1</yt:videoId><title>Q&amp;A</title><author><title>no</title></author></entry></feed>';

test('a video is the only one of its list', async () => {
  expect(await list({ kind: 'video', videoId: 'v' })).toEqual(['v undefined']);
});

test('without a key the pages of a list are read one after the other', async () => {
  showPages({ VLPL1: [count(3), renderer('a'), renderer('b'), more('t1')], t1: [renderer('c')] });
  expect(await list(playlist)).toEqual(['a Ta', 'b Tb', 'c Tc']);
});

test('a page that leads to itself ends a list that is incomplete', async () => {
  showPages({ VLPL1: [count(3), renderer('a'), more('t1')], t1: [renderer('c'), more('t1')] });
  expect(await list(playlist)).toEqual(['a Ta', 'c Tc', 'incomplete']);
});

test.each([
  ['1,234 videos', 'unproven'],
  ['2 videos', 'b Tb'],
  ['1 video', 'b Tb'],
  ['many', 'unproven'],
])('a list of two that says it has %s ends with %s', async (text, last) => {
  showPages({ VLPL1: [{ stats: { simpleText: text } }, renderer('a'), renderer('b')] });
  expect((await list(playlist)).at(-1)).toBe(last);
});

test('a video that is twice in a list counts at both of its places', async () => {
  const placed = ['1', '2'].map((place) => ({
    playlistVideoRenderer: { videoId: 'a', title: { simpleText: 'A' }, index: { simpleText: place } },
  }));
  showPages({ VLPL1: [count(2), ...placed] });
  expect(await list(playlist)).toEqual(['a A', 'a A']);
});

test.each([
  ['handle', '/@name'],
  ['user', '/user/name'],
  ['custom', '/c/name'],
] as const)('a channel by its %s has the list of its uploads', async (by, path) => {
  youtube.answers.set(path, {
    body: `<link rel="canonical" href="https://www.youtube.com/channel/${channelId}">`,
  });
  showPages({ [`VL${uploads}`]: [count(1), renderer('a')] });
  expect(await list({ kind: 'channel', channel: { by, name: 'name' } })).toEqual(['a Ta']);
});

test('a channel is the one that its page is about, whatever other channels it names before', async () => {
  const other = '"channelId":"UC0000000000000000000000","x":"/channel/UC9999999999999999999999"';
  const target: YouTubeTarget = { kind: 'channel', channel: { by: 'handle', name: 'name' } };
  showPages({ [`VL${uploads}`]: [count(1), renderer('a')] });
  for (const own of [`"externalId":"${channelId}"`, `<link rel="canonical" href="/channel/${channelId}">`]) {
    youtube.answers.set('/@name', { body: `${other} ${own}` });
    expect(await list(target)).toEqual(['a Ta']);
  }
});

test('a channel that does not exist is reported', async () => {
  const unknown: YouTubeTarget = { kind: 'channel', channel: { by: 'handle', name: 'unknown' } };
  await expect(list(unknown)).rejects.toMatchObject({ code: 'PAGE_NOT_FOUND' });
});

test('where the pages keep us out, the feed lists the newest, and says that there may be more', async () => {
  youtube.answers.set('/playlist', { body: '<html>robot?</html>' });
  youtube.answers.set('/feeds/videos.xml', { body: feed });
  expect(await list(playlist)).toEqual(['v1 Q&A', 'incomplete']);
});

test('a list that breaks off in the midst is incomplete, and no video comes twice', async () => {
  youtube.answers.set('/youtubei/v1/browse', ({ json }) =>
    'browseId' in (json as object) ? { body: [renderer('v1'), more('t1')] } : { status: 429 },
  );
  youtube.answers.set('/feeds/videos.xml', { body: feed });
  expect(await list(playlist)).toEqual(['v1 Tv1', 'incomplete']);
});

test('with a key the documented API is asked, page by page, and private videos are left out', async () => {
  const item = (videoId: string, privacyStatus = 'public') => ({
    contentDetails: { videoId },
    snippet: { title: videoId.toUpperCase() },
    status: { privacyStatus },
  });
  youtube.answers.set('/youtube/v3/playlistItems', ({ query }) => ({
    body: query.get('pageToken')
      ? { pageInfo: { totalResults: 3 }, items: [item('c')] }
      : { nextPageToken: 'p2', items: [item('a'), item('b', 'private')] },
  }));
  expect(await list(playlist, 'the-key')).toEqual(['a A', 'c C']);
  expect(youtube.server.requests.map(({ query }) => query.get('key'))).toEqual(['the-key', 'the-key']);
});

test.each([
  [403, 'quotaExceeded', 'PROVIDER_RATE_LIMITED'],
  [400, 'badRequest', 'PROVIDER_REJECTED'],
  [404, 'playlistNotFound', 'PAGE_NOT_FOUND'],
])('a %i of the API for %s is %s, and does not repeat the key', async (status, reason, code) => {
  const error = { message: 'API key the-key not valid', errors: [{ reason }] };
  youtube.answers.set('/youtube/v3/playlistItems', { status, body: { error } });
  const refusal = await list(playlist, 'the-key').catch((thrown: unknown) => thrown);
  expect(refusal).toMatchObject({ code });
  expect(JSON.stringify(refusal) + String(refusal)).not.toContain('the-key');
});
