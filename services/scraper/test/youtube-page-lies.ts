import type { StubResponse } from '@docfleet/testing';
import {
  firstLies,
  half,
  html,
  type Lie,
  laterLies,
  manyOthers,
  otherIds,
  otherList,
  playlistId,
  short,
  videoIds,
} from './youtube-lies.ts';

const browse = '/youtubei/v1/browse';
const page: StubResponse = { body: '<script>{"INNERTUBE_API_KEY":"inner-key"}</script>' };

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
export const showNinePages: Lie = first([count(9), ...shown(short)]);

/** Forms that YouTube's pages may take in place of all ten videos. */
export const pageLies: Record<string, Lie> = {
  ...firstLies(first),
  ...laterLies(second),
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
  'a second page that breaks off': second({ body: '{"contents":[{"playlistVideoRenderer":{"videoId":' }),
  'the pages of another list': first([count(9), ...short.map((id) => video(id, otherList))]),
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
  'the last of ten': first([count(10), video(videoIds[9]!)]),
  'every other video': first([count(10), ...shown(videoIds.filter((_, index) => index % 2 === 0))]),
  'ninety videos of other ids': first([count(90), ...shown(manyOthers)]),
  'videos of other ids': first([count(10), ...shown(otherIds)]),
  'other videos that it does not count': first(shown(otherIds)),
  'half of them, and counts half': first([count(5), ...shown(half)]),
  'nine and an advertisement': first([
    count(10),
    ...shown(short),
    { adSlotRenderer: { videoId: videoIds[9] } },
  ]),
  'nine, and counts them in another language': first([
    { numVideosText: { runs: [{ text: '9' }, { text: ' vidéos' }] } },
    ...shown(short),
  ]),
  'nine, and counts roughly': first([{ numVideosText: { simpleText: '1K videos' } }, ...shown(short)]),
  'ten of which one is a list': first([
    count(10),
    ...shown(short),
    { lockupViewModel: { contentType: 'LOCKUP_CONTENT_TYPE_PLAYLIST', contentId: otherList } },
  ]),
  'nine in its other form': first([
    count(10),
    ...short.map((id) => ({ lockupViewModel: { contentType: 'LOCKUP_CONTENT_TYPE_VIDEO', contentId: id } })),
  ]),
  'a second page of another list': second(videoIds.slice(5).map((id) => video(id, otherList))),
  'a second page of other videos': second(shown(otherIds.slice(5))),
  'a second page that counts less and ends': second([count(5)]),
  'a feed that is away in place of its pages': (answers) => {
    answers.set('/playlist', html);
    answers.set('/feeds/videos.xml', { status: 503 });
  },
  'a feed of HTML in place of its pages': (answers) => {
    answers.set('/playlist', html);
    answers.set('/feeds/videos.xml', html);
  },
};
