import { expect, test } from '@jest/globals';
import { checkPage } from './check-page.ts';
import type { ConsoleVisitor, TestConsole } from './start-console.ts';

const documents = '**/v1/documents';

/** Tests the pages during failures, and that they recover by themselves. */
export function testFaults(world: () => TestConsole, visitor: () => ConsoleVisitor): void {
  test('a lost connection is shown, and its recovery too', async () => {
    const { page, open, context } = visitor();
    // The namespace that was opened last is the one of the navigation.
    await open('/n/handbook/overview');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await open('/namespaces');
    await page.getByRole('link', { name: 'handbook', exact: true }).waitFor();
    await context.setOffline(true);
    await page.getByRole('navigation').getByRole('link', { name: 'Documents' }).click();
    await page.getByText('docfleet cannot be reached').waitFor();
    await context.setOffline(false);
    await page.getByRole('link', { name: 'parking.txt' }).waitFor({ timeout: 30_000 });
    expect(await page.getByText('docfleet cannot be reached').count()).toBe(0);
  });

  test('a session that has ended is begun again in place, and what was typed and asked goes on', async () => {
    const { page, open, context } = visitor();
    await open('/namespaces/new');
    await page.getByLabel('Name', { exact: true }).fill('later');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Create namespace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await checkPage(visitor());
    await dialog.getByLabel('API key').fill(world().fleet.apiKey);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('later was created').waitFor();
  });

  test('too many requests are said with how long it takes, and then it goes on', async () => {
    const { page, open } = visitor();
    let refused = 0;
    await page.route(documents, (route) => {
      refused += 1;
      if (refused > 1) return route.continue();
      const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'More than 5 requests a minute' };
      return route.fulfill({ status: 429, headers: { 'retry-after': '3' }, json: { success: false, error } });
    });
    await open('/n/handbook/documents');
    await page.getByText(/Rate limit reached. Continuing automatically in [123] s/).waitFor();
    await page.getByRole('link', { name: 'parking.txt' }).waitFor();
    expect(await page.getByText('Rate limit reached').count()).toBe(0);
    await page.unroute(documents);
  });

  test('a fault of the service is shown with the id by which its logs know it', async () => {
    const { page, open } = visitor();
    await page.route(documents, (route) => {
      const error = { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side' };
      return route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'request-42' },
        json: { success: false, error },
      });
    });
    await open('/n/handbook/documents');
    await page.getByText('Something went wrong in docfleet').waitFor({ timeout: 60_000 });
    await page.getByText('request-42').waitFor();
    await checkPage(visitor());
    await page.unroute(documents);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'parking.txt' }).waitFor();
  });

  test('a user without a scope is shown which one is needed', async () => {
    const { fleet, visitAs } = world();
    const { body } = await fleet.api.request<{ key: string }>('POST', '/v1/api-keys', {
      name: 'reader',
      scopes: ['read'],
    });
    const reader = await visitAs(body.data.key);
    await reader.open('/namespaces/new');
    await reader.page.getByLabel('Name', { exact: true }).fill('forbidden');
    await reader.page.keyboard.press('Enter');
    await reader.page.getByRole('alert').getByText('Your key does not have this permission').waitFor();
    await reader.page.getByText('the scope admin').waitFor();
    await reader.context.close();
  });
}
