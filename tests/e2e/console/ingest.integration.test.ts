import { rm } from 'node:fs/promises';
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
import { makeFolder } from './make-folder.ts';
import { type ConsoleVisitor, startConsole, type TestConsole } from './start-console.ts';
import { testRuns } from './test-runs.ts';
import { testSearch } from './test-search.ts';
import { chosen, testUploads } from './test-uploads.ts';

const describeWithBrowser = runWhere(describe, chromiumPath !== undefined, 'no Chromium is installed');

describeWithBrowser('ingesting, watching and searching in the console, in Chromium', () => {
  let world: TestConsole;
  let visitor: ConsoleVisitor;
  let folder: string;
  let site: WebSite;
  beforeAll(async () => {
    folder = await makeFolder();
    site = await startWebSite({
      '/': webPage({ title: 'Home', text: 'The opening hours.', links: ['/menu'] }),
      '/menu': webPage({ title: 'Menu', text: 'Lentil stew on Fridays.' }),
    });
    const environment = { EGRESS_ALLOW_CIDRS: '127.0.0.0/8', YOUTUBE_URL: site.url };
    world = await startConsole(environment, join(folder, 'desk'));
    visitor = await world.visitAs(world.fleet.apiKey);
  }, 180_000);
  afterAll(async () => {
    await world?.close();
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const shown = (text: string | RegExp) => visitor.page.getByText(text).first().waitFor();

  test('from one command to the first search of its own documents it takes two clicks', async () => {
    const { page, context } = await openVisitor(world.browser, 'desktop');
    // The link, in the terminal.
    let clicks = 1;
    await context.exposeFunction('noteClick', () => {
      clicks += 1;
    });
    await context.addInitScript({ content: "addEventListener('click', () => noteClick(), true);" });
    await page.goto(await eventually(async () => linkOf(world.fleet.printed()), 60_000));
    await page.getByRole('main').getByRole('link', { name: 'Search' }).click();
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('who waters the plants');
    await page.getByRole('region', { name: 'Meaning and words' }).getByText('plants.md').waitFor();
    expect(clicks).toBe(2);
    await context.close();
  });

  test('a namespace without documents leads to where they come from', async () => {
    await createNamespace(world.fleet.api, 'handbook');
    await createNamespace(world.fleet.api, 'site', { webScraperConfig: { provider: 'BUILTIN' } });
    await visitor.open('/n/handbook/overview');
    await visitor.page.getByRole('heading', { name: 'Get started' }).waitFor();
    await checkPage(visitor);
    await visitor.page.getByRole('main').getByRole('link', { name: 'Add documents' }).click();
    await visitor.page.getByRole('heading', { name: 'Drop files and folders here' }).waitFor();
  });

  test('a folder that is dropped is ingested, and says of each file why it was not', async () => {
    const { page } = visitor;
    await visitor.open('/n/handbook/ingest');
    await page.getByRole('heading', { name: 'Drop files and folders here' }).waitFor();
    await checkPage(visitor);
    await dropFiles(page, '.drop-area', [join(folder, 'office')]);
    await shown('2 searchable');
    await shown('1 failed');
    await shown('2 rejected');
    await shown('Videos have no text');
    await checkPage(visitor, 'ingest-files');
  });

  test('a folder of many files is one thing to watch, in which what failed comes first', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Clear finished' }).click();
    await dropFiles(page, '.drop-area', [join(folder, 'archive')]);
    await shown('of 31 files done');
    await page.getByText('30 of 31 files are searchable').waitFor({ timeout: 60_000 });
    const files = page.getByRole('table', { name: 'Files' });
    expect(await files.locator('tbody a').allTextContents()).toEqual(['archive/torn.pdf']);
    await checkPage(visitor, 'ingest-folder');
    await page.getByRole('button', { name: 'Show all 31 files' }).click();
    await files.getByRole('link', { name: 'archive/1.txt' }).waitFor();
    expect(await files.getAttribute('aria-rowcount')).toBe('32');
    await visitor.open('/n/handbook/runs');
    const group = page.getByRole('row', { name: 'archive: 31 files' });
    await group.getByText('1 failed').waitFor();
    expect(await page.getByRole('link', { name: 'archive/1.txt' }).count()).toBe(0);
    await checkPage(visitor, 'runs');
    await group.getByRole('button').click();
    await page.getByRole('row', { name: 'archive/torn.pdf' }).getByText('1 failed').waitFor();
  });

  test('the run of the bad file says what is wrong with it and what can be done', async () => {
    const { page } = visitor;
    await visitor.open('/n/handbook/runs');
    await page.getByRole('link', { name: 'office/broken.pdf' }).click();
    await page.getByRole('heading', { name: 'Failed: 1' }).waitFor();
    await shown('Open the file with the program that made it');
    await page.getByRole('table').getByRole('link', { name: 'office/broken.pdf' }).waitFor();
    await checkPage(visitor, 'run-failed');
    expect(await page.getByRole('button', { name: 'Cancel run' }).count()).toBe(0);
  });

  test('a text that was typed outlives a reload, and its run is shown when it is sent', async () => {
    const { page } = visitor;
    await visitor.open('/n/handbook/ingest?from=text');
    await page.getByLabel('Name', { exact: true }).fill('Canteen');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Lunch is served from noon to two.');
    await page.reload();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Canteen');
    await page.getByText('Metadata and settings').click();
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByLabel('Name', { exact: true }).last().fill('team');
    await page.getByLabel('Value', { exact: true }).fill('kitchen');
    await checkPage(visitor);
    await page.getByRole('button', { name: 'Ingest text' }).click();
    await page.getByRole('heading', { name: 'Canteen' }).waitFor();
    await shown('1 of 1 document done');
    await checkPage(visitor);
  });

  test('a site is previewed before anything of it is ingested', async () => {
    const { page } = visitor;
    await visitor.open('/n/site/ingest?from=site');
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(site.url);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('table', { name: 'The first pages' }).getByText('Menu').waitFor({ timeout: 60_000 });
    await checkPage(visitor);
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(`${site.url}/menu`);
    await page.getByRole('table', { name: 'The first pages' }).waitFor({ state: 'detached' });
    const { body } = await world.fleet.api.request<{ documents: unknown[] }>('POST', '/v1/documents', {
      namespaceId: 'site',
      filterConfig: {},
    });
    expect(body.data.documents).toEqual([]);
  });

  testRuns(
    () => world,
    () => visitor,
    () => site,
  );

  test('what a user typed while the key expired is sent after the next sign-in', async () => {
    const { api, apiKey, url } = world.fleet;
    const expiresAt = new Date(Date.now() + 6_000).toISOString();
    const key = { name: 'brief', scopes: ['read', 'ingest'], expiresAt };
    const { body } = await api.request<{ key: string }>('POST', '/v1/api-keys', key);
    const brief = await world.visitAs(body.data.key);
    await brief.open('/n/handbook/ingest?from=text');
    await brief.page.getByLabel('Name', { exact: true }).fill('Late');
    await brief.page.getByRole('textbox', { name: 'Text', exact: true }).fill('Typed on the way out.');
    const headers = { authorization: `Bearer ${body.data.key}` };
    await eventually(async () => expect((await fetch(`${url}/v1/namespaces`, { headers })).status).toBe(401));
    await brief.page.getByRole('button', { name: 'Ingest text' }).click();
    const dialog = brief.page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('API key').fill(apiKey);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await brief.page.getByRole('heading', { name: 'Late' }).waitFor();
    await brief.page.getByText('1 of 1 document done').waitFor();
    await brief.context.close();
  });

  testSearch(
    () => world,
    () => visitor,
  );

  testUploads(
    () => visitor,
    () => folder,
  );

  test('a file that failed is replaced from its page by one that can', async () => {
    const { page } = visitor;
    await visitor.open('/n/handbook/documents?status=FAILED');
    await page.getByRole('link', { name: 'office/broken.pdf' }).click();
    await page.getByRole('region', { name: 'Why it failed' }).waitFor();
    const { pathname } = new URL(page.url());
    const documentIds = [pathname.split('/').at(-1)];
    await world.fleet.api.request('PATCH', '/v1/documents', {
      namespaceId: 'handbook',
      filterConfig: { documentIds },
      data: { $metadata: { $set: { shelf: 'blue' } } },
    });
    await page.reload();
    await page.getByRole('link', { name: 'Replace' }).click();
    await shown('The file replaces office/broken.pdf');
    await checkPage(visitor);
    await page.getByLabel('Select a file').setInputFiles(chosen(['party.mp4']));
    await shown('Videos have no text');
    await page.getByLabel('Select a file').setInputFiles(chosen(['repaired.txt']));
    await page.getByRole('heading', { name: 'Drop files and folders here' }).waitFor();
    const row = page.getByRole('table', { name: 'Files' }).getByRole('row', { name: 'repaired.txt' });
    await row.getByText('Success').waitFor();
    await row.getByRole('link', { name: 'repaired.txt' }).click();
    await page.getByRole('heading', { name: 'repaired.txt' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pathname);
    await page.getByRole('definition').getByText('blue').waitFor();
    expect(await page.getByRole('region', { name: 'Why it failed' }).count()).toBe(0);
  });

  test('hostile texts are shown as texts in runs and in results', async () => {
    const { api } = world.fleet;
    const { page } = visitor;
    const names = hostileStrings.filter((text) => text.length > 20 && text.length <= 255).slice(0, 40);
    const text = names.join('\n');
    const { ingestJobRunId } = await ingestText(api, 'handbook', text, { name: names[0] });
    const others = await Promise.all(
      names.slice(1).map((name) => ingestText(api, 'handbook', `hostile ${name}`, { name })),
    );
    const runIds = [ingestJobRunId, ...others.map((other) => other.ingestJobRunId)];
    // The page of a search does not follow what is still being ingested.
    await Promise.all(runIds.map((id) => waitForRun(api, 'handbook', id, 60_000)));
    await visitor.open(`/n/handbook/runs/${ingestJobRunId}`);
    await page.getByRole('heading', { name: names[0] ?? '' }).waitFor();
    await checkPage(visitor);
    await visitor.open('/n/handbook/runs');
    await page.locator('tbody a').first().waitFor();
    const listed = await page.locator('tbody a').allTextContents();
    expect(listed.filter((name) => !names.includes(name))).toEqual([]);
    expect(listed.length).toBeGreaterThan(20);
    await checkPage(visitor);
    await visitor.open(
      `/n/handbook/search?mode=hybrid&top=50&q=${encodeURIComponent(`hostile ${names[0]}`)}`,
    );
    const results = page.getByRole('region', { name: 'Meaning and words' });
    // Passages of the same words are collapsed into one: these two have words of their own.
    const own = ['</textarea><script>document.title="pwned"</script>', names[2] ?? ''];
    expect(names).toEqual(expect.arrayContaining(own));
    for (const hasText of own) await results.locator('.passage', { hasText }).first().waitFor();
    await checkPage(visitor);
    expect(await page.title()).toBe('Search · docfleet');
  });
});

/** The link that signs in, as the fleet prints it once it is ready. */
function linkOf(printed: string): string {
  const [, link] = /Console: (\S+)\n/.exec(printed) ?? [];
  if (link === undefined) throw new Error(`No link is printed yet: ${printed}`);
  return link;
}
