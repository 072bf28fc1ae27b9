import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { ingestText, waitForRun } from '../documents.ts';
import { checkPage } from './check-page.ts';
import type { Scene } from './scene.ts';

/** Tests the usage as a chart, as a table and as a file. */
export function testUsage(scene: () => Scene): void {
  test('use is shown by day and namespace, and saved as a table without a request', async () => {
    const { fleet, page, press, visitor } = scene();
    const { ingestJobRunId } = await ingestText(fleet.api, 'handbook', 'Parking is free for guests.');
    await waitForRun(fleet.api, 'handbook', ingestJobRunId);
    await visitor.open('/usage');
    const today = new Date().toISOString().slice(0, 10);
    await page.getByRole('row', { name: new RegExp(`^${today} handbook`) }).waitFor();
    await checkPage(visitor, 'usage');
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download CSV')]);
    expect(download.suggestedFilename()).toBe('docfleet-usage-30-days.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toBe('day,namespaceId,succeeded,failed,tokens,chunks');
    expect(lines.at(-1)).toMatch(new RegExp(`^${today},handbook,\\d+,\\d+,\\d+,\\d+$`));
    await page.getByRole('button', { name: /Measure/ }).press('Enter');
    await page.getByRole('option', { name: 'Tokens' }).press('Enter');
    await page.getByRole('table', { name: 'Tokens by day' }).waitFor({ state: 'attached' });
    expect(new URL(page.url()).search).toBe('?measure=tokens');
  });
}
