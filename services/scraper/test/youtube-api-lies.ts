import type { StubResponse } from '@docfleet/testing';
import {
  firstLies,
  half,
  type Lie,
  laterLies,
  manyOthers,
  otherIds,
  otherList,
  playlistId,
  short,
  videoIds,
} from './youtube-lies.ts';

const items = '/youtube/v3/playlistItems';
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
const refusal = (status: number, reason: string): StubResponse => ({
  status,
  body: { error: { message: 'Refused', errors: [{ reason }] } },
});
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
  ...firstLies((response) => answer(response)),
  ...laterLies((response) => answer(begun, response)),
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
    body: { pageInfo: { totalResults: 9 }, items: short.map((id) => item(id, otherList)) },
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
  'a page that breaks off': answer({ body: '{"pageInfo":{"totalResults":10},"items":[{"content' }),
  'that there is no such list': answer(refusal(404, 'playlistNotFound')),
  'that the key is wrong': answer(refusal(400, 'keyInvalid')),
  'that the list is private': answer(refusal(403, 'playlistItemsNotAccessible')),
  'half of them': answer(counted(10, half)),
  'the last of ten': answer(counted(10, videoIds.slice(9))),
  'every other video': answer(
    counted(
      10,
      videoIds.filter((_, index) => index % 2 === 0),
    ),
  ),
  'one video ten times': answer(
    counted(
      10,
      Array.from({ length: 10 }, () => videoIds[0]!),
    ),
  ),
  'ninety videos of other ids': answer(counted(90, manyOthers)),
  'videos of other ids': answer(counted(10, otherIds)),
  'half of them, and counts half': answer(counted(5, half)),
  'nine, and counts in words': answer({
    body: { pageInfo: { totalResults: 'nine' }, items: short.map((id) => item(id)) },
  }),
  'all of them as private': answer({
    body: {
      pageInfo: { totalResults: 10 },
      items: videoIds.map((id) => ({ ...item(id), status: { privacyStatus: 'private' } })),
    },
  }),
  'a second page of another list': answer(begun, {
    body: { pageInfo: { totalResults: 10 }, items: videoIds.slice(5).map((id) => item(id, otherList)) },
  }),
  'a second page of other videos': answer(begun, counted(10, otherIds.slice(5))),
};
