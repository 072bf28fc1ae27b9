import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hostileStrings } from './hostile-strings.ts';
import type { ConsoleVisitor } from './start-console.ts';

/** The least width that WCAG 2.2 asks for: https://www.w3.org/TR/WCAG22/#reflow */
const narrowest = { width: 320, height: 640 };

const pages = [
  '/n/handbook/overview',
  '/n/handbook/documents',
  '/n/handbook/ingest',
  '/n/handbook/search',
  '/n/handbook/settings',
  '/usage',
  '/api-keys',
  '/webhooks',
  '/audit-events',
];

/** A property of the first element that is found, as the browser computes it; `part` is a pseudo-element. */
const styleOf = (page: Page, selector: string, property: string, part?: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(part ?? null)})[${JSON.stringify(property)}]`,
  );

/** The console on paper, in the colors of a user, on the narrowest screen, and with names that turn letters around. */
export function testLooks(visitor: () => ConsoleVisitor): void {
  test('a name that turns its letters around shows by what', async () => {
    const { page, open } = visitor();
    const index = hostileStrings.findIndex((text) => text.startsWith('invoice'));
    await open(`/n/hostile/documents?status=FAILED&metadata=index=${index}`);
    await page.locator('tbody .turning').first().waitFor();
    expect(await styleOf(page, 'tbody .turning', 'content', '::before')).toMatch(/U\+20(2E|66)/);
    expect(await styleOf(page, 'tbody .turning', 'unicodeBidi')).toBe('isolate');
  });

  test('a page is printed in dark letters without what is pressed, whatever the screen shows', async () => {
    const { page, open } = visitor();
    await open('/n/handbook/documents');
    await page.locator('tbody a').first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await styleOf(page, 'body', 'color')).toBe('rgb(21, 24, 30)');
    expect(await styleOf(page, '.side', 'display')).toBe('none');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });

  test('in the colors of a user the current page, the slider and bars are seen', async () => {
    const { page, open } = visitor();
    await page.emulateMedia({ forcedColors: 'active' });
    await open('/n/handbook/search?mode=hybrid&q=parking');
    await page.locator('.place.active').first().waitFor();
    expect(await styleOf(page, '.place.active', 'outlineStyle')).toBe('solid');
    await page.locator('.slider-track').first().waitFor();
    const track = await styleOf(page, '.slider-track', 'backgroundColor', '::before');
    expect(track).not.toBe(await styleOf(page, 'body', 'backgroundColor'));
    await page.emulateMedia({ forcedColors: 'none' });
  });

  test('no page is wider than the narrowest screen', async () => {
    const { page, open } = visitor();
    const wide: string[] = [];
    for (const path of pages) {
      await page.setViewportSize(narrowest);
      await open(path);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > narrowest.width) wide.push(`${path}: ${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(wide).toEqual([]);
  });
}
