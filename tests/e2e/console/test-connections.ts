import { readAuthorizedConnection } from '@docfleet/domain/connection';
import { createVault } from '@docfleet/secrets';
import {
  type DriveFake,
  eventually,
  type OAuthServer,
  type PickerFake,
  pickItems,
  startGoogleDriveFake,
  startOAuthServer,
  startPickerFake,
} from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ingestText } from '../documents.ts';
import { checkPage } from './check-page.ts';
import type { Scene } from './scene.ts';
import type { ConsoleVisitor } from './start-console.ts';

const pickerKey = 'AIzaTest';

/** Google Drive as its users meet it. */
export interface Vendor {
  readonly oauth: OAuthServer;
  readonly drive: DriveFake;
  readonly picker: PickerFake;
  /** The settings of a fleet that finds it in place of the real one. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts one, with nothing in it. */
export async function startVendor(): Promise<Vendor> {
  const [oauth, drive] = await Promise.all([startOAuthServer('GOOGLE_DRIVE'), startGoogleDriveFake()]);
  const picker = await startPickerFake({
    items: [],
    accepts: (token) => oauth.accepts(token),
    apiKey: pickerKey,
  });
  const endpoints = { api: drive.url, export: drive.url };
  return {
    oauth,
    drive,
    picker,
    environment: {
      OAUTH_OVERRIDES: JSON.stringify({ GOOGLE_DRIVE: oauth.endpoints }),
      PICKER_OVERRIDES: JSON.stringify({ GOOGLE_DRIVE: picker.addresses.GOOGLE_DRIVE }),
      CONNECTOR_ENDPOINTS: JSON.stringify({ GOOGLE_DRIVE: endpoints }),
    },
    async close() {
      await Promise.all([oauth.close(), drive.close(), picker.close()]);
    },
  };
}

/** Connections, from the first to the last. `masterKey` is the fleet's. */
export function testConnections(scene: () => Scene, vendor: () => Vendor, masterKey: string): void {
  const list = '/n/handbook/connections';
  /** The vendor is visited by another browser than the console, which may request no other hosts. */
  let user: ConsoleVisitor;
  let connectionId: string;
  const button = (name: string) => user.page.getByRole('button', { name, exact: true });

  /** Presses what opens the consent, and returns its window. */
  async function consentAfter(name: string): Promise<Page> {
    const [window] = await Promise.all([user.page.waitForEvent('popup'), button(name).click()]);
    await window.getByRole('button', { name: 'Allow' }).waitFor();
    return window;
  }

  /** Takes a picture of a connection in a browser without access to other hosts. */
  async function look(text: string, picture?: string) {
    const { page, visitor } = scene();
    await visitor.open(`${list}/${connectionId}`);
    await page.getByText(text).first().waitFor();
    await checkPage(visitor, ...(picture === undefined ? [] : [picture]));
  }

  test('a connector that is not set up says what has to be done, and takes its client', async () => {
    const { field, heading, page, press, visitor } = scene();
    await visitor.open(list);
    await heading('No connections yet');
    expect(await page.getByRole('button', { name: 'Connector' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Connect', exact: true }).click();
    await page.getByRole('radio', { name: /^Google Drive/ }).press('Space');
    expect(await field('Redirect URI').inputValue()).toBe(`${scene().fleet.url}/v1/connections/callback`);
    await checkPage(visitor, 'connection-set-up');
    const { clientId, clientSecret } = vendor().oauth.client;
    await field('Client ID').fill(clientId);
    await page.getByLabel('Client secret').fill(clientSecret);
    await page.getByLabel('API key').fill(pickerKey);
    await press('Save');
    await field('Name').waitFor();
    await checkPage(visitor);
  });

  test('a consent that is denied is shown with its reason, and can be granted after all', async () => {
    user = await scene().visitAs(scene().fleet.apiKey);
    await user.open(`${list}/new`);
    await user.page.getByRole('radio', { name: /^Google Drive/ }).press('Space');
    await user.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Drive of Ada');
    const denied = await consentAfter('Go to Google Drive');
    await user.page.getByText('Waiting for consent at Google Drive').waitFor();
    connectionId = new URL(user.page.url()).pathname.split('/').at(-1) ?? '';
    await look('Waiting for consent');
    await denied.getByRole('button', { name: 'Deny' }).click();
    await user.page.getByText('The consent was denied at Google Drive').waitFor();
    await denied.close();

    const allowed = await consentAfter('Authorize again');
    await allowed.getByRole('button', { name: 'Allow' }).click();
    await user.page.getByRole('heading', { name: /Active/ }).waitFor();
    const { drive, picker } = vendor();
    const files = { 'lamps.txt': 'All that is known.', 'film.mp4': 'moving', 'broken.pdf': '%PDF-1.4 no' };
    const names = Object.keys(files);
    picker.items = Object.entries(files).map(([name, text]) => ({ id: drive.put(`/${name}`, text), name }));
    const { tokens } = await readAuthorizedConnection(
      scene().fleet.database,
      createVault(masterKey),
      connectionId,
    );
    drive.token = tokens.accessToken;
    await pickItems('GOOGLE_DRIVE', allowed, { names });
    await allowed.getByRole('button', { name: 'Save' }).click();
    await allowed.getByRole('heading', { name: 'Saved' }).waitFor();
    await allowed.close();
    await user.page.getByText('3 files and folders are selected').waitFor();
  });

  test('what was chosen is read, and what cannot be read is shown with the reason', async () => {
    const { page, visitor } = scene();
    await visitor.open(`${list}/${connectionId}`);
    await scene().press('Sync …');
    await checkPage(visitor);
    await page.keyboard.press('Escape');
    await button('Sync …').click();
    await button('Start sync').click();
    await user.page.getByText('1 skipped').click();
    await user.page.getByRole('row', { name: /film\.mp4/ }).waitFor();
    await user.page.getByText('1 failed').click();
    await user.page.getByRole('table', { name: 'Failed documents' }).getByRole('link').click();
    await user.page.getByRole('heading', { name: /broken\.pdf/ }).waitFor();
    await user.page.goBack();
    await look('1 skipped', 'connection');
    await visitor.open(list);
    await page.getByRole('row', { name: /Google Drive Active/ }).waitFor();
    await checkPage(visitor);
  });

  test('it is followed when asked, and paused', async () => {
    vendor().drive.put('/lamps.txt', 'Lamps were replaced by candles.');
    const runs = () =>
      scene().fleet.database.ingestJobRun.findMany({
        where: { job: { connectionId } },
        include: { job: true },
        orderBy: { id: 'asc' },
      });
    expect(await runs()).toMatchObject([{ job: { syncFrequency: 'DAILY' } }]);
    await button('Sync now').click();
    await eventually(async () => expect(await runs()).toHaveLength(2));
    await user.page.getByText('Completed').waitFor();
    await user.page.getByRole('button', { name: /Schedule/ }).click();
    await user.page.getByRole('option', { name: 'Manually' }).click();
    await eventually(async () =>
      expect((await runs()).at(-1)?.job).toMatchObject({ syncFrequency: 'NEVER', nextRunAt: null }),
    );
    await eventually(
      async () => expect((await runs()).filter(({ status }) => status !== 'COMPLETED')).toEqual([]),
      30_000,
    );
  });

  test('it is ingested from, which says what was skipped, and its runs are listed alone', async () => {
    const { fleet, visitor } = scene();
    await ingestText(fleet.api, 'handbook', 'Of no connection.', { name: 'alone.txt' });
    await visitor.open('/n/handbook/ingest?from=connection');
    await scene()
      .page.getByRole('button', { name: /Drive of Ada/ })
      .waitFor();
    await checkPage(visitor);
    await user.open('/n/handbook/ingest?from=connection');
    const film = vendor().picker.items.find(({ name }) => name === 'film.mp4')?.id ?? '';
    await user.page.getByLabel('Only these items').fill(film);
    await button('Ingest from connection').click();
    await user.page.getByRole('heading', { name: 'Skipped: 1' }).waitFor();
    const skipped = user.page.getByRole('table', { name: 'Skipped items' });
    await skipped.getByRole('row', { name: /^film\.mp4 .*video/i }).waitFor();
    const [run] = user.page.url().split('/').slice(-1);
    await visitor.open(`/n/handbook/runs/${run}`);
    await scene().heading('Skipped: 1');
    await checkPage(visitor);
    await button('Ingest again').click();
    await user.page.waitForURL((url) => !url.pathname.endsWith(String(run)));
    await user.page.getByRole('heading', { name: /\b1 selected item$/ }).waitFor();

    await user.open(`${list}/${connectionId}`);
    await user.page.getByRole('main').getByRole('link', { name: 'Job runs' }).click();
    const runs = user.page.getByRole('table', { name: 'Job runs' });
    const count = await fleet.database.ingestJobRun.count({ where: { job: { connectionId } } });
    await user.page.locator(`table[aria-rowcount="${count + 1}"]`).waitFor();
    expect(await runs.getByRole('link', { name: 'alone.txt' }).count()).toBe(0);
    await button('Drive of Ada: show the runs of all connections').click();
    await runs.getByRole('link', { name: 'alone.txt' }).waitFor();
    expect(new URL(user.page.url()).search).toBe('');
  });

  test('it is revoked, and deleted with its documents once its name was typed', async () => {
    await user.open(`${list}/${connectionId}`);
    await button('Revoke').click();
    await user.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await user.page.getByText('This connection was revoked').waitFor();
    await button('Delete').click();
    await user.page.getByRole('checkbox', { name: /^Delete them/ }).check();
    await user.page.getByLabel('Type Drive of Ada to confirm').fill('Drive of Ada');
    await user.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await user.page.getByRole('heading', { name: 'No connections yet' }).waitFor();
    const count = () => scene().fleet.database.document.count({ where: { connectionId } });
    await eventually(async () => expect(await count()).toBe(0), 30_000);
    await user.context.close();
  });
}
