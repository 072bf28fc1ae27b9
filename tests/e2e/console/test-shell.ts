import { expect, test } from '@jest/globals';
import type { Response } from 'playwright-core';
import { createNamespace, ingestText, waitForRun } from '../documents.ts';
import { checkPage } from './check-page.ts';
import type { ConsoleVisitor, TestConsole } from './start-console.ts';

/** As it is sent, in bytes. */
const maxAtFirst = 250_000;

/** Signing in, and what is around all pages. */
export function testShell(world: () => TestConsole, visitor: () => ConsoleVisitor): void {
  test('who is not signed in signs in with a key and goes on where he wanted to', async () => {
    const { context, page, open } = visitor();
    const { fleet } = world();
    await context.clearCookies();
    await open('/n/handbook/documents?status=FAILED');
    await page.getByRole('heading', { name: 'Sign in to docfleet' }).waitFor();
    await checkPage(visitor(), 'sign-in');
    await page.getByLabel('API key').fill('df_live_wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('API key or link is not valid').waitFor();
    await page.getByLabel('API key').fill(fleet.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    expect(page.url()).toBe(`${fleet.url}/console/n/handbook/documents?status=FAILED`);
  });

  test('the link that the fleet prints signs in once', async () => {
    const { fleet, browser } = world();
    const link = /Console: (\S+)/.exec(fleet.printed())?.[1] ?? '';
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await context.clearCookies();
    await page.goto(link);
    await page.getByText('A link works once').waitFor();
    await context.close();
  });

  test.each(['Overview', 'Ingest', 'Search'])('the first load is small, at %s', async (name) => {
    const { fleet, visitAs } = world();
    const { context, page, open } = await visitAs(fleet.apiKey);
    const fetched: Response[] = [];
    page.on('response', (response) => void fetched.push(response));
    await open(`/n/handbook/${name.toLowerCase()}`);
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(
      fetched
        .filter((response) => response.url().includes('/console/'))
        .map(async (response) => (await response.request().sizes()).responseBodySize),
    );
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxAtFirst);
    await context.close();
  });

  test('the palette goes anywhere by keyboard', async () => {
    const { page, open } = visitor();
    await open('/namespaces');
    await page.getByRole('heading', { name: 'Namespaces' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a page').waitFor();
    await checkPage(visitor());
    await page.keyboard.type('docum');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
  });

  test('the palette finds documents by their names, and searches for what is typed', async () => {
    const { page, open } = visitor();
    await open('/n/handbook/overview');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a page').waitFor();
    await page.keyboard.type('Parking.t');
    await page.getByRole('menuitem', { name: 'parking.txt' }).waitFor();
    await page.getByRole('menuitem', { name: 'Search for: Parking.t' }).waitFor();
    await checkPage(visitor(), 'palette');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /parking.txt/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a page').waitFor();
    await page.keyboard.type('where do guests park');
    await page.getByRole('menuitem', { name: /Search for/ }).click();
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('where do guests park');
  });

  test('what is typed before the palette has loaded is not lost', async () => {
    const { page, open } = visitor();
    await open('/namespaces');
    await page.getByRole('heading', { name: 'Namespaces' }).waitFor();
    let load = () => {};
    const held = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route('**/assets/palette-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('webh');
    load();
    await page.getByRole('menuitem', { name: 'Webhooks' }).waitFor();
    // No entry is in focus yet: the list was not there when this was typed.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor();
    await page.unroute('**/assets/palette-*.js');
  });

  test('on a low screen the sidebar shows its foot, and its pages scroll', async () => {
    const { page, open } = visitor();
    await open('/n/handbook/overview');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const name of ['Guides', 'API reference'])
      expect((await page.getByRole('link', { name }).boundingBox())?.y).toBeLessThan(700);
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await checkPage(visitor());
  });

  test('an empty namespace leads from a sample document over a search to the request of a program', async () => {
    const { fleet } = world();
    const { page, open } = visitor();
    await createNamespace(fleet.api, 'fresh');
    await open('/n/fresh/overview');
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    await checkPage(visitor(), 'first-steps');
    await page.getByRole('button', { name: 'Add the sample document' }).press('Enter');
    const question = page.getByRole('link', { name: 'Where can guests park?' });
    await question.waitFor({ timeout: 60_000 });
    await question.press('Enter');
    await page.getByRole('link', { name: 'sample-office-guide.md' }).first().waitFor();
    await open('/n/fresh/overview');
    const request = await page.getByRole('textbox', { name: 'the search for curl' }).inputValue();
    expect(request).toContain('"namespaceId":"fresh"');
    await checkPage(visitor());
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    expect(await page.getByRole('heading', { name: 'Get started' }).count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'Last 24 hours' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Get started' }).count()).toBe(0);
    // The namespace that was opened last is the one of the navigation.
    await open('/n/handbook/overview');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  test('with documents of one’s own, the first steps suggest no question about the sample', async () => {
    const { api } = world().fleet;
    const { page, open } = visitor();
    await createNamespace(api, 'own');
    await open('/n/own/overview');
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    const { ingestJobRunId } = await ingestText(api, 'own', 'The turbine is oiled on Thursdays.');
    await waitForRun(api, 'own', ingestJobRunId, 60_000);
    await page.reload();
    await page.getByRole('link', { name: 'Search your documents' }).waitFor();
    expect(await page.getByRole('link', { name: 'Where can guests park?' }).count()).toBe(0);
    await open('/n/handbook/overview');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  test('a namespace that does not exist is named as such, without words of the API', async () => {
    const { page, open } = visitor();
    for (const path of ['documents', 'ingest', 'search', 'ask']) {
      await open(`/n/missing/${path}`);
      await page.getByRole('alert').getByText('This namespace does not exist').waitFor();
      expect(await page.getByText('/v1/').count()).toBe(0);
    }
    await open('/n/handbook/overview');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  test('the address of a namespace without a page leads to its overview', async () => {
    const { page, open } = visitor();
    await open('/n/handbook');
    await page.waitForURL(/\/n\/handbook\/overview$/);
  });

  test('the menu of a phone holds everything', async () => {
    const { page, open } = visitor();
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/n/handbook/overview');
    await page.getByRole('button', { name: 'Menu' }).click();
    await checkPage(visitor());
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('dialog').getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
}
