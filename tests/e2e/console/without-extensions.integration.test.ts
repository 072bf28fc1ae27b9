import { chromiumPath, runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNamespace, ingestText, waitForRun } from '../documents.ts';
import { type ConsoleVisitor, startConsole, type TestConsole } from './start-console.ts';

const describeWithBrowser = runWhere(describe, chromiumPath !== undefined, 'no Chromium is installed');

describeWithBrowser('the console of a fleet without extensions', () => {
  let world: TestConsole;
  let visitor: ConsoleVisitor;

  beforeAll(async () => {
    world = await startConsole({ NODE_OPTIONS: '--conditions=no-extensions' });
    const { api } = world.fleet;
    await createNamespace(api, 'handbook');
    const { ingestJobRunId } = await ingestText(api, 'handbook', 'Parking is free.', { name: 'parking.txt' });
    await waitForRun(api, 'handbook', ingestJobRunId);
    visitor = await world.visitAs(world.fleet.apiKey);
  }, 240_000);
  afterAll(() => world?.close());

  test('its navigation has the pages of the core, and each of them is there', async () => {
    const { page, open } = visitor;
    await open('/n/handbook/overview');
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    await links.filter({ hasText: 'Search' }).waitFor();
    const names = await links.allInnerTexts();
    expect(names).not.toContain('Ask');
    expect(names).not.toContain('Evaluation');
    for (const name of names) {
      await links.filter({ hasText: name }).first().click();
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    }
    expect(visitor.complaints).toEqual([]);
  });

  test.each(['ask', 'evaluations', 'golden-sets/x', 'evaluations/x'])('it has no page %s', async (path) => {
    const { page, open } = visitor;
    await open(`/n/handbook/${path}`);
    await page.getByText('Page not found').waitFor();
  });

  test('a site is ingested without an offer to estimate it', async () => {
    const { page, open } = visitor;
    await open('/n/handbook/ingest?from=site');
    await page.getByRole('textbox', { name: 'Address', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Preview' }).count()).toBe(0);
  });
});
