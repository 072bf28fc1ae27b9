import { inspect } from 'node:util';
import { createEgress, type Egress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import {
  eventually,
  type ScrapingEmulator,
  type ScrapingEmulatorOptions,
  type Site,
  siteHtml,
  startStubServer,
  type VendorFault,
} from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { ScrapingContext, ScrapingProvider } from '../src/provider.ts';
import type { ScrapedPage, ScrapeRequest } from '../src/scraped-page.ts';
import { webReader as reader } from './web-reader.ts';

export interface ConformingScraper {
  readonly provider: ScrapingProvider;
  /** A valid configuration; the suite puts the emulator's key in. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Whether links that are not to be followed can be distinguished from others. */
  readonly reportsNofollow: boolean;
  /** Absent for what fetches by itself. */
  readonly vendor?: {
    start(options?: ScrapingEmulatorOptions): Promise<ScrapingEmulator>;
    endpoints(url: string): NonNullable<ScrapingContext['endpoints']>;
  };
}

const text = (about: string) =>
  `${about} is described here in a sentence that is long enough to be read as text. `.repeat(3);
const page = { title: 'Solar panels', parts: { intro: text('The sun'), detail: text('The roof') } };
const site: Site = {
  '/panels': {
    ...page,
    canonical: '/panels?from=canonical#top',
    links: [
      { href: 'next?page=2#comments' },
      { href: 'https://other.example/a' },
      { href: '/panels/deep' },
      { href: 'https://other.example/a#again' },
      { href: 'mailto:info@example.com' },
      { href: 'javascript:void(0)' },
    ],
  },
  '/nofollow': { ...page, links: [{ href: '/paid', rel: 'sponsored nofollow' }, { href: '/free' }] },
  '/hidden': { ...page, robots: 'noindex, nofollow' },
  '/forbidden': { ...page, status: 403 },
  '/gone': { ...page, status: 410 },
  '/busy': { ...page, status: 503 },
};

const signal = new AbortController().signal;
const plain = { includeSelectors: [], excludeSelectors: [], headers: {}, fresh: true };

export async function rejection(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => new Error('It did not reject'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw error;
}

/** Tests the contract of the port; the test of each provider calls it. */
export function describeScrapingProvider({
  provider,
  config,
  reportsNofollow,
  vendor,
}: ConformingScraper): void {
  let egress: Egress;
  const open: { close(): Promise<void> }[] = [];
  beforeAll(() => {
    egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
  afterAll(async () => {
    reader.close();
    await egress.close();
  });

  async function openOwn(context: Partial<ScrapingContext>) {
    const server = await startStubServer(({ path }) => {
      const found = site[path];
      if (!found) return { status: 404, body: 'none', headers: { 'content-type': 'text/html' } };
      return { status: found.status ?? 200, body: siteHtml(found), headers: { 'content-type': 'text/html' } };
    });
    open.push(server);
    return { scraper: provider.open(config, { egress, reader, ...context }), base: server.url, server };
  }

  async function start(options: ScrapingEmulatorOptions = {}, context: Partial<ScrapingContext> = {}) {
    if (!vendor) return openOwn(context);
    const server = await vendor.start({ site, ...options });
    open.push(server);
    const endpoints = vendor.endpoints(server.url);
    const scraper = provider.open(
      { ...config, apiKey: server.apiKey },
      { egress, reader, endpoints, ...context },
    );
    return { scraper, base: 'https://site.example', server };
  }

  async function scrape(path: string, request: Partial<ScrapeRequest> = {}) {
    const { scraper, base } = await start();
    const result = await scraper.scrape({ ...plain, ...request, url: new URL(path, base) }, signal);
    return { page: result as ScrapedPage, base };
  }

  describe('any scraping provider', () => {
    test('returns the text, the title and the address of a page', async () => {
      const { page, base } = await scrape('/panels');
      expect(page).toMatchObject({ kind: 'page', mayIndex: true, mayFollow: true });
      expect(page.title).toBe('Solar panels');
      expect(page.markdown).toContain('The sun is described here');
      expect(page.markdown).toContain('The roof is described here');
      expect(page.finalUrl.href).toBe(`${base}/panels`);
      expect(page.canonicalUrl?.href).toBe(`${base}/panels?from=canonical`);
    });

    test('returns links absolute, without fragments, each once, in their order', async () => {
      const { page, base } = await scrape('/panels');
      const links = page.links.map(({ href }) => href).filter((href) => href !== `${base}/`);
      expect(links).toEqual([`${base}/next?page=2`, 'https://other.example/a', `${base}/panels/deep`]);
    });

    test('reads what the include selectors match, and nothing else', async () => {
      const { page } = await scrape('/panels', { includeSelectors: ['.detail'] });
      expect(page.markdown).toContain('The roof');
      expect(page.markdown).not.toContain('The sun');
    });

    test('leaves out what the exclude selectors match', async () => {
      const { page } = await scrape('/panels', { excludeSelectors: ['.detail'] });
      expect(page.markdown).toContain('The sun');
      expect(page.markdown).not.toContain('The roof');
    });

    test('says what the page allows to robots', async () => {
      expect((await scrape('/hidden')).page).toMatchObject({ mayIndex: false, mayFollow: false });
    });

    const linksTest = reportsNofollow ? test : undefined;
    linksTest?.('leaves out links that are not to be followed', async () => {
      const { page, base } = await scrape('/nofollow');
      const links = page.links.map(({ href }) => href);
      expect(links).toContain(`${base}/free`);
      expect(links).not.toContain(`${base}/paid`);
    });

    test.each([
      ['/missing', 'PAGE_NOT_FOUND', false],
      ['/gone', 'PAGE_NOT_FOUND', false],
      ['/forbidden', 'PAGE_FORBIDDEN', false],
      ['/busy', 'PAGE_UNAVAILABLE', true],
    ])('a page that its server refuses at %s is %s', async (path, code, retryable) => {
      await expect(rejection(scrape(path))).resolves.toMatchObject({ code, retryable });
    });

    test('does not begin when it has been aborted', async () => {
      const { scraper, base, server } = await start();
      const request = { ...plain, url: new URL('/panels', base) };
      await expect(scraper.scrape(request, AbortSignal.abort('stop'))).rejects.toBe('stop');
      expect(server.requests).toHaveLength(0);
    });

    test('accepts no setting that it does not declare', () => {
      const complete = vendor ? { ...config, apiKey: 'key' } : config;
      expect(provider.config.safeParse(complete).success).toBe(true);
      expect(provider.config.safeParse({ ...complete, color: 'blue' }).success).toBe(false);
    });
  });

  if (!vendor) return;

  const ask = async (options: ScrapingEmulatorOptions, context?: Partial<ScrapingContext>) => {
    const { scraper, base, server } = await start(options, context);
    const url = new URL('/panels', base);
    return { outcome: scraper.scrape({ ...plain, url }, signal), server };
  };
  const failing = async (fault: VendorFault, context?: Partial<ScrapingContext>) => {
    const { outcome, server } = await ask({ fault: () => fault }, context);
    const error = await rejection(outcome);
    expect(server.requests).toHaveLength(1);
    return error;
  };

  describe('any scraping vendor', () => {
    test.each<[number, string, string | undefined]>([
      [400, 'PROVIDER_REJECTED', undefined],
      [401, 'PROVIDER_REJECTED', 'webScraperConfig.apiKey'],
      [402, 'PROVIDER_REJECTED', 'webScraperConfig.apiKey'],
      [408, 'PROVIDER_UNAVAILABLE', undefined],
      [429, 'PROVIDER_RATE_LIMITED', undefined],
      [500, 'PROVIDER_UNAVAILABLE', undefined],
      [503, 'PROVIDER_UNAVAILABLE', undefined],
    ])('maps its own status %i to %s and the setting %s', async (status, code, setting) => {
      const error = await failing({ kind: 'status', status });
      expect(error).toMatchObject({ code });
      expect(error.details.setting).toBe(setting);
      expect(error.details.reason).not.toBe('');
    });

    test('reads how long to wait from seconds and from a date', async () => {
      const seconds = await failing({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
      expect(seconds.details.retryAfterMs).toBe(7_000);
      const date = new Date(Date.now() + 60_000).toUTCString();
      const { details } = await failing({ kind: 'status', status: 503, headers: { 'retry-after': date } });
      expect(details.retryAfterMs).toBeGreaterThan(30_000);
      expect(details.retryAfterMs).toBeLessThanOrEqual(60_000);
    });

    test('aborts at its deadline when a vendor does not respond', async () => {
      const error = await failing({ kind: 'hang' }, { deadlineMs: 250 });
      expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', message: /in time/ });
    });

    test('makes no page of an answer that breaks off', async () => {
      expect(await failing({ kind: 'cut' })).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    });

    test('lets go of a request when it is aborted', async () => {
      const { scraper, base, server } = await start({ fault: () => ({ kind: 'hang' }) });
      const abort = new AbortController();
      const scraping = scraper.scrape({ ...plain, url: new URL('/panels', base) }, abort.signal);
      const outcome = expect(scraping).rejects.toBe('stop');
      await eventually(() => expect(server.requests).toHaveLength(1));
      abort.abort('stop');
      await outcome;
    });

    test('a key that it knows passes the check, and another is named', async () => {
      const anySite = { site: { '/': page } };
      const { scraper, server } = await start(anySite);
      await scraper.check(signal);
      const context = { egress, reader, endpoints: vendor.endpoints(server.url) };
      const error = await rejection(provider.open({ ...config, apiKey: 'wrong' }, context).check(signal));
      expect(error).toMatchObject({
        code: 'PROVIDER_REJECTED',
        details: { setting: 'webScraperConfig.apiKey' },
      });
    });

    test.each([400, 401, 429, 500])('keeps the key out of the error when a %i repeats it', async (status) => {
      const apiKey = 'Abcd+efgh/1234-secret';
      const said = `The key ${apiKey} was refused`;
      const body = { message: said, error: said, readableMessage: said };
      const { outcome } = await ask({ apiKey, fault: () => ({ kind: 'status', status, body }) });
      const error = await rejection(outcome);
      expect(error.details.reason).toContain('was refused');
      expect(inspect(error, { depth: null, showHidden: true })).not.toContain('secret');
    });

    test('keeps the key out of the error when it cannot be reached', async () => {
      const { scraper, base, server } = await start({ apiKey: 'Abcd+efgh/1234-secret' });
      await server.close();
      const error = await rejection(scraper.scrape({ ...plain, url: new URL('/panels', base) }, signal));
      expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
      expect(inspect(error, { depth: null, showHidden: true })).not.toContain('secret');
    });
  });
}
