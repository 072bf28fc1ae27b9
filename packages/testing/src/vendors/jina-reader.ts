import type { StubResponse } from '../stub-server.ts';
import { bearerOf, fieldOf } from './embedding-emulator.ts';
import { siteMarkdown } from './scraped-site.ts';
import {
  type ScrapingEmulator,
  type ScrapingEmulatorOptions,
  type ScrapingVendor,
  startScrapingEmulator,
} from './scraping-emulator.ts';

// https://github.com/jina-ai/reader
const names: Readonly<Record<number, readonly [string, number]>> = {
  401: ['AuthenticationFailedError', 40_104],
  402: ['InsufficientCreditsError', 40_201],
  422: ['AssertionFailureError', 42_206],
  429: ['RateLimitTriggeredError', 42_903],
  451: ['SecurityCompromiseError', 45_102],
  503: ['ServiceNodeResourceDrainError', 50_303],
};

function says(code: number, message: string) {
  const [name, status] = names[code] ?? ['ApplicationError', code * 100];
  return { data: null, code, name, status, message, readableMessage: `${name}: ${message}` };
}
const refuse = (code: number, message: string): StubResponse => ({ status: code, body: says(code, message) });
const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

const vendor: ScrapingVendor = {
  refusal: (status) => says(status, `Refused with ${status}`),
  read(request, accepts) {
    const key = bearerOf(request);
    if (!key || !accepts(key))
      return refuse(401, 'Invalid API key, please get a new one from https://jina.ai');
    const url = URL.parse(String(fieldOf(request, 'url')));
    if (!url) return refuse(400, 'Invalid URL');
    if (url.hostname === 'localhost') return refuse(451, 'Access to private address is blocked');
    if (Number(fieldOf(request, 'timeout') ?? 30) > 180) return refuse(400, 'timeout: more than 180');
    const include = texts(fieldOf(request, 'targetSelector'));
    return { url, include, exclude: texts(fieldOf(request, 'removeSelector')) };
  },
  /** Returns a page; the status of its own server is in the warning only, and links are an object from text to address. */
  answer({ url, page, include, exclude }) {
    const status = page ? (page.status ?? 200) : 404;
    const content = siteMarkdown(
      page ?? { title: 'Not Found', parts: { text: 'Nothing is here.' } },
      include,
      exclude,
    );
    if (!content) return refuse(422, `No content available for URL ${url}`);
    const links = (page?.links ?? []).flatMap(({ href }, index) => {
      const link = URL.parse(href, url.href);
      return link ? [[`more ${index}`, link.href]] : [];
    });
    const data = {
      title: page ? `${page.title}` : 'Not Found',
      description: '',
      url: url.href,
      content,
      links: Object.fromEntries(links),
      metadata: page?.robots ? { robots: page.robots } : {},
      external: page?.canonical ? { canonical: { [new URL(page.canonical, url).href]: {} } } : {},
      ...(status !== 200 && { warning: `Target URL returned error ${status}: refused` }),
      usage: { tokens: 100 },
    };
    return { body: { code: 200, status: 20_000, data, meta: { usage: { tokens: 100 } } } };
  },
};

/** Starts Jina's reader at `<url>/`, with its errors. */
export const startJinaReaderEmulator = (options: ScrapingEmulatorOptions = {}): Promise<ScrapingEmulator> =>
  startScrapingEmulator(vendor, options);
