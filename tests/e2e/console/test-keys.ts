import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { checkPage } from './check-page.ts';
import type { Scene } from './scene.ts';

/** Keys, and the trail of what was done with them. */
export function testKeys(scene: () => Scene): void {
  const statusWith = async (apiKey: string) =>
    (await fetch(`${scene().fleet.url}/v1/namespaces`, { headers: { authorization: `Bearer ${apiKey}` } }))
      .status;

  async function createKey(name: string, scope: RegExp) {
    const { field, page, press, textOf } = scene();
    await press('New key');
    await field('Name').fill(name);
    await page.getByRole('radio', { name: scope }).check();
    await field('Name').press('Enter');
    await page.getByRole('textbox', { name: 'API key', exact: true }).waitFor();
    const key = await textOf('API key');
    await press('I have the key');
    await page.getByRole('button', { name }).waitFor();
    return key;
  }

  test('a key is created, used, rotated and revoked', async () => {
    const { page, press, textOf, visitor } = scene();
    await visitor.open('/api-keys');
    await page.getByRole('button', { name: /\(yours\)/ }).waitFor();
    await press('New key');
    await checkPage(visitor);
    await page.keyboard.press('Escape');
    const key = await createKey('nightly import', /^Read/);
    expect(await statusWith(key)).toBe(200);
    await checkPage(visitor, 'api-keys');
    await page.getByRole('button', { name: 'nightly import' }).press('Enter');
    await press('Rotate');
    await press('Rotate');
    await page.getByRole('textbox', { name: 'API key', exact: true }).waitFor();
    const next = await textOf('API key');
    await checkPage(visitor);
    await press('I have the key');
    expect(await Promise.all([key, next].map(statusWith))).toEqual([200, 200]);
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'nightly import' }).count()).toBe(2),
    );
    await page.getByRole('button', { name: 'nightly import' }).first().click();
    await press('Revoke');
    await page.getByLabel('Type nightly import to confirm').fill('nightly import');
    await press('Revoke');
    await page.getByRole('row', { name: /Revoked/ }).waitFor();
    await eventually(async () => expect(await statusWith(next)).toBe(401), 10_000);
  });

  test('a double click makes one key', async () => {
    const { field, page, press, visitor } = scene();
    await visitor.open('/api-keys');
    await press('New key');
    await field('Name').fill('pressed twice');
    await page.getByRole('button', { name: 'Create key', exact: true }).dblclick();
    await page.getByRole('textbox', { name: 'API key', exact: true }).waitFor();
    await press('I have the key');
    await page.getByRole('button', { name: 'pressed twice' }).waitFor();
    await visitor.open('/api-keys');
    await page.getByRole('button', { name: /\(yours\)/ }).waitFor();
    expect(await page.getByRole('button', { name: 'pressed twice' }).count()).toBe(1);
  });

  test('a user that revokes the key of the session is warned, and signed out', async () => {
    const { visitAs, visitor } = scene();
    await visitor.open('/api-keys');
    const admin = await createKey('mine', /^Admin/);
    const other = await visitAs(admin);
    await other.open('/api-keys');
    await other.page.getByRole('button', { name: 'mine (yours)' }).click();
    await other.page.getByRole('button', { name: 'Revoke' }).click();
    await other.page.getByText('You are signed in with this key').waitFor();
    await checkPage(other);
    await other.page.getByLabel('Type mine to confirm').fill('mine');
    await other.page.getByRole('button', { name: 'Revoke' }).click();
    await other.page.getByRole('heading', { name: 'Sign in to docfleet' }).waitFor();
    await other.context.close();
  });

  test('the audit trail names the actor, is narrowed, and shows details as text', async () => {
    const { field, page, visitor } = scene();
    await visitor.open('/audit-events');
    await page.getByRole('button', { name: 'webhook.key_rotated' }).waitFor();
    await checkPage(visitor, 'audit-events');
    await field('Action').fill('api_key.created');
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'webhook.key_rotated' }).count()).toBe(0),
    );
    await page.getByRole('button', { name: 'api_key.created' }).last().press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'api_key.created' }).waitFor();
    await checkPage(visitor);
    await dialog.getByRole('link', { name: 'This target' }).click();
    await eventually(() => expect(new URL(page.url()).search).toMatch(/targetType=api_key&targetId=/));
  });
}
