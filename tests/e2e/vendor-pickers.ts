import { type OAuthServer, type PickerFake, pickItems, startPickerFake } from '@docfleet/testing';
import type { Page } from 'playwright-core';

/** Vendors whose pickers are opened by the page after the consent. */
export const picking = ['GOOGLE_DRIVE', 'DROPBOX', 'ONEDRIVE', 'SHAREPOINT', 'BOX'] as const;
export type Picking = (typeof picking)[number];
export const isPicking = (connector: string): connector is Picking =>
  picking.some((name) => name === connector);
const apiKey = 'AIzaTest';

/** The picker of a vendor: each wants another kind of token. */
export async function startPicker(connector: Picking, login: OAuthServer): Promise<PickerFake> {
  const narrow = { GOOGLE_DRIVE: undefined, BOX: 'base_picker', DROPBOX: 'none' };
  let host = '';
  const fake = await startPickerFake({
    items: [],
    apiKey,
    ...(connector === 'DROPBOX' && { appKey: login.client.clientId }),
    accepts: (token) =>
      login.accepts(token, connector in narrow ? narrow[connector as 'BOX'] : `${host}/.default`),
  });
  host = fake.url;
  return fake;
}

interface Choice {
  readonly connector: Picking;
  readonly authorizationUrl: string;
  readonly picker: PickerFake | undefined;
  /** By the external id that documents have. */
  readonly picked: { readonly id: string; readonly name: string };
}

/** Consents in a browser and chooses one item in the vendor's picker, as a user does; `look` is called at each step. */
export async function pickOne(
  page: Page,
  { connector, authorizationUrl, picker, picked }: Choice,
  look: (step: string) => Promise<void>,
): Promise<void> {
  const [driveId = '', id = ''] = picked.id.split(':', 2);
  const hasDrives = connector === 'ONEDRIVE' || connector === 'SHAREPOINT';
  if (picker) picker.items = [hasDrives ? { id, name: picked.name, driveId } : picked];
  await page.goto(authorizationUrl);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'is connected' }).waitFor();
  await look('consented');
  await pickItems(connector, page, { names: [picked.name] });
  await page.getByText('1 added').waitFor();
  await look('picked');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Saved' }).waitFor();
}
