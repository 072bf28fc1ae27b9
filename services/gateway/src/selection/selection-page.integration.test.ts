import type { ConnectorName } from '@docfleet/connectors';
import {
  chromiumPath,
  type OAuthServer,
  openVisitor,
  type PickerFake,
  pickItems,
  runWhere,
  screens,
  startBrowser,
  startOAuthServer,
  startPickerFake,
} from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

const describeWithBrowser = runWhere(describe, chromiumPath !== undefined, 'no Chromium is installed');

/** Saves pictures where it is set, for people to look at. */
const screenshots = process.env['SCREENSHOTS_DIR'];

const connectors = ['GOOGLE_DRIVE', 'ONEDRIVE', 'SHAREPOINT', 'DROPBOX', 'BOX'] as const;
type Connector = (typeof connectors)[number];

/** Items that users see in the picker of each vendor, and the selection that is stored of them. */
const worlds: Record<Connector, { items: PickerFake['items']; ids: readonly string[]; config: string }> = {
  GOOGLE_DRIVE: {
    items: [
      { id: '1aB_c-D', name: 'Handbook' },
      { id: '2eF', name: 'Leave <b>2026</b>.docx' },
    ],
    ids: ['1aB_c-D', '2eF'],
    config: 'googleDriveConfig',
  },
  ONEDRIVE: {
    items: [
      { id: '01A', name: 'Handbook', driveId: 'b!drive' },
      { id: '01B', name: 'Leave.docx', driveId: 'b!drive' },
    ],
    ids: ['b!drive:01A', 'b!drive:01B'],
    config: 'onedriveConfig',
  },
  SHAREPOINT: {
    items: [
      { id: '01C', name: 'Handbook', driveId: 'b!site' },
      { id: '01D', name: 'Leave.docx', driveId: 'b!other' },
    ],
    ids: ['b!site:01C', 'b!other:01D'],
    config: 'sharepointConfig',
  },
  DROPBOX: {
    items: [
      { id: 'id:aA_-1', name: 'Handbook' },
      { id: 'id:bB', name: 'Leave.docx' },
    ],
    ids: ['id:aA_-1', 'id:bB'],
    config: 'dropboxConfig',
  },
  BOX: {
    items: [
      { id: '11', name: 'Handbook' },
      { id: '12', name: 'Leave.docx' },
    ],
    ids: ['11', '12'],
    config: 'boxConfig',
  },
};
const apiKey = 'AIzaTest';

describeWithBrowser('the page that a user chooses on, in Chromium', () => {
  let browser: Browser;
  let gateway: TestGateway;
  const vendors = new Map<Connector, OAuthServer>();
  const pickers = new Map<Connector, PickerFake>();
  const vendor = (connector: Connector) => vendors.get(connector) as OAuthServer;
  const picker = (connector: Connector) => pickers.get(connector) as PickerFake;

  /** Whether the vendor's dialog accepts a token: each vendor wants another kind. */
  const accepts = (connector: Connector, token: string) => {
    const scope = { GOOGLE_DRIVE: undefined, BOX: 'base_picker', DROPBOX: 'none' };
    const host = `${picker(connector).url}/.default`;
    return vendor(connector).accepts(token, connector in scope ? scope[connector as 'BOX'] : host);
  };

  beforeAll(async () => {
    browser = await startBrowser();
    for (const connector of connectors) {
      const server = await startOAuthServer(connector);
      vendors.set(connector, server);
      const fake = await startPickerFake({
        items: worlds[connector].items,
        accepts: (token) => accepts(connector, token),
        apiKey,
        ...(connector === 'DROPBOX' && { appKey: server.client.clientId }),
      });
      pickers.set(connector, fake);
    }
    const of = <Value>(select: (connector: Connector) => Value) =>
      Object.fromEntries(connectors.map((connector) => [connector, select(connector)]));
    gateway = await startTestGateway({
      oauthOverrides: of((connector) => vendor(connector).endpoints),
      pickerOverrides: of((connector) => picker(connector).addresses[connector]),
    });
    const configs = connectors.map((connector) => {
      const key = connector === 'GOOGLE_DRIVE' ? { apiKey } : {};
      return [worlds[connector].config, { ...vendor(connector).client, ...key }];
    });
    const json = { name: 'docs', ...localConfigs, ...Object.fromEntries(configs) };
    await gateway.call('POST', '/v1/namespaces?validate=false', { json });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await gateway?.close();
    for (const server of [...vendors.values(), ...pickers.values()]) await server.close();
  });

  async function begin(connector: ConnectorName) {
    const json = { namespaceId: 'docs', name: 'mine', connector };
    const { connection, authorizationUrl } = (await gateway.call('POST', '/v1/connections', { json })).body
      .data;
    return { id: connection.id as string, authorizationUrl: authorizationUrl as string };
  }
  const rowOf = (id: string) => gateway.context.database.connection.findUniqueOrThrow({ where: { id } });

  async function picture(page: Page, name: string) {
    if (screenshots) await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true });
  }
  /** Returns the problems of a page for its users: a page wider than the screen, or a violated rule of accessibility. */
  async function problemsOf(page: Page) {
    await page.evaluate(axe.source);
    const rules = await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))');
    const width = await page.evaluate('document.documentElement.scrollWidth');
    const isTooWide = Number(width) > (page.viewportSize()?.width ?? 0);
    return [...(rules as string[]), ...(isTooWide ? ['too wide'] : [])];
  }

  test.each(connectors)(
    'a user of %s chooses files and folders, on a desktop and on a phone, and what was chosen is stored',
    async (connector) => {
      const { context, page, violations, origins } = await openVisitor(browser, 'desktop');
      const { id, authorizationUrl } = await begin(connector);
      await page.goto(authorizationUrl);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('heading', { name: 'is connected' }).waitFor();
      expect(page.url()).toBe(`${gateway.url}/connect/${id}`);
      expect(await problemsOf(page)).toEqual([]);
      const { items, ids } = worlds[connector];
      const names = items.map(({ name }) => name);
      const choose = async (name: string, screen: string) => {
        const look = () => picture(page, `${connector}-${screen}-picker`);
        await pickItems(connector, page, { names: [name], look });
        await page.getByText('1 added').waitFor();
        await picture(page, `${connector}-${screen}-chosen`);
      };
      await choose(names[0] ?? '', 'desktop');
      await page.setViewportSize(screens.phone);
      await choose(names[1] ?? '', 'phone');
      expect(await page.getByRole('listitem').locator('span').allTextContents()).toEqual(names);
      expect(await problemsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Saved' }).waitFor();
      await picture(page, `${connector}-phone-saved`);
      expect((await rowOf(id)).selection).toEqual(ids);
      // Dropbox's script styles a button that is not used, and does not ask whether it may.
      expect(violations).toEqual(connector === 'DROPBOX' ? ['style-src-elem inline'] : []);
      const known = [gateway.url, vendor(connector).url, picker(connector).url];
      expect([...origins].filter((origin) => !known.includes(origin))).toEqual([]);
      await context.close();
    },
  );

  test('buttons can be pressed once the script is there that hears them', async () => {
    const { context, page } = await openVisitor(browser, 'desktop');
    const { authorizationUrl } = await begin('BOX');
    const held = Promise.withResolvers<void>();
    await page.route('**/scripts/selection.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(await vendor('BOX').consent(authorizationUrl), { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'is connected' }).waitFor();
    for (const name of ['Choose files', 'Save'])
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
    held.resolve();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nothing is chosen yet: choose').waitFor();
    await context.close();
  });

  test('a keyboard is enough: to choose, to remove, to save', async () => {
    const { context, page } = await openVisitor(browser, 'desktop');
    const { id, authorizationUrl } = await begin('BOX');
    await page.goto(await vendor('BOX').consent(authorizationUrl));
    const focused = () => page.evaluate('document.activeElement.textContent.trim()');
    const press = async (key: string, times = 1) => {
      for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
    };
    // The keyboard passes over buttons that are disabled until the script runs.
    await page.locator('button:enabled', { hasText: 'Choose files' }).waitFor();
    await press('Tab', 2);
    expect(await focused()).toBe('Choose files and folders…');
    await press('Enter');
    await page.locator('#container').getByLabel('Handbook').waitFor();
    await press('Tab');
    await press('Space');
    await press('Tab');
    await press('Space');
    await press('Tab');
    await press('Enter');
    await page.getByText('2 added').waitFor();
    expect(await focused()).toBe('Choose files and folders…');
    await press('Shift+Tab');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Remove Leave.docx');
    await press('Enter');
    expect(await page.getByRole('status').textContent()).toContain('Leave.docx is no longer chosen');
    await press('Tab');
    await press('Enter');
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
    expect(await focused()).toBe('Saved');
    expect((await rowOf(id)).selection).toEqual(['11']);
    await context.close();
  });

  test('a user who returns finds the selection, and can change it when the picker cannot be opened', async () => {
    const { context, page } = await openVisitor(browser, 'phone');
    const { id, authorizationUrl } = await begin('ONEDRIVE');
    const namesById = { 'b!drive:01A': 'Handbook', 'b!drive:01B': 'Leave.docx' };
    const data = { selection: Object.keys(namesById), selectionNames: namesById };
    await gateway.context.database.connection.update({ where: { id }, data });
    const { pickerOverrides } = gateway.context;
    Object.assign(gateway.context, { pickerOverrides: { ONEDRIVE: { apiUrl: picker('ONEDRIVE').url } } });
    await page.goto(await vendor('ONEDRIVE').consent(authorizationUrl));
    await page.getByText('Files and folders cannot be chosen here').waitFor();
    expect(await page.getByRole('button', { name: 'Choose files' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Remove Handbook' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
    expect((await rowOf(id)).selection).toEqual(['b!drive:01B']);
    Object.assign(gateway.context, { pickerOverrides });
    await context.close();
  });

  test('a picker that its user closes, that is refused or that is not there leaves a page that goes on', async () => {
    const { context, page } = await openVisitor(browser, 'phone');
    const { id, authorizationUrl } = await begin('BOX');
    await page.route('**/box/picker.js', (route) => route.abort());
    await page.goto(await vendor('BOX').consent(authorizationUrl));
    await page.getByText('The file picker cannot be opened: 127.0.0.1').waitFor();
    await page.unroute('**/box/picker.js');
    await page.reload();
    await page.getByRole('button', { name: 'Choose files' }).click();
    await page.locator('#container').getByLabel('Handbook').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nothing was added').waitFor();
    vendor('BOX').endAllGrants();
    await page.getByRole('button', { name: 'Choose files' }).click();
    await page.getByText('That did not work').waitFor();
    await picture(page, 'BOX-phone-refused');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nothing is chosen yet: choose').waitFor();
    await page.getByLabel('Everything').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
    expect((await rowOf(id)).selection).toBe(null);
    await page.reload();
    await page.getByRole('heading', { name: 'not good any more' }).waitFor();
    await context.close();
  });
});
