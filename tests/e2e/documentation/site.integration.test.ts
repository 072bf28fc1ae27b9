/** Looks at the guides and the reference as they are built and served, in a browser. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromiumPath, openVisitor, runWhere, startBrowser } from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { checkPage } from '../console/check-page.ts';
import type { ConsoleVisitor } from '../console/start-console.ts';
import { joinFleet, type TestFleet } from '../test-fleet.ts';

const describeWithBrowser = runWhere(describe, chromiumPath !== undefined, 'no Chromium is installed');
const buildDeadlineMs = 240_000;

describeWithBrowser('the guides and the reference', () => {
  let fleet: TestFleet;
  let browser: Browser;
  let visitor: ConsoleVisitor;

  beforeAll(async () => {
    const built = promisify(execFile)(process.execPath, ['docs/site/build.ts', '--if-changed'], {
      timeout: buildDeadlineMs,
    });
    [fleet, browser] = await Promise.all([joinFleet(), startBrowser(), built]);
    const opened = await openVisitor(browser, 'desktop');
    const complaints: string[] = [];
    opened.page.on('pageerror', (error) => complaints.push(String(error)));
    const open = async (path: string) => void (await opened.page.goto(`${fleet.url}${path}`));
    visitor = { ...opened, complaints, open };
  }, buildDeadlineMs);
  afterAll(async () => {
    await browser?.close();
    await fleet?.remove();
  });

  test.each([
    ['/docs', 'API reference'],
    ['/guides/', 'Guides'],
    ['/guides/api/search', 'Search'],
    ['/guides/api/namespaces', 'Namespaces'],
    ['/guides/api/errors', 'Error codes'],
    ['/guides/search', 'Search'],
    ['/guides/settings', 'Settings'],
    ['/guides/nothing', 'There is no such page'],
  ])(
    '%s is accessible on a desktop and on a phone, and loads nothing from elsewhere',
    async (path, title) => {
      await visitor.open(path);
      await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor();
      await checkPage(visitor);
    },
    120_000,
  );

  test.each(['/guides/api/search', '/guides/mcp'])(
    'examples of %s have the address of the reader',
    async (path) => {
      const { page, open } = visitor;
      await open(path);
      const example = page.locator('.vp-doc pre code', { hasText: new URL(fleet.url).host }).first();
      await example.waitFor({ state: 'attached' });
      const all = await page.locator('.vp-doc pre code').allTextContents();
      expect(all.filter((text) => text.includes('localhost:4000'))).toEqual([]);
    },
  );

  test('a search is accessible, finds an operation and leads to it', async () => {
    const { page, open } = visitor;
    await open('/guides/');
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.getByRole('searchbox').fill('rotate signing key of a webhook');
    await page.getByRole('option').first().waitFor();
    await checkPage(visitor);
    await page.getByRole('option').first().click();
    await page.waitForURL(/\/guides\/api\/webhooks(\.html)?#replace-the-signing-key-of-a-webhook$/);
  });

  test('a request is tried out from its page, with a key that stays in the tab', async () => {
    const { page, open } = visitor;
    await open('/guides/api/namespaces');
    const panel = page.locator('.try', { hasText: 'Send GET' }).first();
    await panel.getByText('Try it').click();
    await panel.getByLabel('API key').fill('df_live_wrong');
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('401 Unauthorized').waitFor();
    await panel.getByLabel('API key').fill(fleet.apiKey);
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('200 OK').waitFor();
    expect(JSON.parse((await panel.getByLabel('Response').textContent()) ?? '')).toMatchObject({
      success: true,
    });
    expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain(fleet.apiKey);
    await checkPage(visitor);

    await open('/guides/api/documents');
    const other = page.locator('.try', { has: page.getByLabel('documentId', { exact: true }) }).first();
    await other.getByText('Try it').click();
    expect(await other.getByLabel('API key').inputValue()).toBe(fleet.apiKey);
    await other.getByRole('button', { name: 'Send' }).click();
    await other.getByText('Enter a value for documentId.').waitFor();
  });

  test('a language that is chosen for one example is shown for all, also on the next page, which opens at its beginning', async () => {
    const { page, open } = visitor;
    await open('/guides/api/search');
    await page.locator('.vp-code-group label', { hasText: 'Python' }).first().click();
    const shown = page.locator('.vp-code-group .language-python.active');
    expect(await shown.count()).toBe(await page.locator('.vp-code-group').count());
    await open('/guides/api/answers');
    await page.locator('.vp-code-group .language-python.active').first().waitFor();
    expect(await page.evaluate<number>('scrollY')).toBe(0);
  });
});
