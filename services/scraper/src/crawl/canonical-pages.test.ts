import type { ScrapedPage } from '@docfleet/scraping';
import { expect, test } from '@jest/globals';
import { createCanonicalPages, isContained } from './canonical-pages.ts';

test.each([
  ['the same text', '# A\n\nOne.\n\nTwo.\n', '# A\n\nOne.\n\nTwo.\n'],
  ['one page of several', '# A, page 2\n\nTwo.\n', '# A\n\nOne.\n\nTwo.\n\nThree.\n'],
])('%s counts under the canonical address', (_what, text, canonical) => {
  expect(isContained(text, canonical)).toBe(true);
});

test.each([
  ['another text', '# B\n\nOther.\n', '# A\n\nOne.\n'],
  ['more than the canonical page', '# A\n\nOne.\n\nTwo.\n', '# A\n\nOne.\n'],
  ['a title alone', '# B\n', '# A\n\nOne.\n'],
])('%s does not', (_what, text, canonical) => {
  expect(isContained(text, canonical)).toBe(false);
});

const page = (markdown: string) => ({ markdown, links: [] }) as unknown as ScrapedPage;

test('a canonical page is fetched once, however many name it at once', async () => {
  const pages = createCanonicalPages();
  let fetched = 0;
  const fetch = async () => {
    fetched += 1;
    return page('text');
  };
  await Promise.all(['a', 'a', 'a', 'b'].map((address) => pages.read(address, fetch)));
  await pages.read('a', fetch);
  expect(fetched).toBe(2);
});

test('a page that could not be fetched is tried again by the next that names it', async () => {
  const pages = createCanonicalPages();
  const failing = async () => {
    throw new Error('away');
  };
  await expect(pages.read('a', failing)).rejects.toThrow('away');
  expect(await pages.read('a', async () => page('text'))).toMatchObject({ markdown: 'text' });
});

test('the pages that are remembered are bounded', async () => {
  const pages = createCanonicalPages();
  for (let index = 0; index < 20; index += 1) pages.remember(`page ${index}`, page('x'.repeat(1_000_000)));
  const gone = async () => undefined;
  expect(await pages.read('page 0', gone)).toBeUndefined();
  expect(await pages.read('page 19', gone)).toBeDefined();
});
