import { expect, test } from '@jest/globals';
import { checkPage } from './check-page.ts';
import type { ConsoleVisitor } from './start-console.ts';

/** Namespaces: making, changing and deleting them. */
export function testNamespaces(visitor: () => ConsoleVisitor): void {
  test('a namespace is created with three keys, and shows its checks', async () => {
    const { page, open } = visitor();
    await open('/namespaces');
    await page.getByRole('link', { name: 'handbook', exact: true }).waitFor();
    await checkPage(visitor());
    await page.getByRole('link', { name: 'New namespace' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.type('wiki');
    await page.reload();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('wiki');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    expect(page.url()).toContain('/n/wiki/overview');
    await checkPage(visitor());
  });

  test('what does not work is said beside its field, and what works is ticked', async () => {
    const { page, open } = visitor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('/namespaces/new');
    await page.getByLabel('Name', { exact: true }).fill('own');
    await page.getByRole('button', { name: /Model and stores/ }).click();
    await page.getByRole('option', { name: 'My own model and stores' }).click();
    await page.getByRole('button', { name: /^Built in Embedding model$/ }).click();
    await page.getByRole('option', { name: /OpenAI/ }).click();
    // The fields of the choice move the button: a press that they interrupt is none.
    await page.getByLabel('API key').waitFor();
    await page.getByRole('button', { name: 'Create namespace' }).click();
    await page.getByText('API key is required', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Model' }).fill('text-embedding-3-small');
    await page.getByLabel('API key').fill('sk-test');
    await page.getByLabel('Base URL (optional)').fill('http://127.0.0.1:9');
    await page.getByRole('button', { name: 'Create namespace' }).click();
    const checks = page.getByRole('list', { name: 'Checks' });
    await checks.getByText('File store works').waitFor();
    await checks.locator('.check-bad').getByText('Embedding model').waitFor();
    await checkPage(visitor(), 'namespace-new');
    await page.reload();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('own');
  });

  test('a configuration is changed, a store that does not respond is said at its field, a conflict that passes offers no new embedding, and the namespace is deleted once its name was typed', async () => {
    const { page, open } = visitor();
    await open('/n/wiki/settings');
    await page.getByRole('button', { name: 'Set up: Dropbox' }).click();
    await page.getByRole('link', { name: 'Open www.dropbox.com' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Redirect URI' }).inputValue()).toMatch(/callback$/);
    await page.getByLabel('Client ID').fill('app');
    await page.getByLabel('Client secret').fill('secret');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByText('app', { exact: true }).waitFor();
    await checkPage(visitor());
    await page.getByRole('button', { name: 'Change: Vector store' }).click();
    const editor = page.getByRole('dialog');
    await editor.getByRole('button', { name: /Vector store/ }).click();
    await page.getByRole('option', { name: 'Qdrant' }).click();
    await editor.getByLabel('Address').fill('http://127.0.0.1:9');
    expect(await editor.getByText('Stored secrets are not shown').count()).toBe(0);
    let requests = 0;
    page.on('request', (request) => {
      requests += request.method() === 'PATCH' ? 1 : 0;
    });
    await editor.getByRole('button', { name: 'Save' }).click();
    const alert = editor.getByRole('alert');
    expect(await alert.locator('strong').textContent()).toMatch(/^Address/);
    expect(await alert.textContent()).not.toContain('vectorStorageConfig');
    expect(requests).toBe(1);
    await checkPage(visitor());
    const message = 'It cannot be changed again yet';
    const conflict = { success: false, message, error: { code: 'NAMESPACE_CONFLICT', message } };
    await page.route('**/v1/namespaces/wiki', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 409, headers: { 'retry-after': '10' }, json: conflict })
        : route.fallback(),
    );
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.getByText(message).waitFor();
    expect(await editor.getByRole('button', { name: 'Save', exact: true }).count()).toBe(1);
    await page.unroute('**/v1/namespaces/wiki');
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete …' }).click();
    const remove = page.getByRole('button', { name: 'Delete everything' });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel('Type wiki to confirm').fill('wiki');
    await checkPage(visitor());
    await page.keyboard.press('Enter');
    await page.getByText('wiki is being deleted').waitFor();
    await page.getByRole('heading', { name: 'Namespaces' }).waitFor();
  });
}
