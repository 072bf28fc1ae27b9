import { chromiumPath, runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNamespace, ingestText, waitForRun } from '../documents.ts';
import { checkPage } from './check-page.ts';
import { type ConsoleVisitor, startConsole, type TestConsole } from './start-console.ts';

const describeWithBrowser = runWhere(describe, chromiumPath !== undefined, 'no Chromium is installed');

describeWithBrowser('the console, in Chromium', () => {
  let world: TestConsole;
  let visitor: ConsoleVisitor;
  beforeAll(async () => {
    world = await startConsole();
    const { api } = world.fleet;
    await createNamespace(api, 'handbook');
    const { ingestJobRunId } = await ingestText(api, 'handbook', 'Parking is free for guests.', {
      name: 'parking.txt',
    });
    await waitForRun(api, 'handbook', ingestJobRunId);
    visitor = await world.visit();
  }, 180_000);
  afterAll(() => world?.close());

  test('who is not signed in signs in with a key and goes on where he wanted to', async () => {
    const { context, page } = visitor;
    const cookies = await context.cookies();
    await context.clearCookies();
    await visitor.open('/n/handbook/documents');
    await page.getByRole('heading', { name: 'Sign in to docfleet' }).waitFor();
    await checkPage(visitor, 'sign-in');
    await page.getByLabel('API key').fill('df_live_wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('not good to sign in with').waitFor();
    await page.getByLabel('API key').fill(world.fleet.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    expect(page.url()).toBe(`${world.fleet.url}/console/n/handbook/documents`);
    await context.addCookies(cookies);
  });

  test('the overview says how many documents there are of each state', async () => {
    await visitor.open('/');
    await visitor.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await visitor.page.getByRole('link', { name: /Success 1/ }).waitFor();
    await checkPage(visitor, 'overview');
  });

  test('the documents are listed', async () => {
    await visitor.open('/n/handbook/documents');
    await visitor.page.getByText('parking.txt').waitFor();
    await checkPage(visitor, 'documents');
  });

  test('the namespaces are listed', async () => {
    await visitor.open('/namespaces');
    await visitor.page.getByRole('cell', { name: 'handbook' }).waitFor();
    await checkPage(visitor, 'namespaces');
  });
});
