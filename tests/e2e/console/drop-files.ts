import type { Page } from 'playwright-core';

/** Drops files and folders of this machine upon the middle of what the selector finds, as a person would. */
export async function dropFiles(page: Page, selector: string, files: readonly string[]): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`Nothing to drop upon: ${selector}`);
  const devtools = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // https://chromedevtools.github.io/devtools-protocol/tot/Input/#method-dispatchDragEvent
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
  await devtools.detach();
}
