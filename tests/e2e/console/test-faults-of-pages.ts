import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { renderLate } from './render-late.ts';
import type { ConsoleVisitor, TestConsole } from './start-console.ts';
import type { Known } from './test-documents.ts';

/** A page of each kind, and what it shows when all is well. */
const pagesOf = ({ cut, run }: Known): readonly (readonly [path: string, content: string])[] => [
  ['/n/handbook/overview', '.chart'],
  ['/n/handbook/documents', 'tbody a'],
  [`/n/handbook/documents/${cut}`, '.chunk'],
  ['/n/handbook/runs', 'tbody a'],
  [`/n/handbook/runs/${run}`, '.progress'],
  ['/n/handbook/search?mode=hybrid&q=parking', '.result'],
  ['/n/handbook/settings', '.config-cards'],
  ['/n/handbook/connections', '.empty'],
  ['/namespaces', 'tbody a'],
  ['/webhooks', '.empty'],
  ['/api-keys', 'tbody tr'],
  ['/audit-events', 'tbody tr'],
  ['/usage', '.chart'],
];

/** Tabs that are open at once. */
const atOnce = 4;
const waitSeconds = 2;
const waitTimeout = { timeout: 60_000 };

const refusal = (code: string, message: string) => ({ success: false, error: { code, message } });
const tooMany = {
  status: 429,
  headers: { 'retry-after': String(waitSeconds) },
  json: refusal('RATE_LIMIT_EXCEEDED', 'More than 5 requests a minute'),
};
const broken = {
  status: 500,
  headers: { 'x-request-id': 'request-42' },
  json: refusal('INTERNAL_ERROR', 'Something went wrong on our side'),
};

/** Asks everything again that could not be shown, at once: a button is gone when it was pressed. */
async function tryAgain(page: Page): Promise<void> {
  const buttons = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await buttons.evaluateAll((found) => {
    for (const button of found) (button as unknown as { click(): void }).click();
  });
}

/** Every kind of page when the service refuses what it asks for. */
export function testFaultsOfPages(
  world: () => TestConsole,
  visitor: () => ConsoleVisitor,
  known: () => Known,
): void {
  async function tryPage(path: string, content: string): Promise<void> {
    const page = await visitor().context.newPage();
    const refused = new Set<string>();
    let response: 'too many' | 'broken' | 'well' = 'too many';
    await page.route('**/v1/**', (route) => {
      const asked = `${route.request().method()} ${route.request().url()}`;
      if (response === 'broken') return route.fulfill(broken);
      if (response === 'well' || refused.has(asked)) return route.continue();
      refused.add(asked);
      return route.fulfill(tooMany);
    });
    const shown = page.getByRole('main').locator(content).first();
    await page.goto(`${world().fleet.url}/console${path}`);
    await page.getByText('Rate limit reached').waitFor(waitTimeout);
    await shown.waitFor(waitTimeout);
    response = 'broken';
    await page.reload();
    await page.getByRole('main').getByText('Something went wrong in docfleet').first().waitFor(waitTimeout);
    await page.getByRole('main').getByText('request-42').first().waitFor(waitTimeout);
    response = 'well';
    await tryAgain(page);
    await shown.waitFor(waitTimeout);
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
    await page.close();
  }

  async function openLate(path: string, content: string): Promise<void> {
    const page = await visitor().context.newPage();
    await page.addInitScript({ content: renderLate });
    await page.goto(`${world().fleet.url}/console${path}`);
    await page.getByRole('main').locator(content).first().waitFor(waitTimeout);
    await page.close();
  }

  /** Does something with every kind of page, a few at once. */
  async function forEachPage(look: typeof tryPage): Promise<void> {
    const left = [...pagesOf(known())];
    const tab = async () => {
      for (let next = left.shift(); next; next = left.shift()) await look(...next);
    };
    await Promise.all(Array.from({ length: atOnce }, tab));
  }

  test(
    'every kind of page shows what arrives before a slow device has rendered the page',
    () => forEachPage(openLate),
    240_000,
  );

  test(
    'every kind of page says that requests are too many or fail, and shows its content when they no longer do',
    () => forEachPage(tryPage),
    240_000,
  );

  test('a form that could not be sent keeps what was typed, and can be sent again', async () => {
    const { page, open } = visitor();
    await open('/n/handbook/ingest?from=text');
    await page.getByLabel('Name', { exact: true }).fill('Once more');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Nothing typed is lost.');
    await page.route('**/v1/ingest/text', (route) => route.fulfill(broken));
    await page.getByRole('button', { name: 'Ingest text' }).click();
    await page.getByRole('alert').getByText('request-42').waitFor(waitTimeout);
    await page.unroute('**/v1/ingest/text');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Once more');
    await page.getByRole('button', { name: 'Ingest text' }).click();
    await page.getByRole('heading', { name: 'Once more' }).waitFor();
  });
}
