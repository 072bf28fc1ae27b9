import { expect, test } from '@jest/globals';
import { checkPage } from './check-page.ts';
import { hostileStrings } from './hostile-strings.ts';
import type { ConsoleVisitor } from './start-console.ts';

/** Names are as long as the API takes them; what is longer than a page has room for is cut. */
const maxNameLength = 255;
const maxTextLength = 2_000;
const cut = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);
const isVisible = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** Tests that foreign texts are shown as plain text, even if they look like markup. */
export function testHostile(visitor: () => ConsoleVisitor): void {
  test('hostile names are shown as they are', async () => {
    const { page, open } = visitor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('/n/hostile/documents?status=FAILED');
    await page.locator('table[aria-rowcount="101"]').waitFor();
    const shown = new Set<string>();
    for (let scrolled = 0; scrolled < 100 * 44; scrolled += 500) {
      for (const name of await page.locator('tbody a').allTextContents()) shown.add(name);
      await page.mouse.wheel(0, 500);
    }
    await checkPage(visitor());
    const missing = hostileStrings
      .filter(isVisible)
      .map((text) => text.slice(0, maxNameLength).toWellFormed())
      .filter((text) => !shown.has(text));
    expect(missing).toEqual([]);
    expect(await page.title()).toBe('Documents · docfleet');
  });

  test('hostile errors and metadata are shown whole in their documents', async () => {
    const { page, open, violations, complaints } = visitor();
    for (const index of [0, 4, 6, 31, 70, 90, 97]) {
      const text = hostileStrings[index] ?? '';
      await open(`/n/hostile/documents?status=FAILED&metadata=index=${index}`);
      await page.locator('tbody a').click();
      const failure = page.getByRole('region', { name: 'Why it failed' });
      await failure.waitFor();
      expect(await failure.locator('strong').textContent()).toBe(cut(text));
      expect(await page.locator('.facts dd').allTextContents()).toContain(cut(text.slice(0, 10_000)));
      expect(await page.title()).toMatch(/ · docfleet$/);
    }
    expect([...violations, ...complaints]).toEqual([]);
    await checkPage(visitor());
  });

  test('hostile content is shown as it is, in its chunks and as it came', async () => {
    const { page, open } = visitor();
    await open('/n/hostile/documents?status=SUCCESS');
    await page.getByRole('link', { name: 'everything.txt' }).click();
    await page.locator('.chunk').first().waitFor();
    const chunks = (await page.locator('.chunk').allTextContents()).join('');
    const original = await page.getByRole('textbox', { name: 'Original of everything.txt' }).inputValue();
    const lost = (whole: string) => contentLines.filter((line) => !whole.includes(line));
    expect({ chunks: lost(chunks), original: lost(original) }).toEqual({ chunks: [], original: [] });
    await checkPage(visitor());
  });

  test('a script of our own origin that the build did not put into the page does not run', async () => {
    const page = await visitor().context.newPage();
    await page.route('**/console', async (route) => {
      const response = await route.fetch();
      const script = '<script type="module" src="/console/assets/put-there.js"></script>';
      await route.fulfill({ response, body: (await response.text()).replace('</head>', `${script}</head>`) });
    });
    await page.route('**/assets/put-there.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'globalThis.isTakenOver = true;' }),
    );
    await page.goto(consoleOf(visitor()));
    await page.getByRole('navigation').first().waitFor();
    expect(await page.evaluate('globalThis.isTakenOver')).toBe(undefined);
    await page.close();
  });

  test('a script of the build that was changed does not run', async () => {
    const page = await visitor().context.newPage();
    await page.route('**/assets/index-*.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `globalThis.isTakenOver = true; ${await response.text()}` });
    });
    const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'));
    await page.goto(consoleOf(visitor()));
    await refused;
    expect(await page.evaluate('globalThis.isTakenOver')).toBe(undefined);
    await page.close();
  });
}

const consoleOf = ({ page }: ConsoleVisitor) => new URL('/console', page.url()).href;

/** The hostile texts that are one line and not too long, as a document holds them. */
export const contentLines: readonly string[] = hostileStrings.filter(
  (text) => isVisible(text) && text.length < 200 && !/[\r\n\t]/.test(text) && text.trim() === text,
);
