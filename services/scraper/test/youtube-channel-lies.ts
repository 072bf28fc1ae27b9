import type { StubResponse } from '@docfleet/testing';
import { type Answers, channelId, html, type Lie, noLists } from './youtube-lies.ts';

/** Path at which the channel is found by its handle. */
export const channelPath = '/@acme';
const otherChannel = 'UC0123456789012345678901';
const shows = (body: string): StubResponse => ({ body });
const show =
  (answer: StubResponse): Lie =>
  (answers) =>
    answers.set(channelPath, answer);

/** The page of the channel as it is. */
export const showChannel = (answers: Answers) =>
  answers.set(
    channelPath,
    shows(`<link rel="canonical" href="https://www.youtube.com/channel/${channelId}">
    <script>{"metadata":{"channelMetadataRenderer":{"title":"Acme","externalId":"${channelId}"}}}</script>`),
  );

/** Leads to what another page shows. */
const lead =
  (to: string, answer: StubResponse): Lie =>
  (answers) => {
    answers.set(channelPath, { status: 302, headers: { location: to } });
    answers.set(to, answer);
  };

/** Forms that the page of a channel may take in place of its own. */
export const channelLies: Record<string, Lie> = {
  ...Object.fromEntries(Object.entries(noLists).map(([what, answer]) => [what, show(answer)])),
  'a form to sign in, by redirect': lead('/signin', html),
  'a question for consent, by redirect': lead('/consent', html),
  'maintenance, by redirect': lead('/maintenance', { status: 503 }),
  'a page that leads to itself': (answers) =>
    answers.set(channelPath, { status: 302, headers: { location: channelPath } }),
  'the page of another channel': show(shows(`{"externalId":"${otherChannel}"}`)),
  'the page of another channel, by redirect': lead('/@other', shows(`{"externalId":"${otherChannel}"}`)),
  'a link to another channel alone': show(shows(`<a href="/channel/${otherChannel}">Other</a>`)),
  'the channel of a video that is recommended': show(shows(`{"channelId":"${otherChannel}"}`)),
  'another canonical address': show(
    shows(`<link rel="canonical" href="https://www.youtube.com/channel/${otherChannel}">`),
  ),
  'an id that is cut short': show(shows(`{"externalId":"${channelId.slice(0, 12)}"}`)),
  'an id that is null': show(shows('{"externalId":null}')),
  'an id that is empty': show(shows('{"externalId":""}')),
  'an id that is a number': show(shows('{"externalId":12345}')),
  'the id of a list': show(shows('{"externalId":"PL9876543210"}')),
  'an id that is masked': show(shows(`{"externalId":"UC${'*'.repeat(22)}"}`)),
  'a page that breaks off in the id': show(shows(`{"externalId":"${channelId.slice(0, 20)}`)),
  'a page that breaks off before it': show(
    shows('<script>{"metadata":{"channelMetadataRenderer":{"title":"Ac'),
  ),
  'the shell of a page': show(shows('<div id="app"></div><script src="/app.js"></script>')),
  'a check for robots': show(shows('<form action="/sorry"><div class="g-recaptcha"></div></form>')),
  'that the account is closed': show(shows('<title>This account has been terminated</title>')),
  'that the channel does not exist': show(shows('{"alerts":[{"text":"This channel does not exist."}]}')),
  'the page of a search': show(shows('{"contents":{"twoColumnSearchResultsRenderer":{}}}')),
  'the first page of the site': lead('/', shows('<title>YouTube</title>')),
  'a page in another encoding': show({
    body: new Uint8Array(Buffer.from(`"externalId":"${channelId}"`, 'utf16le')),
  }),
  'its id in another field': show(shows(`{"browseId":"${otherChannel}"}`)),
};
