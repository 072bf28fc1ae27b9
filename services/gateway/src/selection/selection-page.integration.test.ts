import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ConnectorType } from '@docfleet/domain';
import {
  type OAuthServer,
  type PickerFake,
  runWhere,
  startOAuthServer,
  startPickerFake,
} from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { localConfigs, startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
const describeWithBrowser = runWhere(describe, browserPath !== undefined, 'no Chromium is installed');

/** Saves pictures where it is set, for people to look at. */
const screenshots = process.env['SCREENSHOTS_DIR'];
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const connectors = ['GOOGLE_DRIVE', 'ONEDRIVE', 'SHAREPOINT', 'DROPBOX', 'BOX'] as const;
type Connector = (typeof connectors)[number];

/** What users of each vendor see in its picker, and what is stored of it. */
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

  /** What the vendor's dialog lets list: each wants another kind of token. */
  const accepts = (connector: Connector, token: string) => {
    const scope = { GOOGLE_DRIVE: undefined, BOX: 'base_picker', DROPBOX: 'none' };
    const host = `${picker(connector).url}/.default`;
    return vendor(connector).accepts(token, connector in scope ? scope[connector as 'BOX'] : host);
  };

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: browserPath as string,
      chromiumSandbox: process.getuid?.() !== 0,
    });
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
    const of = <Value>(give: (connector: Connector) => Value) =>
      Object.fromEntries(connectors.map((connector) => [connector, give(connector)]));
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

  /** A user's browser, which notes what its policies forbade and whom it asked. */
  async function openBrowser(connector: Connector, size: keyof typeof sizes) {
    const context = await browser.newContext({ viewport: sizes[size], hasTouch: size === 'phone' });
    const violations: string[] = [];
    const hosts = new Set<string>();
    await context.exposeFunction('noteViolation', (line: string) => void violations.push(line));
    await context.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        (globalThis as unknown as { noteViolation: (line: string) => void }).noteViolation(
          `${effectiveDirective} ${blockedURI}`,
        ),
      ),
    );
    context.on('request', (request) => hosts.add(new URL(request.url()).origin));
    const known = [gateway.url, vendor(connector).url, picker(connector).url];
    const page = await context.newPage();
    const strangers = () => [...hosts].filter((host) => !known.includes(host));
    return { context, page, violations, strangers };
  }

  async function begin(connector: ConnectorType) {
    const json = { namespaceId: 'docs', name: 'mine', connector };
    const { connection, authorizationUrl } = (await gateway.call('POST', '/v1/connections', { json })).body.data;
    return { id: connection.id as string, authorizationUrl: authorizationUrl as string };
  }
  const rowOf = (id: string) => gateway.context.database.connection.findUniqueOrThrow({ where: { id } });

  async function picture(page: Page, name: string) {
    if (screenshots) await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true });
  }
  async function problemsOf(page: Page): Promise<string[]> {
    await page.evaluate(axe);
    return page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
      return (await axe.run()).violations.map(({ id }) => id);
    });
  }

  /** Ticks these in the vendor's own dialog, wherever it shows that. */
  async function pick(connector: Connector, page: Page, names: readonly string[], picture_: string) {
    const opensWindow = ['DROPBOX', 'ONEDRIVE', 'SHAREPOINT'].includes(connector);
    const popup = opensWindow ? page.waitForEvent('popup') : undefined;
    await page.getByRole('button', { name: 'Choose files and folders' }).click();
    const dialog = popup
      ? await popup
      : connector === 'BOX'
        ? page.locator('#container')
        : page.frameLocator('iframe');
    for (const name of names) await dialog.getByLabel(name).check();
    await picture(page, picture_);
    await dialog.getByRole('button', { name: connector === 'BOX' ? 'Choose' : 'Select', exact: true }).click();
  }

  test.each(connectors.flatMap((connector) => [[connector, 'desktop'] as const, [connector, 'phone'] as const]))(
    'a user of %s chooses files and folders on a %s, and what was chosen is stored',
    async (connector, size) => {
      const { context, page, violations, strangers } = await openBrowser(connector, size);
      const { id, authorizationUrl } = await begin(connector);
      await page.goto(authorizationUrl);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('heading', { name: 'is connected' }).waitFor();
      expect(page.url()).toBe(`${gateway.url}/connect/${id}`);
      expect(await problemsOf(page)).toEqual([]);
      await picture(page, `${connector}-${size}-1-page`);
      const { items, ids } = worlds[connector];
      const names = items.map(({ name }) => name);
      await pick(connector, page, names, `${connector}-${size}-2-picker`);
      await page.getByText('2 added').waitFor();
      expect(await page.getByRole('listitem').locator('span').allTextContents()).toEqual(names);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(sizes[size].width);
      expect(await problemsOf(page)).toEqual([]);
      await picture(page, `${connector}-${size}-3-chosen`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Saved' }).waitFor();
      await picture(page, `${connector}-${size}-4-saved`);
      expect((await rowOf(id)).selection).toEqual(ids);
      // Dropbox's script styles a button that is not used, and does not ask whether it may.
      expect(violations).toEqual(connector === 'DROPBOX' ? ['style-src-elem inline'] : []);
      expect(strangers()).toEqual([]);
      await context.close();
    },
  );

  test('a keyboard is enough: to choose, to remove, to save', async () => {
    const { context, page } = await openBrowser('BOX', 'desktop');
    const { id, authorizationUrl } = await begin('BOX');
    await page.goto(await vendor('BOX').consent(authorizationUrl));
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    const press = async (key: string, times = 1) => {
      for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
    };
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
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Remove Leave.docx');
    await press('Enter');
    expect(await page.getByRole('status').textContent()).toContain('Leave.docx is no longer chosen');
    await press('Tab');
    await press('Enter');
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
    expect(await focused()).toBe('Saved');
    expect((await rowOf(id)).selection).toEqual(['11']);
    await context.close();
  });

  test('a picker that its user closes, that is refused or that is not there leaves a page that goes on', async () => {
    const { context, page } = await openBrowser('BOX', 'phone');
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
    await page.getByText('Nothing is chosen yet').waitFor();
    await page.getByLabel('Everything').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
    expect((await rowOf(id)).selection).toBe(null);
    await page.reload();
    await page.getByRole('heading', { name: 'not good any more' }).waitFor();
    await context.close();
  });
});
