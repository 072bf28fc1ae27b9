import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { readAuthorizedConnection } from '@docfleet/domain/connection';
import { createVault } from '@docfleet/secrets';
import {
  chromiumPath,
  type DriveFake,
  eventually,
  type OAuthServer,
  openVisitor,
  type PickerFake,
  pickItems,
  runWhere,
  startBrowser,
  startGoogleDriveFake,
  startGraphFake,
  startOAuthServer,
  startPickerFake,
} from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createNamespace, search, waitForRun } from './documents.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

const describeWithBrowser = runWhere(describe, chromiumPath !== undefined, 'no Chromium is installed');

const masterKey = randomBytes(32).toString('base64');
const vault = createVault(masterKey);
const apiKey = 'AIzaTest';
const command = join(import.meta.dirname, '../../packages/clients/cli/src/main.ts');

/** A vendor as its users meet it: where they consent, where they pick, and where their files are. */
interface Vendor {
  readonly oauth: OAuthServer;
  readonly picker: PickerFake;
  readonly drive: DriveFake;
}
const connectors = ['GOOGLE_DRIVE', 'ONEDRIVE'] as const;
type Connector = (typeof connectors)[number];

const described = {
  GOOGLE_DRIVE: {
    config: 'googleDriveConfig',
    path: 'google-drive',
    driveId: undefined,
    narrow: () => undefined,
  },
  ONEDRIVE: {
    config: 'onedriveConfig',
    path: 'onedrive',
    driveId: 'own',
    narrow: (picker: PickerFake) => `${picker.url}/.default`,
  },
};

async function startVendor(connector: Connector): Promise<Vendor> {
  const oauth = await startOAuthServer(connector);
  const drive = await (connector === 'ONEDRIVE' ? startGraphFake() : startGoogleDriveFake());
  const { narrow } = described[connector];
  const picker: PickerFake = await startPickerFake({
    items: [],
    accepts: (token) => oauth.accepts(token, narrow(picker)),
    apiKey,
  });
  return { oauth, picker, drive };
}

describeWithBrowser('what a user shares in their browser', () => {
  const vendors = new Map<Connector, Vendor>();
  let browser: Browser;
  let fleet: TestFleet;

  beforeAll(async () => {
    browser = await startBrowser();
    for (const connector of connectors) vendors.set(connector, await startVendor(connector));
    const of = (select: (connector: Connector, vendor: Vendor) => object) =>
      JSON.stringify(Object.fromEntries([...vendors].map(([name, vendor]) => [name, select(name, vendor)])));
    fleet = await startTestFleet({
      MASTER_KEY: masterKey,
      EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
      // Most of these few files are unshared at once; confirmations are tested in connector-sync.
      SYNC_DELETION_PERCENT: '100',
      OAUTH_OVERRIDES: of((_name, { oauth }) => oauth.endpoints),
      PICKER_OVERRIDES: of((name, { picker }) => picker.addresses[name]),
      CONNECTOR_ENDPOINTS: of((_name, { drive }) => ({ api: drive.url, export: drive.url })),
    });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await fleet?.remove();
    for (const { oauth, picker, drive } of vendors.values())
      await Promise.all([oauth.close(), picker.close(), drive.close()]);
  });

  /** The user consents at the vendor, and has its files read with the token that this returns. */
  async function consent(page: Page, { drive }: Vendor, connectionId: string, authorizationUrl: string) {
    await page.goto(authorizationUrl);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'is connected' }).waitFor();
    const { tokens } = await readAuthorizedConnection(fleet.database, vault, connectionId);
    drive.token = tokens.accessToken;
  }
  async function save(page: Page) {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
  }
  async function ingest(namespaceId: string, source: Connector, connectionId: string) {
    const body = { namespaceId, ingestConfig: { source, config: { connectionId } } };
    const path = `/v1/ingest/${described[source].path}`;
    const response = await fleet.api.request<{ ingestJobRunId: string }>('POST', path, body);
    expect(response).toMatchObject({ status: 202 });
    await waitForRun(fleet.api, namespaceId, response.body.data.ingestJobRunId, 90_000);
  }
  const namesOf = async (namespaceId: string) => {
    const rows = await fleet.database.document.findMany({
      where: { namespace: { name: namespaceId } },
      orderBy: { name: 'asc' },
    });
    return rows.map(({ name, status }) => `${name} ${status}`);
  };
  const found = async (namespaceId: string, query: string) =>
    (await search(fleet.api, namespaceId, query)).map(({ content }) => content).join(' ');

  test.each(connectors)(
    'of %s is found, followed as it changes, and gone when it is no longer shared',
    async (connector) => {
      const vendor = vendors.get(connector) as Vendor;
      const { oauth, picker, drive } = vendor;
      const { config, driveId } = described[connector];
      const namespaceId = connector.toLowerCase();
      const key = connector === 'GOOGLE_DRIVE' ? { apiKey } : {};
      await createNamespace(fleet.api, namespaceId, { [config]: { ...oauth.client, ...key } });

      const lamps = drive.put('/lamps.txt', 'All that is known about lamps.');
      const rivers = drive.put('/rivers.txt', 'All that is known about rivers.');
      drive.put('/secrets.txt', 'This was not meant to be shared.');
      const idOf = (id: string) => id.slice(id.indexOf(':') + 1);
      const violins = drive.put('/violins.txt', 'All that is known about violins.');
      picker.items = [lamps, rivers, violins].map((id, index) => ({
        id: idOf(id),
        name: ['lamps.txt', 'rivers.txt', 'violins.txt'][index] ?? '',
        ...(driveId && { driveId }),
      }));

      const order = { namespaceId, name: 'mine', connector };
      const created = await fleet.api.request<{ connection: { id: string }; authorizationUrl: string }>(
        'POST',
        '/v1/connections',
        order,
      );
      const { id } = created.body.data.connection;
      const { context, page, violations } = await openVisitor(browser, 'phone');
      await consent(page, vendor, id, created.body.data.authorizationUrl);
      await pickItems(connector, page, { names: ['lamps.txt', 'rivers.txt', 'violins.txt'] });
      await page.getByText('3 added').waitFor();
      await save(page);

      await ingest(namespaceId, connector, id);
      expect(await namesOf(namespaceId)).toEqual([
        'lamps.txt SUCCESS',
        'rivers.txt SUCCESS',
        'violins.txt SUCCESS',
      ]);
      expect(await found(namespaceId, 'known about rivers')).toContain('known about rivers');

      drive.put('/rivers.txt', 'Rivers were replaced by canals.');
      await ingest(namespaceId, connector, id);
      expect(await found(namespaceId, 'replaced by canals')).toContain('canals');

      const again = await fleet.api.request<{ authorizationUrl: string }>('PATCH', `/v1/connections/${id}`, {
        namespaceId,
      });
      await consent(page, vendor, id, again.body.data.authorizationUrl);
      await page.getByRole('button', { name: 'Remove rivers.txt' }).click();
      await save(page);
      await ingest(namespaceId, connector, id);
      expect(await found(namespaceId, 'replaced by canals')).not.toContain('canals');
      await eventually(
        async () => expect(await namesOf(namespaceId)).toEqual(['lamps.txt SUCCESS', 'violins.txt SUCCESS']),
        30_000,
      );

      drive.remove(violins);
      await ingest(namespaceId, connector, id);
      expect(await found(namespaceId, 'known about violins')).not.toContain('violins');

      const target = `/v1/connections/${id}?namespaceId=${namespaceId}&deleteDocuments=true`;
      expect(await fleet.api.request('DELETE', target)).toMatchObject({ status: 202 });
      await eventually(async () => expect(await namesOf(namespaceId)).toEqual([]), 30_000);
      expect(await found(namespaceId, 'known about lamps')).toBe('');
      expect(violations).toEqual([]);
      await context.close();
    },
    180_000,
  );

  test('is connected from a shell, which waits for what its user says in the browser', async () => {
    const vendor = vendors.get('GOOGLE_DRIVE') as Vendor;
    const namespaceId = 'from-a-shell';
    await createNamespace(fleet.api, namespaceId, {
      googleDriveConfig: { ...vendor.oauth.client, apiKey },
    });
    const { context, page } = await openVisitor(browser, 'desktop');
    const agreed = await connectFromShell(fleet, namespaceId);
    await page.goto(agreed.authorizationUrl);
    await page.getByRole('button', { name: 'Allow' }).click();
    const { exitCode, output } = await agreed.ended;
    const connection = JSON.parse(output);
    expect([exitCode, connection]).toMatchObject([
      0,
      { status: 'ACTIVE', connector: 'GOOGLE_DRIVE', name: 'mine' },
    ]);
    const { accessToken } = (await readAuthorizedConnection(fleet.database, vault, connection.id)).tokens;
    expect(vendor.oauth.accepts(accessToken, undefined)).toBe(true);

    const refused = await connectFromShell(fleet, namespaceId);
    await page.goto(refused.authorizationUrl);
    await page.getByRole('button', { name: 'Deny' }).click();
    expect(await refused.ended).toMatchObject({ exitCode: 1, errors: expect.stringContaining('FAILED') });
    await context.close();
  });
});

/** `docfleet connections create`, as far as it has shown where its user agrees. */
async function connectFromShell({ url, apiKey: key, dataDirectory }: TestFleet, namespaceId: string) {
  const args = [command, 'connections', 'create', 'google-drive', '--name', 'mine'];
  const account = { DOCFLEET_URL: url, DOCFLEET_API_KEY: key, DOCFLEET_NAMESPACE: namespaceId };
  const child = spawn(process.execPath, args, { env: { HOME: dataDirectory, ...account } });
  let output = '';
  let errors = '';
  child.stdout.on('data', (part) => (output += String(part)));
  child.stderr.on('data', (part) => (errors += String(part)));
  const ended = once(child, 'close').then(([exitCode]) => ({ exitCode, output, errors }));
  const authorizationUrl = await eventually(() => {
    const [, address] = /^(http\S+)\n/m.exec(errors) ?? [];
    if (address === undefined) throw new Error(errors);
    return address;
  });
  return { authorizationUrl, ended };
}
