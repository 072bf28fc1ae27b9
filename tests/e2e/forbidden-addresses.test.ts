import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { createEgress, type Egress } from '@docfleet/egress';
import { openEmbedder } from '@docfleet/embedding';
import { openFileStore } from '@docfleet/file-store';
import {
  createRobotsReader,
  createWebReader,
  openWebScraper,
  readSitemap,
  userAgent,
} from '@docfleet/scraping';
import { openVectorStore } from '@docfleet/vector-store';
import { sendRequest } from '@docfleet/webhook-dispatcher';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { forbiddenNames, forbiddenUrls, rebindingNames } from './forbidden-addresses.ts';

/** Leads from here, which the operator allows, to a given address: by a redirect, a link or a sitemap. */
const guideHost = '127.77.0.1';
const never = new AbortController().signal;
const reader = createWebReader({ processes: 1 });

const canary = net.createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'));
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
const guide = http.createServer(({ url = '' }, response) => {
  guideRequests++;
  const [, by, target = ''] = url.split('/').map(decodeURIComponent);
  if (by === 'link')
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<p>This page leads <a href="${escaped(target)}">on</a>.</p>`);
  if (by === 'sitemap')
    return response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<sitemapindex><sitemap><loc>${escaped(target)}</loc></sitemap></sitemapindex>`);
  // A header carries bytes, and neither tabs nor line breaks, which URLs lose anyhow.
  const location = Buffer.from(target.replace(/[\t\n]/g, '')).toString('latin1');
  return response.writeHead(302, { location }).end();
});
let connections = 0;
let guideRequests = 0;
canary.on('connection', () => {
  connections++;
});

beforeAll(async () => {
  await once(canary.listen(0, '::'), 'listening');
  await once(guide.listen(0, guideHost), 'listening');
});
afterAll(async () => {
  reader.close();
  guide.closeAllConnections();
  guide.close();
  canary.close();
});

const portOf = (server: net.Server) => (server.address() as AddressInfo).port;

/** A resolver in the hands of an attacker: every second answer of some names is another. */
function createResolver() {
  const asked = new Map<string, number>();
  return async (hostname: string) => {
    const times = (asked.get(hostname) ?? 0) + 1;
    asked.set(hostname, times);
    const rebinding = times % 2 === 1 ? ['93.184.215.14'] : ['127.0.0.1'];
    const literal = net.isIP(hostname) ? [hostname] : undefined;
    const found = rebindingNames.includes(hostname) ? rebinding : (literal ?? forbiddenNames[hostname]);
    if (!found) throw Object.assign(new Error(`${hostname} is not known`), { code: 'ENOTFOUND' });
    return found.map((address) => ({ address, family: net.isIPv6(address) ? 6 : 4 }));
  };
}

const openEgress = (allowCidrs: readonly string[]) =>
  createEgress({ allowCidrs: ['127.77.0.0/16', ...allowCidrs], resolve: createResolver() });

async function getThrough(agent: http.Agent, url: string): Promise<void> {
  const { get } = agent instanceof https.Agent ? https : http;
  const [response] = await once(get(url, { agent }), 'response');
  response.resume();
}

const storage = (endpoint: string) => ({
  type: 'S3_COMPATIBLE',
  bucket: 'b',
  region: 'us-east-1',
  endpoint,
  credentials: { accessKeyId: 'a', secretAccessKey: 's' },
});

const guideTo = (by: 'redirect' | 'link' | 'sitemap', url: string) =>
  `http://${guideHost}:${portOf(guide)}/${by}/${encodeURIComponent(url)}`;
const redirectTo = (url: string) => guideTo('redirect', url);

async function deliver(egress: Egress, url: string): Promise<void> {
  const { error, statusCode } = await sendRequest(egress.fetch, url, { body: '{}', headers: {} }, never);
  if (statusCode === null) throw new Error(error ?? 'no answer');
}

async function scrape(egress: Egress, url: string): Promise<readonly URL[]> {
  const scraper = openWebScraper({ provider: 'BUILTIN' }, { egress, reader });
  const plain = { includeSelectors: [], excludeSelectors: [], headers: {}, fresh: true };
  const scraped = await scraper.scrape({ ...plain, url: new URL(url) }, never);
  return scraped.kind === 'page' ? scraped.links : [];
}

/** As a crawl goes on with what a page leads to. */
async function followLink(egress: Egress, url: string): Promise<void> {
  const [link] = await scrape(egress, guideTo('link', url));
  if (!link) throw new Error('the link was left out');
  await scrape(egress, link.href);
}

async function readChild({ fetchPage }: Egress, url: string): Promise<void> {
  const first = new URL(guideTo('sitemap', url));
  const findings = await Array.fromAsync(readSitemap(first, { fetchPage, reader, signal: never }));
  if (findings.every(({ kind }) => kind === 'failed')) throw new Error('the child was not read');
}

const readRobots = ({ fetchPage }: Egress, url: string) =>
  createRobotsReader({ fetchPage, reader, userAgent }).rulesFor(new URL(url), never);

/** Each way in which an address of a customer's becomes a connection. */
const entrances: Record<string, (egress: Egress, url: string) => Promise<unknown>> = {
  fetch: (egress, url) => egress.fetch(url),
  'redirect of a fetch': (egress, url) => egress.fetch(redirectTo(url)),
  page: async (egress, url) => egress.fetchPage(new URL(url), { maxBytes: 1_000, signal: never }),
  'redirect of a page': (egress, url) =>
    egress.fetchPage(new URL(redirectTo(url)), { maxBytes: 1_000, signal: never }),
  'scraped page': scrape,
  'redirect of a scraped page': (egress, url) => scrape(egress, redirectTo(url)),
  'link of a crawl': followLink,
  'sitemap child': readChild,
  'robots.txt': readRobots,
  "agent of an SDK's": (egress, url) =>
    getThrough(url.startsWith('https') ? egress.httpsAgent : egress.httpAgent, url),
  webhook: deliver,
  'storage endpoint': (egress, url) => openFileStore(storage(url), { namespaceId: 'n', egress }).check(never),
  'index host': (egress, url) =>
    openVectorStore(
      { provider: 'PINECONE', apiKey: 'k', indexHost: url },
      { namespaceId: 'n', generation: 0, egress },
    ).check(3, never),
  'address of a vector store': (egress, url) =>
    openVectorStore({ provider: 'QDRANT', url }, { namespaceId: 'n', egress }).check(3, never),
  'base URL': (egress, url) =>
    openEmbedder({ provider: 'OPENAI', model: 'm', apiKey: 'key', baseUrl: url }, { egress }).embed(
      ['x'],
      'query',
      never,
    ),
};

test.each(Object.keys(entrances))('no forbidden address is connected to by way of a %s', async (name) => {
  const enter = entrances[name] as (typeof entrances)[string];
  const egress = openEgress([]);
  const urls = forbiddenUrls(portOf(canary));
  expect(urls.length).toBeGreaterThanOrEqual(120);
  const before = connections;
  const passed: string[] = [];
  for (const url of urls) {
    // As the gateway does when it is given an address: a name may mean something else the moment after.
    if (URL.canParse(url)) await egress.requirePermitted(new URL(url)).catch(() => undefined);
    await Promise.resolve()
      .then(() => enter(egress, url))
      .then(
        () => passed.push(url),
        () => undefined,
      );
  }
  expect(passed).toEqual([]);
  expect(connections - before).toBe(0);
  await egress.close();
});

test.each(Object.keys(entrances))(
  'the canary is reached by way of a %s where the operator allows it',
  async (name) => {
    const enter = entrances[name] as (typeof entrances)[string];
    const egress = openEgress(['127.0.0.0/8']);
    const before = connections;
    await enter(egress, `http://127.0.0.1:${portOf(canary)}/`).catch(() => undefined);
    expect(connections - before).toBeGreaterThanOrEqual(1);
    await egress.close();
  },
);

test('a name that means something else when it is connected to is refused for what it means then', async () => {
  const egress = openEgress([]);
  const url = new URL(`http://rebinding.test:${portOf(canary)}/`);
  await egress.requirePermitted(url);
  await expect(egress.fetch(url)).rejects.toMatchObject({ cause: { code: 'ADDRESS_FORBIDDEN' } });
  await egress.close();
});

/** Answers the first look-up of a connection with a server that the operator allows, and any further one with the canary's address. */
function createRebindingResolver() {
  const lookups: string[] = [];
  const resolve = async (hostname: string) => {
    lookups.push(hostname);
    return [{ address: lookups.length === 1 ? guideHost : '127.0.0.1', family: 4 }];
  };
  return { lookups, resolve };
}

test.each(['fetch', 'page', "agent of an SDK's", 'webhook'])(
  'a %s is connected to the address that was checked: the name is looked up once for it',
  async (name) => {
    const { lookups, resolve } = createRebindingResolver();
    // The canary's address is allowed as well, so that nothing but the single look-up keeps the connection from it.
    const egress = createEgress({ allowCidrs: ['127.0.0.0/8'], resolve });
    const [before, reached] = [connections, guideRequests];
    const url = `http://rebinding.test:${portOf(guide)}/sitemap/x`;
    await (entrances[name] as (typeof entrances)[string])(egress, url);
    expect(lookups).toEqual(['rebinding.test']);
    expect([connections - before, guideRequests - reached]).toEqual([0, 1]);
    await egress.close();
  },
);

test('whatever can be read as a URL is refused before a name server or the network is asked in vain', async () => {
  const egress = openEgress([]);
  const others: string[] = [];
  for (const url of forbiddenUrls(portOf(canary)).filter((text) => URL.canParse(text))) {
    await egress.requirePermitted(new URL(url)).catch(() => undefined);
    const refused = await egress.fetch(url).catch((error: Error) => error.cause as { code?: string });
    if (!('code' in refused) || refused.code !== 'ADDRESS_FORBIDDEN') others.push(url);
  }
  expect(others).toEqual([]);
  await egress.close();
});
