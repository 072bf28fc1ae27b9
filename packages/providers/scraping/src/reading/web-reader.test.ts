import { limits } from '@docfleet/runtime/config';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createWebReader } from './web-reader.ts';

const reader = createWebReader({ processes: 2 });
afterAll(() => reader.close());

const signal = new AbortController().signal;
const finalUrl = new URL('https://site.example/page');
const all = { includeSelectors: [], excludeSelectors: [] };
const read = async (html: string, selectors: { includeSelectors?: string[] } = {}) =>
  reader.readPage({ bytes: Buffer.from(html), finalUrl, robotsTags: [] }, { ...all, ...selectors }, signal);
const links = Array.from({ length: 2_000 }, (_, index) => `<a href="p${index}">page ${index}</a>`).join(' ');

/** Milliseconds in which this process did nothing else. */
async function maxStallMs(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = performance.now();
  const ticks = setInterval(() => {
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
  }, 5);
  await work.finally(() => clearInterval(ticks));
  return longest;
}

describe('lengths that a page chooses', () => {
  test.each([130, 530, 1_000])('a base of %i KB is no base, and costs next to nothing', async (kilobytes) => {
    await read('<p>warm</p>');
    const startedAt = performance.now();
    const html = `<base href="https://site.example/${'a'.repeat(kilobytes * 1_024)}/"><p>text</p>${links}`;
    const reading = read(html);
    expect(await maxStallMs(reading)).toBeLessThan(500);
    const { page } = await reading;
    expect(page?.links[0]?.href).toBe('https://site.example/p0');
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('an address of 3,000 characters is no link, and of 6,000 links 5,000 are kept', async () => {
    const many = Array.from({ length: 6_000 }, (_, index) => `<a href="/p${index}">x</a>`).join(' ');
    const { page } = await read(`<p>text</p><a href="/${'a'.repeat(3_000)}">long</a>${many}`);
    expect(page?.links).toHaveLength(limits.pageLinks);
    expect(page?.links[0]?.href).toBe('https://site.example/p0');
  });

  test('short links to a long base do not become a text of gigabytes', async () => {
    const base = `https://site.example/${'a'.repeat(2_000)}/`;
    const { page } = await read(`<base href="${base}"><p>text</p>${'<a href="b">c</a> '.repeat(50_000)}`);
    expect(page?.markdown.length).toBeLessThan(limits.pageLinkCharacters + 1_000_000);
  });

  test('a title of a megabyte is cut', async () => {
    const { page } = await read(`<title>${'long '.repeat(200_000)}</title><p>text</p>`);
    expect(page?.title).toHaveLength(limits.pageTitleLength);
  });
});

test.each([
  ['of inputs alone', '<title>Sign in</title><form><input name="user"><input type="password"></form>'],
  ['that scripts have labels for', '<form><input type="password"></form><script>draw()</script>'],
])('a form for a password %s is a page that asks for one, and has no text', async (_of, html) => {
  expect((await read(html)).page).toMatchObject({ hasPasswordField: true, markdown: '' });
});

test('a page that says that there is none has no text, whatever forms are on it', async () => {
  const html = '<title>Page not found</title><form><input type="password"></form><p>Page not found</p>';
  expect(await read(html)).toMatchObject({ failure: { code: 'PAGE_EMPTY' } });
});

test('a page whose reading takes too much fails by itself, and its neighbors are read', async () => {
  const hostile = read('<p>a</p>'.repeat(30_000), { includeSelectors: ['p ~ p ~ p ~ p:nth-last-child(7)'] });
  const [failed, neighbor] = await Promise.allSettled([hostile, read('<h1>Near</h1><p>text</p>')]);
  expect(failed).toMatchObject({
    status: 'fulfilled',
    value: { failure: { code: 'PAGE_TOO_LARGE', retryable: false } },
  });
  expect(neighbor).toMatchObject({ value: { page: { title: 'Near' } } });
});

test('links of a sitemap that breaks off are kept, and it fails', async () => {
  async function* body() {
    yield Buffer.from('<urlset><url><loc>https://site.example/a</loc></url><url><loc>https://site.ex');
  }
  const found: string[] = [];
  const reading = (async () => {
    for await (const { location } of reader.readSitemap(body(), signal)) found.push(location);
  })();
  await expect(reading).rejects.toMatchObject({ code: 'PAGE_UNREADABLE' });
  expect(found).toEqual(['https://site.example/a']);
});

test('a read that is no longer wanted ends at once', async () => {
  const stop = new AbortController();
  const html = { bytes: Buffer.from('<p>a</p>'.repeat(100_000)), finalUrl, robotsTags: [] };
  const reading = reader.readPage(html, all, stop.signal);
  stop.abort(new Error('not wanted'));
  await expect(reading).rejects.toThrow('not wanted');
});
