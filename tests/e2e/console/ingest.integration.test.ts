import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromiumPath,
  eventually,
  openVisitor,
  runWhere,
  startWebSite,
  type WebSite,
  webPage,
} from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNamespace, ingestText, waitForRun } from '../documents.ts';
import { checkPage } from './check-page.ts';
import { dropFiles } from './drop-files.ts';
import { hostileStrings } from './hostile-strings.ts';
import { type ConsoleVisitor, startConsole, type TestConsole } from './start-console.ts';

const describeWithBrowser = runWhere(describe, chromiumPath !== undefined, 'no Chromium is installed');

describeWithBrowser('ingesting, watching and searching in the console, in Chromium', () => {
  let world: TestConsole;
  let visitor: ConsoleVisitor;
  let folder: string;
  let site: WebSite;
  beforeAll(async () => {
    site = await startWebSite({
      '/': webPage({ title: 'Home', text: 'The opening hours.', links: ['/menu'] }),
      '/menu': webPage({ title: 'Menu', text: 'Lentil stew on Fridays.' }),
    });
    world = await startConsole({ EGRESS_ALLOW_CIDRS: '127.0.0.0/8' });
    await createNamespace(world.fleet.api, 'handbook');
    folder = await makeFolder();
    visitor = await world.visitAs(world.fleet.apiKey);
  }, 180_000);
  afterAll(async () => {
    await world?.close();
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const shown = (text: string | RegExp) => visitor.page.getByText(text).first().waitFor();

  test('who has the printed link is in by one click, and once', async () => {
    const link = await eventually(() => {
      const [found] = /http\S+sign-in\?code=\S+/.exec(world.fleet.printed()) ?? [];
      return found === undefined ? Promise.reject(new Error('not printed yet')) : Promise.resolve(found);
    });
    const { page, context } = await openVisitor(world.browser, 'desktop');
    const address = new URL(link);
    await page.goto(`${world.fleet.url}${address.pathname}${address.search}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await context.clearCookies();
    await page.goto(`${world.fleet.url}${address.pathname}${address.search}`);
    await page.getByText('A link signs in once').waitFor();
    await context.close();
  });

  test('a folder that is dropped is ingested, and says of each file why it was not', async () => {
    const { page } = visitor;
    await visitor.open('/n/handbook/ingest');
    await page.getByRole('heading', { name: 'Drop files and folders here' }).waitFor();
    await checkPage(visitor, 'ingest');
    await dropFiles(page, '.drop-area', [join(folder, 'office')]);
    await shown('2 ready to be searched');
    await shown('1 could not be read');
    await shown('2 not sent');
    await shown('A video holds no text');
    await checkPage(visitor, 'ingest-files');
  });

  test('the run of the bad file says what is wrong with it and what can be done', async () => {
    const { page } = visitor;
    await visitor.open('/n/handbook/runs');
    await page.getByRole('link', { name: 'office/broken.pdf' }).waitFor();
    await checkPage(visitor, 'runs');
    await page.getByRole('link', { name: 'office/broken.pdf' }).click();
    await page.getByRole('heading', { name: 'Failed: 1' }).waitFor();
    await shown('Open the file with the program that made it');
    await page.getByRole('table').getByRole('link', { name: 'office/broken.pdf' }).waitFor();
    await checkPage(visitor, 'run-failed');
    expect(await page.getByRole('button', { name: 'Cancel the run' }).count()).toBe(0);
  });

  test('a text that was typed outlives a reload, and its run is shown when it is sent', async () => {
    const { page } = visitor;
    await visitor.open('/n/handbook/ingest?from=text');
    await page.getByLabel('Name', { exact: true }).fill('Canteen');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Lunch is served from noon to two.');
    await page.reload();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Canteen');
    await page.getByText('Metadata and settings').click();
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByLabel('Name', { exact: true }).last().fill('team');
    await page.getByLabel('Value', { exact: true }).fill('kitchen');
    await checkPage(visitor, 'ingest-text');
    await page.getByRole('button', { name: 'Ingest the text' }).click();
    await page.getByRole('heading', { name: 'Canteen' }).waitFor();
    await shown('1 of 1 documents done');
    await checkPage(visitor, 'run');
  });

  test('a site is previewed before anything of it is ingested', async () => {
    const { page } = visitor;
    await createNamespace(world.fleet.api, 'site', { webScraperConfig: { provider: 'BUILTIN' } });
    await visitor.open('/n/site/ingest?from=site');
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(site.url);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('table', { name: 'The first pages' }).getByText('Menu').waitFor({ timeout: 60_000 });
    await checkPage(visitor, 'ingest-site');
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(`${site.url}/menu`);
    await page.getByRole('table', { name: 'The first pages' }).waitFor({ state: 'detached' });
    const { body } = await world.fleet.api.request<{ documents: unknown[] }>('POST', '/v1/documents', {
      namespaceId: 'site',
      filterConfig: {},
    });
    expect(body.data.documents).toEqual([]);
  });

  test('a question finds its passage, both ways side by side, with the words marked', async () => {
    const { page } = visitor;
    await visitor.open('/n/handbook/overview');
    await page.getByRole('link', { name: 'Search', exact: true }).last().click();
    await page.getByText('Try a question, or a word').waitFor();
    await page.getByLabel('What are you looking for?').fill('where can guests park');
    const hybrid = page.getByRole('region', { name: 'Meaning and words' });
    const best = hybrid.locator('.result').first();
    await best.getByRole('link', { name: 'office/parking.md' }).waitFor();
    await page.getByRole('region', { name: 'Meaning', exact: true }).getByRole('listitem').first().waitFor();
    expect(await best.locator('mark').allTextContents()).toEqual(['Parking', 'Parking', 'guests']);
    await best.getByRole('list', { name: 'Parts of the score' }).getByText('words').waitFor();
    const parts = await best.locator('.score-parts > li').allTextContents();
    const [semantic = 0, keyword = 0] = parts.map((part) => Number.parseFloat(part));
    expect(semantic + keyword).toBeCloseTo(Number(await best.locator('.score strong').textContent()), 2);
    expect(await hybrid.locator('.timing').count()).toBe(5);
    await checkPage(visitor, 'search');
    expect(page.url()).toContain('q=where');
    await page.reload();
    await best.getByRole('link', { name: 'office/parking.md' }).click();
    await page.locator('.chunk-number:focus').waitFor();
    await shown('Chunk 0: ');
    await page.locator('.chunk-active', { hasText: 'Parking behind the house' }).waitFor();
  });

  test('why a document is not found is said: where it ranks, that it failed, that a condition leaves it out', async () => {
    const { page } = visitor;
    await visitor.open('/n/handbook/search?q=where+can+guests+park&top=1&mode=hybrid');
    await page.getByText('Why is my document not found?').click();
    await page.getByLabel('Document', { exact: true }).fill('office/rules');
    await page.getByRole('button', { name: 'office/rules/leave.txt' }).click();
    await shown('Only 1 results are asked for');
    await page.getByLabel('Document', { exact: true }).fill('office/broken');
    await page.getByRole('button', { name: 'office/broken.pdf' }).click();
    await shown('It is not ingested: failed');
    await checkPage(visitor, 'search-why');
    await page.getByText('Conditions and tenant').click();
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Field', { exact: true }).fill('team');
    await page.getByLabel('Value', { exact: true }).fill('kitchen');
    await page
      .getByRole('region', { name: 'Meaning and words' })
      .getByRole('link', { name: 'Canteen' })
      .waitFor();
    await page.getByLabel('Document', { exact: true }).fill('office/parking');
    await page.getByRole('button', { name: 'office/parking.md' }).click();
    await shown('The conditions leave it out');
    await page.getByRole('button', { name: 'Use this search' }).click();
    expect(await page.getByRole('textbox', { name: 'the search for curl' }).inputValue()).toContain(
      '"filter":{"metadata":{"team":"kitchen"}}',
    );
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await page.getByRole('textbox', { name: 'the search for TypeScript' }).waitFor();
    await checkPage(visitor, 'search-code');
  });

  test('a connection that is lost and requests that are too many cost time and no file', async () => {
    const { page, context } = visitor;
    let refused = 0;
    await page.route('**/v1/ingest/file', (route) => {
      refused += 1;
      if (refused > 2) return route.continue();
      const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'More than 5 requests a minute' };
      return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { success: false, error } });
    });
    await visitor.open('/n/handbook/ingest');
    await page.getByRole('heading', { name: 'Drop files and folders here' }).waitFor();
    await context.setOffline(true);
    const names = Array.from({ length: 12 }, (_, index) => `note-${index}.txt`);
    await page.getByLabel('Choose files').setInputFiles(chosen(names));
    await shown('docfleet cannot be reached');
    await shown('12 to be sent');
    await context.setOffline(false);
    await page.getByText('12 ready to be searched').waitFor({ timeout: 60_000 });
    expect(refused).toBeGreaterThan(12);
    await page.unroute('**/v1/ingest/file');
    await page.getByRole('button', { name: 'Clear what is done' }).click();
    await page.getByRole('heading', { name: 'Your files' }).waitFor({ state: 'detached' });
  });

  test('who pauses decides when the rest is sent', async () => {
    const { page } = visitor;
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/ingest/file', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page
      .getByLabel('Choose files')
      .setInputFiles(chosen(Array.from({ length: 6 }, (_, n) => `page-${n}.txt`)));
    await page.getByRole('button', { name: 'Pause' }).click();
    held.resolve();
    await shown('4 ready to be searched');
    await shown('2 to be sent');
    await page.getByRole('button', { name: 'Go on' }).click();
    await shown('6 ready to be searched');
    await page.unroute('**/v1/ingest/file');
  });

  test('hostile texts are shown as texts in runs and in results', async () => {
    const { api } = world.fleet;
    const { page } = visitor;
    const names = hostileStrings.filter((text) => text.length > 20 && text.length <= 255).slice(0, 40);
    const text = names.join('\n');
    const { ingestJobRunId } = await ingestText(api, 'handbook', text, { name: names[0] });
    for (const name of names.slice(1)) await ingestText(api, 'handbook', `hostile ${name}`, { name });
    await waitForRun(api, 'handbook', ingestJobRunId);
    await visitor.open(`/n/handbook/runs/${ingestJobRunId}`);
    await page.getByRole('heading', { name: names[0] ?? '' }).waitFor();
    await checkPage(visitor);
    await visitor.open('/n/handbook/runs');
    await page.locator('tbody a').first().waitFor();
    const listed = await page.locator('tbody a').allTextContents();
    expect(
      names
        .toReversed()
        .slice(0, listed.length)
        .filter((name) => !listed.includes(name)),
    ).toEqual([]);
    await checkPage(visitor);
    await visitor.open(
      `/n/handbook/search?mode=hybrid&top=50&q=${encodeURIComponent(`hostile ${names[0]}`)}`,
    );
    const results = page.getByRole('region', { name: 'Meaning and words' });
    await results
      .locator('.passage', { hasText: names[1] ?? '' })
      .first()
      .waitFor();
    await checkPage(visitor);
    expect(await page.title()).toBe('Search · docfleet');
  });
});

/** Files as a browser's choice gives them. */
const chosen = (names: readonly string[]) =>
  names.map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(`This is ${name}, and nothing else.`),
  }));

/** What somebody has on his desk: two good files, one that is broken, one that is no document, one that is empty. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-folder-'));
  await mkdir(join(folder, 'office/rules'), { recursive: true });
  const write = (name: string, content: string) => writeFile(join(folder, 'office', name), content);
  await write('parking.md', '# Parking\n\nParking behind the house is free for guests.');
  await write('rules/leave.txt', 'Everyone has thirty days of paid leave a year.');
  await write('broken.pdf', '%PDF-1.7\nnothing of what a PDF has');
  await write('party.mp4', 'no film');
  await write('nothing.txt', '');
  return folder;
}
