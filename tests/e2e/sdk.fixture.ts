import { createDocfleetClient, type DocfleetClient } from '@docfleet/sdk';
import {
  type StubServer,
  sitemapOf,
  startStubServer,
  startWebSite,
  type WebSite,
  webPage,
} from '@docfleet/testing';
import { afterAll, beforeAll } from '@jest/globals';
import { joinFleet, type TestFleet } from './test-fleet.ts';

/** The namespace that is there from the start. */
export const namespaceId = 'docs';

/** A fleet, a site and a receiver of webhooks, for the test file that imports this, and a client that notes what it sends. */
export let fleet: TestFleet;
export let site: WebSite;
export let receiver: StubServer;
export let client: DocfleetClient;
/** Method and path of every request that was answered by its own route. */
export const sent: string[] = [];

const recordingFetch: typeof fetch = (address, init) => {
  sent.push(`${init?.method} ${new URL(String(address)).pathname}`);
  return fetch(address, init);
};

/** A client of the fleet with another key. */
export const clientOf = (apiKey: string): DocfleetClient =>
  createDocfleetClient({ baseUrl: fleet.url, apiKey, fetch: recordingFetch });

beforeAll(async () => {
  fleet = await joinFleet();
  receiver = await startStubServer(() => ({ status: 204, body: '' }));
  site = await startWebSite({
    '/': webPage({ title: 'Home', text: 'The okapis of the zoo.', links: ['/dawn'] }),
    '/dawn': webPage({ title: 'Dawn', text: 'The feeder opens at dawn.' }),
  });
  site.pages.set('/sitemap.xml', sitemapOf([`${site.url}/dawn`]));
  client = clientOf(fleet.apiKey);
  await client.namespaces.create({ name: namespaceId, validate: false });
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await receiver?.close();
  await site?.close();
});

/** Ingests a text. */
export const text = (content: string, more: object = {}) =>
  client.ingest.text({
    namespaceId,
    ingestConfig: { source: 'TEXT', config: { text: content, ...more } },
  });

/** Waits for the end of a run. */
export const finish = ({ ingestJobRunId }: { readonly ingestJobRunId: string }) =>
  client.waitForRun({ namespaceId, ingestJobRunId }, { deadlineMs: 40_000 });
