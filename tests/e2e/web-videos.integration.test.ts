import { startWebSite, type WebResponse, type WebSite } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createNamespace, search, waitForRun } from './documents.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

const spokenId = 'dQw4w9WgXcQ';

let youtube: WebSite;
let player: WebResponse;
let fleet: TestFleet;

/** As YouTube answers: a page with the key of its player, the player, and the captions that it names. */
beforeAll(async () => {
  youtube = await startWebSite({
    '/watch': {
      headers: { 'content-type': 'text/html' },
      body: '<script>{"INNERTUBE_API_KEY":"inner-key"}</script>',
    },
    '/api/timedtext': {
      body: '<?xml version="1.0"?><transcript><text start="1" dur="2">Lamps are lit</text></transcript>',
    },
  });
  const captionTracks = [{ baseUrl: `${youtube.url}/api/timedtext?lang=en`, languageCode: 'en' }];
  player = {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      playabilityStatus: { status: 'OK' },
      videoDetails: { title: 'The lamps' },
      captions: { playerCaptionsTracklistRenderer: { captionTracks } },
    }),
  };
  fleet = await startTestFleet({ EGRESS_ALLOW_CIDRS: '127.0.0.0/8', YOUTUBE_URL: youtube.url });
  await createNamespace(fleet.api, 'videos');
}, 90_000);
beforeEach(() => {
  youtube.pages.set('/youtubei/v1/player', player);
});
afterAll(async () => {
  await fleet.remove();
  await youtube.close();
});

async function ingestVideos(url: string): Promise<string> {
  const config = { urls: [url] };
  const body = { namespaceId: 'videos', ingestConfig: { source: 'YOUTUBE', config } };
  const response = await fleet.api.request<{ ingestJobRunId: string }>('POST', '/v1/ingest/youtube', body);
  return response.body.data.ingestJobRunId;
}

test('the transcript of a video is found by search, and a video without one fails with the reason', async () => {
  const video = `https://youtu.be/${spokenId}`;
  const run = await waitForRun(fleet.api, 'videos', await ingestVideos(video));
  expect(run.documents.completed).toHaveLength(1);
  const [hit] = await search(fleet.api, 'videos', 'lamps are lit');
  expect(hit).toMatchObject({ document: { name: 'The lamps' }, location: { seconds: [1, 1] } });
  youtube.pages.set('/youtubei/v1/player', {
    body: JSON.stringify({ playabilityStatus: { status: 'ERROR', reason: 'Video unavailable' } }),
  });
  const later = await waitForRun(fleet.api, 'videos', await ingestVideos(video));
  expect(later.documents.failed).toMatchObject([{ error: expect.stringContaining('Video unavailable') }]);
  // Searches still find the same documents.
  expect((await search(fleet.api, 'videos', 'lamps are lit'))[0]?.document.name).toBe('The lamps');
});

/** Data that YouTube's pages load when a list is scrolled: here all of it at once. */
const listOf = (videoIds: readonly string[]): WebResponse => ({
  body: JSON.stringify({
    contents: videoIds.map((videoId) => ({
      playlistVideoRenderer: { videoId, title: { simpleText: `Video ${videoId}` } },
    })),
  }),
});

const channelId = 'UC1234567890123456789012';

test.each([
  ['playlist', 'https://www.youtube.com/playlist?list=PL1234567890', ['listed-aaaa', 'listed-bbbb']],
  ['channel', 'https://www.youtube.com/@lamps', ['upload-aaaa', 'upload-bbbb', 'upload-cccc']],
])('each video of a %s becomes a document of its own', async (_kind, url, videoIds) => {
  const withKey = { body: '<script>{"INNERTUBE_API_KEY":"inner-key"}</script>' };
  youtube.pages.set('/playlist', withKey);
  youtube.pages.set('/@lamps', { body: `<link rel="canonical" href="/channel/${channelId}">` });
  youtube.pages.set('/youtubei/v1/browse', listOf(videoIds));
  const run = await waitForRun(fleet.api, 'videos', await ingestVideos(url));
  expect(run.documents.failed).toEqual([]);
  const found = await fleet.database.document.findMany({ where: { externalId: { in: videoIds } } });
  expect(found.map(({ externalId, status }) => [externalId, status]).toSorted()).toEqual(
    videoIds.map((videoId) => [videoId, 'SUCCESS']),
  );
  expect(run.documents.completed).toHaveLength(videoIds.length);
});
