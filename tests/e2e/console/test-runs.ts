import type { ServerResponse } from 'node:http';
import { eventually, type WebSite, webPage } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { checkPage } from './check-page.ts';
import type { ConsoleVisitor, TestConsole } from './start-console.ts';
import { startLine } from './start-line.ts';

/** Pages that are answered one by one, on request. */
interface HeldPages {
  readonly addresses: readonly string[];
  /** Responds to one that is waited for. */
  respondOne(): Promise<void>;
  /** Answers what is waited for, and all later questions. */
  respondAll(): void;
}

function holdPages(site: WebSite, paths: readonly string[]): HeldPages {
  const waiting: [string, ServerResponse][] = [];
  const responseOf = (path: string) => webPage({ title: path, text: `What ${path} says.` });
  for (const path of paths) site.pages.set(path, { send: (response) => void waiting.push([path, response]) });
  function result([path, response]: [string, ServerResponse]) {
    const { headers, body } = responseOf(path);
    site.pages.set(path, responseOf(path));
    response.writeHead(200, headers).end(body);
  }
  return {
    addresses: paths.map((path) => `${site.url}${path}`),
    respondOne: () =>
      eventually(async () => {
        const next = waiting.shift();
        if (!next) throw new Error('no request waits');
        result(next);
      }),
    respondAll() {
      for (const path of paths) site.pages.set(path, responseOf(path));
      for (const next of waiting.splice(0)) result(next);
    },
  };
}

/** A run while it goes on. Its namespace, `site`, reads pages by itself. */
export function testRuns(world: () => TestConsole, visitor: () => ConsoleVisitor, site: () => WebSite): void {
  const shown = (text: string) => visitor().page.getByText(text).first().waitFor();
  let pages: HeldPages;
  let path: string;

  test('a run is followed as it goes on, and again after the connection was lost', async () => {
    const { fleet, visitAs } = world();
    const line = await startLine(fleet.url);
    const { page, context, open } = await visitAs(fleet.apiKey, line.url);
    const progress = (text: string) => page.getByText(text).waitFor();
    const streams: string[] = [];
    page.on('request', (request) => request.url().includes('/events') && streams.push(request.url()));
    pages = holdPages(site(), ['/one', '/two', '/three']);
    await open('/n/site/ingest?from=pages');
    await page.getByLabel('Page addresses').fill(pages.addresses.join('\n'));
    await page.getByRole('button', { name: 'Ingest pages' }).click();
    await progress('0 of 3 documents done');
    await pages.respondOne();
    await progress('1 of 3 documents done');
    line.cut();
    await progress('docfleet cannot be reached');
    const before = streams.length;
    await pages.respondOne();
    line.repair();
    await progress('2 of 3 documents done');
    await page.getByText('docfleet cannot be reached').waitFor({ state: 'detached' });
    await eventually(() => expect(streams.length).toBeGreaterThan(before));
    path = new URL(page.url()).pathname.replace('/console', '');
    await context.close();
    await line.close();
  });

  test('a run that goes on is cancelled, once one has agreed', async () => {
    const { page, open } = visitor();
    await open(path);
    await shown('2 of 3 documents done');
    await checkPage(visitor());
    await page.getByRole('button', { name: 'Cancel run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this run?' });
    await dialog.getByText('Finished documents remain, all others are cancelled.').waitFor();
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Keep running', 'Cancel run']);
    await dialog.getByRole('button', { name: 'Cancel run' }).click();
    await shown('1 document cancelled');
    await shown('2 of 3 documents ingested');
    await shown('1 cancelled');
    await shown('Started < 1 min. ago');
    expect(await page.locator('.badge').first().textContent()).toBe('Cancelled');
    expect(await page.getByRole('button', { name: 'Cancel run' }).count()).toBe(0);
    await checkPage(visitor());
    await open('/n/site/runs');
    await page.getByRole('row', { name: /Cancelled Web pages/ }).waitFor();
    const state = page.locator('select', { has: page.locator('option', { hasText: 'Every status' }) });
    await state.selectOption({ label: 'Completed' });
    await page.getByRole('row', { name: /Cancelled Web pages/ }).waitFor({ state: 'detached' });
    await state.selectOption({ label: 'Cancelled' });
    await page.getByRole('row', { name: /Cancelled Web pages/ }).waitFor();
    const sources = await page.locator('select option').allTextContents();
    expect(sources).toEqual(expect.arrayContaining(['YouTube', 'Google Drive', 'OneDrive', 'SharePoint']));
    await page.goBack();
  });

  test('what a run was asked for is asked for again, in a run of its own', async () => {
    const { page } = visitor();
    const before = page.url();
    pages.respondAll();
    await page.getByRole('button', { name: 'Ingest again' }).click();
    await page.waitForURL((url) => url.href !== before && url.pathname.includes('/runs/'));
    await shown('3 of 3 documents done');
    await shown('3 ready');
    await page.getByText('Request').click();
    const request = await page.getByRole('textbox', { name: 'the request' }).inputValue();
    for (const address of pages.addresses) expect(request).toContain(address);
  });

  test('a page that was never read has no original, and none is offered', async () => {
    const { page, open } = visitor();
    await open('/n/site/ingest?from=pages');
    await page.getByLabel('Page addresses').fill(`${site().url}/never-written`);
    await page.getByRole('button', { name: 'Ingest pages' }).click();
    await page
      .getByRole('table')
      .getByRole('link', { name: /never-written/ })
      .first()
      .click();
    const original = page.locator('.card', {
      has: page.getByRole('heading', { name: 'Original', exact: true }),
    });
    await original.getByText('No original').waitFor();
    expect(await original.getByRole('link').allTextContents()).toEqual(['Open page']);
    expect(await original.getByRole('button').count()).toBe(0);
    await checkPage(visitor());
  });

  test('videos are asked for by their addresses, of which a wrong one is named at once', async () => {
    const { page, open } = visitor();
    respondAsYouTube(site());
    await open('/n/site/ingest?from=youtube');
    const field = page.getByLabel('Videos, playlists or channels');
    await field.fill('lamps');
    await shown('Not a web address: lamps');
    expect(await page.getByRole('button', { name: 'Ingest videos' }).isDisabled()).toBe(true);
    await checkPage(visitor());
    await field.fill('https://youtu.be/dQw4w9WgXcQ');
    await page.getByRole('button', { name: 'Ingest videos' }).click();
    await shown('1 of 1 document done');
    await page.getByRole('table').getByRole('link', { name: 'The lamps' }).waitFor();
  });
}

/** A video with a transcript, as YouTube serves it. */
function respondAsYouTube(site: WebSite): void {
  const captions = `${site.url}/api/timedtext?lang=en`;
  const captionTracks = [{ baseUrl: captions, languageCode: 'en' }];
  const player = {
    playabilityStatus: { status: 'OK' },
    videoDetails: { title: 'The lamps' },
    captions: { playerCaptionsTracklistRenderer: { captionTracks } },
  };
  const headers = { 'content-type': 'application/json' };
  site.pages.set('/watch', { body: '<script>{"INNERTUBE_API_KEY":"inner-key"}</script>' });
  site.pages.set('/youtubei/v1/player', { headers, body: JSON.stringify(player) });
  site.pages.set('/api/timedtext', {
    body: '<?xml version="1.0"?><transcript><text start="1" dur="2">Lamps are lit</text></transcript>',
  });
}
