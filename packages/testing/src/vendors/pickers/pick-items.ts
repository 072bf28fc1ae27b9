import type { Page } from 'playwright-core';

type Connector = 'GOOGLE_DRIVE' | 'ONEDRIVE' | 'SHAREPOINT' | 'DROPBOX' | 'BOX';

/** Opens the dialog of a vendor's fake and returns its frame or page: a window of its own, the page itself, or a frame. */
async function dialogOf(connector: Connector, page: Page, open: () => Promise<void>) {
  if (connector === 'BOX' || connector === 'GOOGLE_DRIVE') {
    await open();
    return connector === 'BOX' ? page.locator('#container') : page.frameLocator('iframe');
  }
  const [popup] = await Promise.all([page.waitForEvent('popup'), open()]);
  return popup;
}

/** Opens the picker from the selection page, selects the named items as a user does, and confirms. */
export async function pickItems(
  connector: Connector,
  page: Page,
  { names, look }: { names: readonly string[]; look?: () => Promise<void> },
): Promise<void> {
  const button = page.getByRole('button', { name: 'Choose files and folders' });
  const dialog = await dialogOf(connector, page, () => button.click());
  for (const name of names) await dialog.getByLabel(name).check();
  await look?.();
  const confirm = connector === 'BOX' ? 'Choose' : 'Select';
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
}
