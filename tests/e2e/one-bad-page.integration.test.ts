import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  casesOf,
  createCertificate,
  createSeededRandom,
  eventually,
  startWebSite,
  testSeed,
  type WebSite,
  webPage,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace } from './documents.ts';
import { badPages } from './one-bad-page.fixture.ts';
import { fleet } from './web.fixture.ts';

const seed = testSeed();
const random = createSeededRandom(seed);
const pages = 100;

let server: Server;
let other: WebSite;
beforeAll(async () => {
  other = await startWebSite({ '/': webPage({ title: 'Other', text: 'A page of another site.' }) });
  const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
  server = createServer({ key, cert: createCertificate(keys, 'broken').pem }, (_request, response) =>
    response.end('<p>Behind a certificate that is not trusted.'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.close();
  await other.close();
});

const pathOf = (number: number) => `/page-${number}`;

/** Crawls a site of a hundred pages of which one is this one; returns the endings of all by path. */
async function crawl(name: string, kind: string) {
  const broken = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const bad = badPages(broken, new URL(other.url))[kind]!;
  const place = Math.floor(random() * (pages - 1));
  const good = Array.from({ length: pages - 1 }, (_, number) => pathOf(number));
  const half = Math.floor(good.length / 2);
  const site = await startWebSite({
    '/odd': bad.page,
    ...bad.beside,
    '/': webPage({
      title: 'Home',
      text: 'This is the first page.',
      links: good.slice(0, half).toSpliced(place % half, 0, '/odd'),
    }),
  });
  for (const [index, path] of good.entries()) {
    const text = `The note ${path} has a text of its own, which says ${path} twice.`;
    site.pages.set(path, webPage({ title: path, text, links: index < half ? good.slice(half) : [] }));
  }
  await createNamespace(fleet.api, name);
  const ingestConfig = { source: 'WEBSITE', config: { url: `${site.url}/`, maxLinks: 1_000 } };
  const { body } = await fleet.api.request<{ ingestJobRunId: string }>('POST', '/v1/ingest/website', {
    namespaceId: name,
    ingestConfig,
  });
  const run = await eventually(async () => {
    const path = `/v1/ingest-job-runs/${body.data.ingestJobRunId}?namespaceId=${name}`;
    const { data } = (
      await fleet.api.request<{
        status: string;
        errorMessage: string | null;
        items: { skippedItems: { externalId: string; reason: string }[] };
      }>('GET', path)
    ).body;
    if (!/COMPLETED|FAILED/.test(data.status)) throw new Error(`${kind}: the run is ${data.status}`);
    return data;
  }, 240_000);
  const documents = await fleet.database.document.findMany({
    where: { organizationId: fleet.organizationId, namespace: { name }, liveKey: { not: null } },
  });
  await site.close();
  const endings = new Map(run.items.skippedItems.map(({ externalId, reason }) => [externalId, reason]));
  for (const { externalId, status, errorCode } of documents) endings.set(externalId, errorCode ?? status);
  const at = (path: string) => endings.get(site.url + path) ?? 'PENDING: not named';
  return {
    run: `${run.status} ${run.errorMessage ?? ''}`.trim(),
    odd: at(bad.countsAt ?? '/odd'),
    failed: ['/', ...good].filter((path) => at(path) !== 'SUCCESS').map((path) => `${path}: ${at(path)}`),
    ends: bad.ends,
  };
}

const kinds = Object.keys(badPages(new URL('https://127.0.0.1/'), new URL('http://127.0.0.1/')));
const tried = kinds
  .map((kind) => ({ kind, order: random() }))
  .toSorted((a, b) => a.order - b.order)
  .slice(0, casesOf(kinds.length, 4));

test.each(tried)(
  `a page that $kind among a hundred is named, and costs no other page of the crawl (seed ${seed})`,
  async ({ kind }) => {
    const { ends, odd, ...found } = await crawl(`odd-${kinds.indexOf(kind)}`, kind);
    expect({ ...found, odd }).toEqual({ run: 'COMPLETED', failed: [], odd: expect.stringMatching(ends) });
  },
  300_000,
);
