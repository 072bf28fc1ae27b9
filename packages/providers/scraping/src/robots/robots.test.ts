import { createEgress } from '@docfleet/egress';
import { type StubResponse, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { webReader } from '../../test/web-reader.ts';
import { createRobotsReader } from './robots.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'], pageLimits: { headers: 300 } });
const never = new AbortController().signal;
let reply: StubResponse | undefined;
let clock = 0;
let server: StubServer;

beforeAll(async () => {
  server = await startStubServer(() => reply);
});
beforeEach(() => {
  server.requests.length = 0;
  clock = 0;
});
afterAll(async () => {
  webReader.close();
  await egress.close();
  await server.close();
});

const reader = () =>
  createRobotsReader({
    fetchPage: egress.fetchPage,
    reader: webReader,
    userAgent: 'docfleet/1.0 (+https://x)',
    now: () => clock,
  });
const at = (path: string) => new URL(path, server.url);
const file = (...lines: string[]): StubResponse => ({ body: lines.join('\n') });

test('rules for the fleet win over rules for all, and the longest match over the others', async () => {
  reply = file(
    'User-agent: *',
    'Disallow: /',
    '',
    'User-agent: docfleet',
    'Disallow: /private',
    'Allow: /private/open$',
  );
  const rules = await reader().rulesFor(at('/x'), never);
  const allowed = ['/', '/private', '/private/x', '/private/open'].map((path) => rules.isAllowed(at(path)));
  expect(allowed).toEqual([true, false, false, true]);
  expect(server.requests[0]?.headers['user-agent']).toBe('docfleet/1.0 (+https://x)');
});

test.each([400, 401, 403, 404, 410])('a site that answers %i has no rules', async (status) => {
  reply = { status, body: 'User-agent: *\nDisallow: /' };
  expect((await reader().rulesFor(at('/'), never)).isAllowed(at('/x'))).toBe(true);
});

test.each<[string, Buffer]>([
  ['a byte order mark', Buffer.from('\ufeffUser-agent: *\nDisallow: /x')],
  ['letters of Latin-1', Buffer.from('User-agent: *\n# Straße\nDisallow: /x', 'latin1')],
  ['UTF-16', Buffer.from('\ufeffUser-agent: *\nDisallow: /x', 'utf16le')],
  ['line breaks of old Macs', Buffer.from('User-agent: *\rDisallow: /x')],
  ['blank lines between name and rules', Buffer.from('User-agent: *\n\nDisallow: /x')],
  ['names in upper case', Buffer.from('USER-AGENT: *\nDISALLOW: /x')],
  ['a NUL', Buffer.from('User-agent: *\n\0\nDisallow: /x')],
])('rules are read in a file with %s', async (_what, body) => {
  reply = { body };
  expect((await reader().rulesFor(at('/'), never)).isAllowed(at('/x'))).toBe(false);
});

test('a damaged body of a refusal says nothing', async () => {
  reply = { status: 404, headers: { 'content-encoding': 'gzip' }, body: Buffer.from('1f8b08000000', 'hex') };
  expect((await reader().rulesFor(at('/'), never)).isAllowed(at('/x'))).toBe(true);
});

test.each([429, 500, 503])('a site that answers %i cannot be read for now', async (status) => {
  reply = { status, headers: { 'retry-after': '7' } };
  await expect(reader().rulesFor(at('/'), never)).rejects.toMatchObject({
    code: 'PAGE_UNAVAILABLE',
    retryable: true,
    details: { retryAfterMs: 7_000 },
  });
});

test('a site that does not answer cannot be read for now', async () => {
  reply = undefined;
  await expect(reader().rulesFor(at('/'), never)).rejects.toMatchObject({ code: 'PAGE_UNREACHABLE' });
});

test('a redirect that leads nowhere means that there are no rules', async () => {
  reply = { status: 302, headers: { location: '/robots.txt' } };
  expect((await reader().rulesFor(at('/'), never)).isAllowed(at('/x'))).toBe(true);
});

test('rules are fetched once a day, however many ask, and a failure once a minute', async () => {
  reply = file('User-agent: *', 'Disallow: /a');
  const { rulesFor } = reader();
  await Promise.all([rulesFor(at('/1'), never), rulesFor(at('/2'), never)]);
  clock += 23 * 3_600_000;
  await rulesFor(at('/3'), never);
  expect(server.requests).toHaveLength(1);
  clock += 2 * 3_600_000;
  reply = { status: 500 };
  for (const path of ['/4', '/5']) await expect(rulesFor(at(path), never)).rejects.toThrow('500');
  expect(server.requests).toHaveLength(2);
  clock += 61_000;
  reply = file('');
  await rulesFor(at('/6'), never);
  expect(server.requests).toHaveLength(3);
});

test.each([
  ['2', 2_000],
  ['0.5', 500],
  ['86400', 30_000],
  ['soon', undefined],
])('a crawl delay of %s is %p milliseconds', async (delay, milliseconds) => {
  reply = file('User-agent: *', `Crawl-delay: ${delay}`);
  expect((await reader().rulesFor(at('/'), never)).crawlDelayMs).toBe(milliseconds);
});

test('sitemaps are returned as absolute addresses', async () => {
  reply = file('Sitemap: /map.xml', 'Sitemap: https://other.test/b.xml');
  const { sitemaps } = await reader().rulesFor(at('/'), never);
  expect(sitemaps.map(String)).toEqual([`${server.url}/map.xml`, 'https://other.test/b.xml']);
});

test('what lies beyond 500 KB is as if it were not there', async () => {
  reply = file('User-agent: *', 'Disallow: /a', `# ${'x'.repeat(600_000)}`, 'Disallow: /b');
  const rules = await reader().rulesFor(at('/'), never);
  expect([rules.isAllowed(at('/a')), rules.isAllowed(at('/b'))]).toEqual([false, true]);
});

test('who stops waiting leaves the answer to the others', async () => {
  reply = undefined;
  const { rulesFor } = reader();
  const stopping = new AbortController();
  const stopped = rulesFor(at('/'), stopping.signal);
  const other = rulesFor(at('/'), never);
  stopping.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  await expect(other).rejects.toMatchObject({ code: 'PAGE_UNREACHABLE' });
});
