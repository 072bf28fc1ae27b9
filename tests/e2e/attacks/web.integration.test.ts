import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, waitForRun } from '../documents.ts';
import { type AttackedFleet, startAttackedFleet, timed, tooLongMs } from './attacked-fleet.ts';

const html = { 'content-type': 'text/html' };
const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `<a href="p${index}">page ${index}</a>`).join(' ');
const long = (kilobytes: number) => 'a'.repeat(kilobytes * 1_024);

/** A site that does its worst, by path. */
const pages: Record<
  string,
  (base: string) => { status?: number; headers?: Record<string, string>; body?: string }
> = {
  '/base': () => ({
    headers: html,
    body: `<base href="https://site.example/${long(1_024)}/"><h1>Base</h1><p>text</p>${links(2_000)}`,
  }),
  '/robots.txt': () => ({ body: `User-agent: *\nDisallow: /${'*'.repeat(480 * 1_024)}q$` }),
  '/deep': () => ({ headers: html, body: `<p>text</p>${'<div><b>'.repeat(300_000)}` }),
  '/nested': () => ({ headers: html, body: `<p>text</p>${'<div><b>'.repeat(20_000)}` }),
  '/selectors': () => ({ headers: html, body: '<p>a</p>'.repeat(60_000) }),
  '/loop': (base) => ({ status: 302, headers: { location: `${base}/loop` } }),
  '/away': () => ({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }),
};
/** Every page leads to two more, for ever. */
const trap = (path: string) => ({
  headers: html,
  body: `<h1>${path}</h1><p>text of ${path}</p><a href="${path}x">more</a> <a href="${path}y">more</a>`,
});

let site: StubServer;
let attacked: AttackedFleet;
/** The slowest of the neighbor's requests while nothing happens. */

beforeAll(async () => {
  site = await startStubServer(
    ({ path }) => pages[path]?.(site.url) ?? (path.startsWith('/trap') ? trap(path) : { status: 404 }),
  );
  // The neighbor is asked again and again, as fast as it is served.
  attacked = await startAttackedFleet({ RATE_LIMIT_PER_MINUTE: '0' });
  await Promise.all([attacked.attacker, attacked.neighbor].map(({ api }) => createNamespace(api, 'own')));
}, 240_000);
afterAll(async () => {
  await attacked?.fleet.remove();
  await site.close();
});

async function ingestUrl(path: string, scrapeOptions: object = {}) {
  const { api } = attacked.attacker;
  const { status, body } = await api.request<{ ingestJobRunId: string }>('POST', '/v1/ingest/urls', {
    namespaceId: 'own',
    ingestConfig: { source: 'URLS_LIST', config: { urls: [`${site.url}${path}`], scrapeOptions } },
  });
  if (status !== 202) throw new Error(JSON.stringify(body));
  return waitForRun(api, 'own', body.data.ingestJobRunId, 60_000);
}

/** The slowest of the neighbor's requests while work is under way. */
async function slowestMeanwhile(work: Promise<unknown>): Promise<number> {
  let slowest = 0;
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const { ms, status } = await timed(attacked.neighbor.api.request('GET', '/v1/namespaces'));
    expect(status).toBe(200);
    slowest = Math.max(slowest, ms);
  }
  await over;
  return slowest;
}

test.each([
  ['/base', {}, 'completed'],
  ['/deep', {}, 'failed'],
  ['/nested', {}, 'completed'],
  ['/selectors', { includeSelectors: ['p ~ p ~ p ~ p:nth-last-child(7)'] }, 'failed'],
  ['/loop', {}, 'failed'],
  ['/away', {}, 'failed'],
] as const)(
  'the page %s ends its own document, and a neighbor is served meanwhile',
  async (path, options, end) => {
    const { pid } = attacked.fleet;
    const run = ingestUrl(path, options);
    expect(await slowestMeanwhile(run)).toBeLessThan(tooLongMs);
    const { completed, failed } = (await run).documents;
    expect([completed.length, failed.length]).toEqual([
      Number(end === 'completed'),
      Number(end === 'failed'),
    ]);
    // The fleet is the process that it was.
    expect(() => process.kill(pid, 0)).not.toThrow();
  },
  120_000,
);

test('a site without an end is crawled up to its limit of pages, and each page once', async () => {
  const { api } = attacked.attacker;
  site.requests.length = 0;
  const { body } = await api.request<{ ingestJobRunId: string }>('POST', '/v1/ingest/website', {
    namespaceId: 'own',
    ingestConfig: { source: 'WEBSITE', config: { url: `${site.url}/trap`, maxDepth: 5, maxLinks: 30 } },
  });
  await waitForRun(api, 'own', body.data.ingestJobRunId, 90_000);
  const visited = site.requests.map(({ path }) => path).filter((path) => path.startsWith('/trap'));
  expect(visited.length).toBeLessThanOrEqual(30);
  expect(new Set(visited).size).toBe(visited.length);
}, 120_000);

test('the neighbor still ingests', async () => {
  const { api } = attacked.neighbor;
  const { ingestJobRunId } = await ingestText(api, 'own', 'The heron stands at the pond.');
  expect((await waitForRun(api, 'own', ingestJobRunId)).documents.completed).toHaveLength(1);
});
