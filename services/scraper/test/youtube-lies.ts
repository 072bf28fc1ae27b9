import type { StubRequest, StubResponse } from '@docfleet/testing';

/** A channel, and the list of its uploads: ten videos. */
export const channelId = 'UCabcdefghijklmnopqrstuv';
export const playlistId = `UU${channelId.slice(2)}`;
export const videoIds = Array.from({ length: 10 }, (_, number) => `video-${number}-abc`);
/** Lists of other videos, and of fewer. */
export const otherList = 'PL9876543210';
export const otherIds = Array.from({ length: 10 }, (_, number) => `other-${number}-abc`);
/** Number of videos of which the displaced ones are a small share. */
export const manyOthers = Array.from({ length: 90 }, (_, number) => `many-${10 + number}-abc`);
export const half = videoIds.slice(0, 5);
export const short = videoIds.slice(0, 9);

type Answer = StubResponse | ((request: StubRequest) => StubResponse);
/** Answers by path. */
export type Answers = Map<string, Answer>;
/** Makes YouTube show something else in place of a list. */
export type Lie = (answers: Answers) => void;

export const html: StubResponse = { body: '<html><title>Before you continue</title></html>' };

/** Answers that are no lists. */
export const noLists: Record<string, StubResponse> = {
  'no content': { status: 204 },
  'an empty body': { body: '' },
  'an empty object': { body: {} },
  null: { body: 'null' },
  'an empty array': { body: [] },
  'a page of HTML': html,
  'an error with 200': { body: { error: { code: 500, message: 'Backend error' } } },
  'that the request is wrong': { status: 400, body: { error: { code: 400, message: 'Invalid argument' } } },
  'that one has to sign in': { status: 401, body: html.body },
  'that the list is closed': { status: 403, body: html.body },
  'that there is no list': { status: 404, body: html.body },
  'that the list is gone': { status: 410, body: html.body },
  'too many requests': { status: 429 },
  'that it has failed': { status: 500 },
  'that it is away': { status: 503 },
};

/** Applies each lie to a list's second page. */
export const laterLies = (show: (answer: StubResponse) => Lie): Record<string, Lie> =>
  Object.fromEntries(
    Object.entries(noLists).map(([what, answer]) => [`${what} as the second page`, show(answer)]),
  );
/** Applies each lie to a list's first page. */
export const firstLies = (show: (answer: StubResponse) => Lie): Record<string, Lie> =>
  Object.fromEntries(Object.entries(noLists).map(([what, answer]) => [what, show(answer)]));
