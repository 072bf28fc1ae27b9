import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startYouTube, videoId, type YouTube } from '../../test/youtube-site.ts';
import { fetchTranscript } from './fetch-transcript.ts';

let youtube: YouTube;
beforeAll(async () => {
  youtube = await startYouTube();
});
beforeEach(() => youtube.reset());
afterAll(() => youtube.close());

const captions = (body: string) => `<?xml version="1.0" encoding="utf-8" ?><transcript>${body}</transcript>`;
const spoken = captions('<text start="0.5" dur="2">Hello</text><text start="3" dur="1">world</text>');

interface Track {
  readonly languageCode: string;
  readonly kind?: string;
  readonly baseUrl?: string;
}

/** A video with these tracks, whose captions are all the same. */
function show(tracks: readonly Track[], text: string | undefined = spoken): void {
  const captionTracks = tracks.map(({ languageCode, ...track }) => ({
    baseUrl: `${youtube.server.url}/api/timedtext?lang=${languageCode}&fmt=srv3`,
    languageCode,
    ...track,
  }));
  youtube.answers.set('/youtubei/v1/player', {
    body: {
      playabilityStatus: { status: 'OK' },
      videoDetails: { title: 'A *title*' },
      captions: { playerCaptionsTracklistRenderer: { captionTracks } },
    },
  });
  youtube.answers.set('/api/timedtext', { body: text });
}

const play = (body: unknown) => youtube.answers.set('/youtubei/v1/player', { body });
const read = (...languages: string[]) => fetchTranscript(videoId, languages, youtube.context);

test('a transcript is Markdown with its title and times, after three requests', async () => {
  show([{ languageCode: 'en' }]);
  expect(await read()).toEqual({
    outcome: 'OK',
    title: 'A *title*',
    markdown: '# A \\*title\\*\n\n**0:00** Hello world\n',
    times: [{ offset: 15, start: expect.any(Number), end: expect.any(Number) }],
    language: 'en',
    isGenerated: false,
  });
  expect(youtube.server.requests.map(({ path }) => path)).toEqual([
    '/watch',
    '/youtubei/v1/player',
    '/api/timedtext',
  ]);
  expect(youtube.server.requests[1]?.query.get('key')).toBe('inner-key');
  expect(youtube.server.requests[2]?.query.has('fmt')).toBe(false);
});

test.each<[string[], string]>([
  [['de'], 'de'],
  [['de-AT'], 'de'],
  [['ja', 'fr'], 'fr'],
  [['ja'], 'en'],
  [[], 'en'],
])('of German, English and French captions, who wants %j gets %s', async (languages, language) => {
  show([{ languageCode: 'fr', kind: 'asr' }, { languageCode: 'de' }, { languageCode: 'en' }]);
  expect(await read(...languages)).toMatchObject({ outcome: 'OK', language });
});

test.each<[string, string[], string]>([
  ['pt-BR', ['pt-PT', 'pt-BR', 'en'], 'pt-BR'],
  ['pt-BR', ['pt-PT', 'pt'], 'pt'],
  ['zh-Hant', ['zh-Hans', 'zh-Hant'], 'zh-Hant'],
  ['zh-TW', ['zh-Hans', 'zh-Hant'], 'zh-Hant'],
  ['zh-Hant', ['en', 'zh-Hans'], 'zh-Hans'],
  ['es-419', ['es-ES', 'es-419'], 'es-419'],
  ['en', ['en-GB', 'de'], 'en-GB'],
  ['iw', ['en', 'he'], 'he'],
])('who wants %s of %j gets %s', async (wanted, codes, language) => {
  show(codes.map((languageCode) => ({ languageCode })));
  expect(await read(wanted)).toMatchObject({ outcome: 'OK', language });
});

test("what its uploader wrote goes before what a machine heard, and a machine's before nothing", async () => {
  show([{ languageCode: 'en', kind: 'asr' }, { languageCode: 'en' }]);
  expect(await read('en')).toMatchObject({ isGenerated: false });
  show([{ languageCode: 'en', kind: 'asr' }, { languageCode: 'sv' }]);
  expect(await read()).toMatchObject({ language: 'sv' });
  show([{ languageCode: 'en', kind: 'asr' }]);
  expect(await read()).toMatchObject({ language: 'en', isGenerated: true });
});

test.each([
  [
    'entities that are escaped twice',
    captions('<text start="1">Tom &amp;amp; Jerry&amp;#39;s</text>'),
    "Tom & Jerry's",
  ],
  ['three times', captions('<text start="1">a &amp;amp;lt; b</text>'), 'a \\< b'],
  ['fonts', captions('<text start="1">&lt;font color="#fff"&gt;red&lt;/font&gt;</text>'), 'red'],
  [
    'the form with milliseconds and words',
    '<timedtext format="3"><body><p t="1000" d="9"><s>Hello</s><s t="5"> you</s></p><p t="2000"/></body></timedtext>',
    'Hello you',
  ],
  ['line breaks', captions('<text start="1">one\ntwo</text>'), 'one two'],
])('captions with %s are read', async (_what, body, text) => {
  show([{ languageCode: 'en' }], body);
  expect(await read()).toMatchObject({
    outcome: 'OK',
    markdown: expect.stringContaining(`**0:01** ${text}\n`),
  });
});

test('a paragraph ends after half a minute or at a pause, and hours are counted', async () => {
  const cues = [0, 10, 20, 29, 31, 60, 3_661].map((start) => `<text start="${start}">s${start}</text>`);
  show([{ languageCode: 'en' }], captions(cues.join('')));
  const { markdown } = (await read()) as { markdown: string };
  expect(
    markdown
      .split('\n\n')
      .slice(1)
      .map((line) => line.trim()),
  ).toEqual(['**0:00** s0 s10 s20 s29', '**0:31** s31', '**1:00** s60', '**1:01:01** s3661']);
});

test.each<[string, object, string]>([
  [
    'asks for a login to show that we are no robot',
    { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' },
    'BLOCKED',
  ],
  ['asks for a login without a reason', { status: 'LOGIN_REQUIRED' }, 'BLOCKED'],
  ['asks for an age', { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm your age' }, 'AGE_RESTRICTED'],
  ['asks for an age in its status', { status: 'AGE_VERIFICATION_REQUIRED' }, 'AGE_RESTRICTED'],
  ['is private', { status: 'LOGIN_REQUIRED', reason: 'This video is private' }, 'PRIVATE'],
  ['is gone', { status: 'ERROR', reason: 'This video is unavailable' }, 'UNAVAILABLE'],
  [
    'is not shown in this country',
    { status: 'UNPLAYABLE', reason: 'Not available in your country' },
    'UNAVAILABLE',
  ],
  ['has not begun', { status: 'LIVE_STREAM_OFFLINE', reason: 'Premieres in 2 hours' }, 'UNAVAILABLE'],
])('a video that %s is reported as such', async (_what, playabilityStatus, outcome) => {
  play({ playabilityStatus });
  expect(await read()).toMatchObject({ outcome, reason: expect.stringMatching(/\w/) });
});

test.each([
  ['break off', spoken.replace('</transcript>', '')],
  ['break off within a word', spoken.slice(0, -20)],
  ['break off within the other form', '<timedtext format="3"><body><p t="1000">Hello</p><p t="2000">wo'],
])('captions that %s are no shorter transcript: they are asked for again', async (_what, body) => {
  show([{ languageCode: 'en' }], body);
  expect(await read()).toMatchObject({ outcome: 'BLOCKED', reason: expect.stringContaining('break off') });
});

test('what the player says of another video is not the transcript of this one', async () => {
  show([{ languageCode: 'en' }]);
  const shown = youtube.answers.get('/youtubei/v1/player') as { body: object };
  const other = { ...shown.body, videoDetails: { videoId: 'another-vid', title: 'Another' } };
  play(other);
  expect(await read()).toMatchObject({ outcome: 'BLOCKED', reason: expect.stringContaining('another') });
  play({ ...other, videoDetails: { videoId, title: 'This' } });
  expect(await read()).toMatchObject({ outcome: 'OK', title: 'This' });
});

test('a video without captions is distinguished from one whose captions are switched off', async () => {
  show([]);
  expect(await read()).toMatchObject({ outcome: 'NO_CAPTIONS' });
  play({ playabilityStatus: { status: 'OK' }, videoDetails: { title: 'x' } });
  expect(await read()).toMatchObject({ outcome: 'DISABLED' });
});

test.each([
  ['nothing', '', 'PO_TOKEN_REQUIRED'],
  ['blanks', ' \n', 'PO_TOKEN_REQUIRED'],
  ['a web page', '<html>sorry</html>', 'BLOCKED'],
  ['no cues', captions(''), 'NO_CAPTIONS'],
  ['cues without words', captions('<text start="1"> </text>'), 'NO_CAPTIONS'],
])('captions that are %s with status 200 are no success', async (_what, body, outcome) => {
  show([{ languageCode: 'en', baseUrl: `${youtube.server.url}/api/timedtext?exp=xpe` }], body);
  expect(await read()).toMatchObject({ outcome });
});

test.each(['/watch', '/youtubei/v1/player', '/api/timedtext'])(
  'a 429 of %s is a block that passes',
  async (path) => {
    show([{ languageCode: 'en' }]);
    youtube.answers.set(path, { status: 429, headers: { 'retry-after': '60' } });
    expect(await read()).toMatchObject({ outcome: 'BLOCKED', retryAfterMs: 60_000 });
  },
);

test('a page that checks for robots, or asks for consent, is a block', async () => {
  youtube.answers.set('/watch', {
    body: '<form action="https://consent.youtube.com/s"><div class="g-recaptcha">',
  });
  expect(await read()).toMatchObject({ outcome: 'BLOCKED' });
});

test('a YouTube that is down is tried again', async () => {
  youtube.answers.set('/watch', { status: 503 });
  await expect(read()).rejects.toMatchObject({ code: 'PAGE_UNAVAILABLE', retryable: true });
});

test('an answer in an unknown form is an error', async () => {
  play('nonsense');
  await expect(read()).rejects.toMatchObject({ code: 'PAGE_UNREADABLE' });
  play({ captions: { playerCaptionsTracklistRenderer: { captionTracks: [{}] } } });
  await expect(read()).rejects.toMatchObject({ code: 'PAGE_UNREADABLE' });
});
