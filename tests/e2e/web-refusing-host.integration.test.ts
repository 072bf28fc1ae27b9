import { type ApiClient, startWebSite, type WebSite } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, waitForRun } from './documents.ts';
import { type OwnFleet, startTestFleet } from './test-fleet.ts';

let fleet: OwnFleet;
let api: ApiClient;
let site: WebSite;
beforeAll(async () => {
  fleet = await startTestFleet({
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    SCRAPE_HOST_REFUSAL_TIMEOUT_SECONDS: '3',
  });
  api = fleet.api;
  site = await startWebSite();
  site.pages.set('/robots.txt', { status: 404, body: 'none' });
  site.pages.set('/*', { status: 503, headers: { 'retry-after': '2' }, body: 'away' });
}, 90_000);
afterAll(async () => {
  await site.close();
  await fleet.remove();
});

test.each([
  ['urls', 'URLS_LIST', () => ({ urls: ['/a', '/b', '/c', '/d', '/e'].map((path) => site.url + path) })],
  ['website', 'WEBSITE', () => ({ url: `${site.url}/` })],
])(
  'a run of %s whose host refuses everything ends, and says so of its pages',
  async (kind, source, configOf) => {
    const name = `refused-${kind}`;
    await createNamespace(api, name);
    const body = { namespaceId: name, ingestConfig: { source, config: configOf() } };
    const accepted = await api.request<{ ingestJobRunId: string }>('POST', `/v1/ingest/${kind}`, body);
    const run = await waitForRun(api, name, accepted.body.data.ingestJobRunId, 60_000);
    const reasons = run.documents.failed.map(({ error }) => error);
    expect(reasons).toHaveLength(kind === 'urls' ? 5 : 1);
    for (const reason of reasons) expect(reason).toContain('has refused every page for 3 seconds');
  },
  120_000,
);
