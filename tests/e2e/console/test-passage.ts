import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { checkPage } from './check-page.ts';
import type { ConsoleVisitor } from './start-console.ts';

/** Returns the number of dark pixels of the page lie below what is highlighted, and how many elsewhere. */
const inkBelow = (mark: Locator) =>
  mark.evaluate((element) => {
    const canvas = element.parentElement?.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return { below: 0, elsewhere: 0 };
    const [page, box] = [canvas.getBoundingClientRect(), element.getBoundingClientRect()];
    const scale = canvas.width / page.width;
    const inkIn = (x: number, y: number, width: number, height: number) => {
      const { data } = context.getImageData(x * scale, y * scale, width * scale, height * scale);
      return data.filter((value: number, index: number) => index % 4 === 0 && value < 128).length;
    };
    const below = inkIn(box.x - page.x, box.y - page.y, box.width, box.height);
    return { below, elsewhere: inkIn(0, 0, page.width, page.height) - below };
  });

/** A result of a search leads to the page of the PDF that it stands on. */
export function testPassage(visitor: () => ConsoleVisitor): void {
  test('a result opens the PDF at its page, with the passage highlighted', async () => {
    const { page, open } = visitor();
    await open('/n/handbook/search?q=when+is+the+turbine+oiled&mode=hybrid');
    const best = page.getByRole('region', { name: 'Meaning and words' }).locator('.result').first();
    await best.getByText('Page 7', { exact: true }).waitFor();
    await best.getByRole('link', { name: 'manual.pdf' }).click();
    const viewer = page.getByRole('region', { name: 'Original of manual.pdf' });
    await viewer.getByText('Page 7 of 12').waitFor();
    const mark = viewer.locator('.passage-mark');
    await eventually(async () => {
      const { below, elsewhere } = await inkBelow(mark);
      expect(below).toBeGreaterThan(200);
      expect(elsewhere).toBe(0);
    });
    await checkPage(visitor(), 'passage', 'passage-phone');
    await viewer.getByRole('button', { name: 'Next page' }).click();
    await viewer.getByText('Page 8 of 12').waitFor();
    expect(await mark.count()).toBe(0);
    await page.reload();
    await viewer.getByText('Page 7 of 12').waitFor();
    await mark.waitFor();
    await open('/n/handbook/search?q=when+is+the+turbine+oiled&mode=hybrid');
    await best.getByRole('link', { name: 'Page 7', exact: true }).click();
    await mark.waitFor();
    await eventually(async () =>
      expect(await mark.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(800),
    );
  });

  test('the number of a chunk opens the PDF at it', async () => {
    const { page } = visitor();
    const viewer = page.getByRole('region', { name: 'Original of manual.pdf' });
    await viewer.getByRole('button', { name: 'Previous page' }).click();
    await viewer.getByText('Page 6 of 12').waitFor();
    await viewer.getByRole('button', { name: 'To the passage' }).click();
    await viewer.getByText('Page 7 of 12').waitFor();
    await viewer.getByRole('button', { name: 'Next page' }).click();
    await page.locator('.chunk-number').first().click();
    await viewer.locator('.passage-mark').waitFor();
  });
}
