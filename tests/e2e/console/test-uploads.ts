import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { ConsoleVisitor } from './start-console.ts';

/** Files as a browser's file dialog returns them. */
export const chosen = (names: readonly string[]) =>
  names.map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(`This is ${name}, and nothing else.`),
  }));

/** Tests of uploads that wait, fail or are paused; files may be written to `folder`. */
export function testUploads(visitor: () => ConsoleVisitor, folder: () => string): void {
  const shown = (text: string | RegExp) => visitor().page.getByText(text).first().waitFor();

  test('a connection that is lost and requests that are too many cost time and no file', async () => {
    const { page, context } = visitor();
    let refused = 0;
    await page.route('**/v1/ingest/file', (route) => {
      refused += 1;
      if (refused > 2) return route.continue();
      const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'More than 5 requests a minute' };
      return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { success: false, error } });
    });
    await visitor().open('/n/handbook/ingest');
    await page.getByRole('heading', { name: 'Drop files and folders here' }).waitFor();
    await context.setOffline(true);
    const names = Array.from({ length: 12 }, (_, index) => `note-${index}.txt`);
    await page.getByLabel('Select files').setInputFiles(chosen(names));
    await shown('docfleet cannot be reached');
    await shown('12 waiting');
    await context.setOffline(false);
    await page.getByText('12 searchable').waitFor({ timeout: 60_000 });
    expect(refused).toBeGreaterThan(12);
    await page.unroute('**/v1/ingest/file');
    await page.getByRole('button', { name: 'Clear finished' }).click();
    await page.getByRole('heading', { name: 'Uploads' }).waitFor({ state: 'detached' });
  });

  test('a file that was deleted after it was selected fails alone, and is no lost connection', async () => {
    const { page } = visitor();
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/ingest/file', async (route) => {
      await held.promise;
      await route.continue();
    });
    // Four are sent at once: the last one waits.
    const paths = Array.from({ length: 5 }, (_, index) => join(folder(), `deleted-${index}.txt`));
    for (const path of paths) await writeFile(path, `The first lines of ${path}.`);
    await page.getByLabel('Select files').setInputFiles(paths);
    await page.getByRole('row', { name: 'deleted-4.txt Waiting' }).waitFor();
    await rm(paths.at(-1) ?? '');
    held.resolve();
    await shown('The file was changed, moved or deleted after it was selected');
    await shown('4 searchable');
    expect(await page.getByText('docfleet cannot be reached').count()).toBe(0);
    await page.unroute('**/v1/ingest/file');
    await page.getByRole('button', { name: 'Clear finished' }).click();
  });

  test('who pauses decides when the rest is sent', async () => {
    const { page } = visitor();
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/ingest/file', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page
      .getByLabel('Select files')
      .setInputFiles(chosen(Array.from({ length: 6 }, (_, n) => `page-${n}.txt`)));
    await page.getByRole('button', { name: 'Pause' }).click();
    held.resolve();
    await shown('4 searchable');
    await shown('2 waiting');
    await page.getByRole('button', { name: 'Resume' }).click();
    await shown('6 searchable');
    await page.unroute('**/v1/ingest/file');
  });
}
