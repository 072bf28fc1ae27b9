import type { StubRequest, StubResponse } from '@docfleet/testing';

/** Ten videos of a list, and how YouTube shows something else in their place. */
export const playlistId = 'PL0123456789';
export const videoIds = Array.from({ length: 10 }, (_, number) => `video-${number}-abc`);
type Answer = StubResponse | ((request: StubRequest) => StubResponse);
export type Answers = Map<string, Answer>;
export type Lie = (answers: Answers) => void;

const browse = '/youtubei/v1/browse';
const items = '/youtube/v3/playlistItems';
const page: StubResponse = { body: '<script>{"INNERTUBE_API_KEY":"inner-key"}</script>' };
const html: StubResponse = { body: '<html><title>Before you continue</title></html>' };

const video = (videoId: string, list = playlistId, more: object = {}) => ({
  playlistVideoRenderer: {
    videoId,
    title: { runs: [{ text: `About ${videoId}` }] },
    navigationEndpoint: { watchEndpoint: { videoId, playlistId: list } },
    ...more,
  },
});
const count = (videos: number) => ({
  playlistHeaderRenderer: { numVideosText: { runs: [{ text: String(videos) }, { text: ' videos' }] } },
});
const next = (token: string) => ({ continuationItemRenderer: { continuationCommand: { token } } });
const shown = (ids: readonly string[]) => ids.map((id) => video(id));
const half = videoIds.slice(0, 5);
const short = videoIds.slice(0, 9);

/** Shows pages of a list as they are asked for, the first by the name of the list. */
const scroll =
  (pages: Record<string, readonly object[] | StubResponse>): Lie =>
  (answers) => {
    answers.set(browse, ({ json }) => {
      const { continuation = 'first' } = json as { continuation?: string };
      const found = pages[continuation] ?? { status: 404 };
      return Array.isArray(found) ? { body: { contents: found } } : (found as StubResponse);
    });
  };
const first = (response: readonly object[] | StubResponse) => scroll({ first: response });
const second = (response: readonly object[] | StubResponse) =>
  scroll({ first: [count(10), ...shown(half), next('t1')], t1: response });

/** YouTube's pages as they are: two of them. */
export const showPages: Lie = (answers) => {
  answers.clear();
  answers.set('/playlist', page);
  second(shown(videoIds.slice(5)))(answers);
};

const feed = (ids: readonly string[]) =>
  `<feed>${ids.map((id) => `<entry><yt:videoId>${id}</yt:videoId></entry>`).join('')}</feed>`;

/** The pages of a list that has lost its last video. */
export const showNinePages: Lie = (answers) => {
  showPages(answers);
  first([count(9), ...shown(short)])(answers);
};

/** Forms that YouTube's pages may take in place of all ten videos. */
export const pageLies: Record<string, Lie> = {
  'an empty list': first([]),
  'an empty list that counts none': first([count(0)]),
  'a list that names nine of ten': first([count(10), ...shown(short)]),
  'a list of nine that does not count': first(shown(short)),
  'a list of nine that counts what is hidden in words': first([
    { stats: { runs: [{ text: '10 videos' }] } },
    ...shown(short),
  ]),
  'a first page that leads nowhere': first([count(10), ...shown(videoIds.slice(0, 8))]),
  'a second page without videos': second([]),
  'a second page that is the first': second([...shown(half), next('t1')]),
  'pages that are all the first, with tokens of their own': (answers) => {
    let pages = 0;
    answers.set(browse, () => ({
      body: { contents: [count(10), ...shown(short), ...(++pages < 5 ? [next(`t${pages}`)] : [])] },
    }));
  },
  'a second page that is away': second({ status: 503 }),
  'a second page that is refused': second({ status: 429 }),
  'a second page that is not found': second({ status: 404 }),
  'a second page that breaks off': second({ body: '{"contents":[{"playlistVideoRenderer":{"videoId":' }),
  'a second page of HTML': second(html),
  'the pages of another list': first([count(9), ...short.map((id) => video(id, 'PL9876543210'))]),
  'a video that is not played here': first([
    count(10),
    ...shown(short),
    video(videoIds[9]!, playlistId, { isPlayable: false }),
  ]),
  'videos that are not played here': first([
    count(10),
    ...videoIds.map((id) => video(id, playlistId, { isPlayable: false })),
  ]),
  'a video in a form of another name': first([count(10), ...shown(short), { newVideoModel: { id: 'x' } }]),
  'a video without its id': first([count(10), ...shown(short), { playlistVideoRenderer: { title: {} } }]),
  'one video ten times': first([count(10), ...Array.from({ length: 10 }, () => video(videoIds[0]!))]),
  'nine videos, one of them twice': first([count(10), ...shown(short), video(videoIds[0]!)]),
  'a question for consent': (answers) => answers.set('/playlist', html),
  'a form to sign in, by redirect': (answers) => {
    answers.set('/playlist', { status: 302, headers: { location: '/signin' } });
    answers.set('/signin', html);
  },
  'that there is no list': (answers) => answers.set('/playlist', { status: 404 }),
  'a feed of nine in place of its pages': (answers) => {
    answers.set('/playlist', html);
    answers.set('/feeds/videos.xml', { body: feed(short) });
  },
  'an empty feed in place of its pages': (answers) => {
    answers.set('/playlist', html);
    answers.set('/feeds/videos.xml', { body: feed([]) });
  },
};

const item = (videoId: string, list = playlistId) => ({
  id: `item-${videoId}`,
  contentDetails: { videoId },
  snippet: { title: `About ${videoId}`, playlistId: list },
  status: { privacyStatus: 'public' },
});
const counted = (totalResults: number, ids: readonly string[], more: object = {}): StubResponse => ({
  body: { pageInfo: { totalResults }, items: ids.map((id) => item(id)), ...more },
});
const answer =
  (response: StubResponse, later: StubResponse = response): Lie =>
  (answers) =>
    answers.set(items, ({ query }) => (query.get('pageToken') ? later : response));
const begun = counted(10, half, { nextPageToken: 'p2' });

/** The Data API as it is: two pages. */
export const showItems: Lie = (answers) => {
  answers.clear();
  answer(begun, counted(10, videoIds.slice(5)))(answers);
};

/** The answers about a list that has lost its last video. */
export const showNineItems: Lie = answer(counted(9, short));

/** Forms that answers of the Data API may take in place of all ten videos. */
export const apiLies: Record<string, Lie> = {
  'an empty list': answer(counted(10, [])),
  'an empty list that counts none': answer(counted(0, [])),
  'nine of ten': answer(counted(10, short)),
  'nine without a count': answer({ body: { items: short.map((id) => item(id)) } }),
  'a first page with an empty token': answer(counted(10, short, { nextPageToken: '' })),
  'an empty second page': answer(begun, counted(10, [])),
  'the first page for all': answer(counted(10, short, { nextPageToken: 'p2' })),
  'the first page for all, then no more': answer(begun, counted(10, half)),
  'nine videos, one of them twice': answer(counted(10, [...short, videoIds[0]!])),
  'items of another list': answer({
    body: { pageInfo: { totalResults: 9 }, items: short.map((id) => item(id, 'PL9876543210')) },
  }),
  'an item in another form': answer({
    body: { pageInfo: { totalResults: 10 }, items: [...short.map((id) => item(id)), { id: 'item-x' }] },
  }),
  'an exhausted quota': answer({
    status: 403,
    body: { error: { message: 'Quota', errors: [{ reason: 'quotaExceeded' }] } },
  }),
  'an exhausted quota at the second page': answer(begun, {
    status: 403,
    body: { error: { message: 'Quota', errors: [{ reason: 'quotaExceeded' }] } },
  }),
  'that there is no list': answer({
    status: 404,
    body: { error: { message: 'None', errors: [{ reason: 'playlistNotFound' }] } },
  }),
  'a second page that is not found': answer(begun, { status: 404, body: {} }),
  'a server that is away': answer({ status: 503 }),
  'a page of HTML': answer(html),
  'a page that breaks off': answer({ body: '{"pageInfo":{"totalResults":10},"items":[{"content' }),
  'an error with 200': answer({ body: { error: { code: 500, message: 'Backend error' } } }),
};
