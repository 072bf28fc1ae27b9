import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readAuthorizedConnection } from '@docfleet/domain/connection';
import { type Connector as ConnectorType, connectorFacts, connectors } from '@docfleet/sdk';
import { createVault } from '@docfleet/secrets';
import {
  boxSignatureKeys,
  type ConnectorFake,
  connectorFakes,
  eventually,
  type OAuthProfileName,
  type OAuthServer,
  openVisitor,
  type PickerFake,
  runWhere,
  screens,
  startOAuthServer,
} from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startConsole, type TestConsole } from './console/start-console.ts';
import { createNamespace, search, waitForRun } from './documents.ts';
import { type Drive, driveEnvironment, startDrives } from './drives.ts';
import { isPicking, type Picking, picking, pickOne, startPicker } from './vendor-pickers.ts';

/**
 * The way of a connection with every vendor: consent, test, choice, ingestion, change, deletion, outage, revocation.
 * `JOURNEY=<folder> npm run jest -- tests/e2e/connector-journey` takes pictures of the console on the way.
 */
const folder = process.env['JOURNEY'];
const describeJourney = runWhere(describe, folder !== undefined, 'JOURNEY names no folder for pictures');

/** Connectors whose users consent; settings grant access to the others. */
const consented = connectors.filter((name) => connectorFacts[name].config !== null) as OAuthProfileName[];
const fakes: Readonly<Record<ConnectorType, ConnectorFake>> = connectorFakes;

describeJourney('the way of a connection', () => {
  let drives: Awaited<ReturnType<typeof startDrives>>;
  let environment: ReturnType<typeof driveEnvironment>;
  let logins: Record<OAuthProfileName, OAuthServer>;
  const pickers = new Map<Picking, PickerFake>();
  let testConsole: TestConsole;

  beforeAll(async () => {
    mkdirSync(folder ?? '', { recursive: true });
    drives = await startDrives();
    environment = driveEnvironment(drives);
    const started = await Promise.all(
      consented.map(async (name) => [name, await startOAuthServer(name)] as const),
    );
    logins = Object.fromEntries(started) as Record<OAuthProfileName, OAuthServer>;
    const overrides = Object.fromEntries(started.map(([name, { endpoints }]) => [name, endpoints]));
    for (const name of picking) pickers.set(name, await startPicker(name, logins[name]));
    const pickerAddresses = [...pickers].map(([name, { addresses }]) => [name, addresses[name]]);
    testConsole = await startConsole({
      ...environment,
      PICKER_OVERRIDES: JSON.stringify(Object.fromEntries(pickerAddresses)),
      OAUTH_OVERRIDES: JSON.stringify(overrides),
      SYNC_DELETION_PERCENT: '100',
      NOTIFICATION_URL: 'http://127.0.0.1:4000',
    });
  }, 240_000);
  afterAll(async () => {
    await testConsole?.close();
    for (const server of [...Object.values(logins ?? {}), ...pickers.values()]) await server.close();
    for (const { fake } of Object.values(drives ?? {})) await fake.close();
  });

  const api = () => testConsole.fleet.api;

  /** A page of the console on both screens. */
  async function photograph(
    name: string,
    path: string,
    prepare?: (choose: (label: string) => Promise<void>) => Promise<void>,
  ) {
    const visitor = await testConsole.visitAs(testConsole.fleet.apiKey);
    const { page } = visitor;
    await visitor.open(path);
    await page.getByText('Connector', { exact: true }).first().waitFor();
    await prepare?.(async (label) =>
      page.getByRole('radio', { name: new RegExp(`^${label}`) }).press('Space'),
    );
    for (const [screen, size] of Object.entries(screens)) {
      await page.setViewportSize(size);
      await page.waitForLoadState('networkidle').catch(() => undefined);
      await page.screenshot({ path: join(folder ?? '', `${name}-${screen}.png`), fullPage: true });
    }
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  }

  const createConnection = async (connector: ConnectorType, namespaceId: string, settings?: object) => {
    const order = { namespaceId, name: 'mine', connector, ...(settings && { settings }) };
    const path = '/v1/connections';
    return api().request<{ connection: { id: string }; authorizationUrl: string }>('POST', path, order);
  };

  /** Lets the vendor accept the tokens that a consent has brought. */
  async function acceptTokens({ fake }: Drive, connectionId: string): Promise<void> {
    const vault = createVault(environment.MASTER_KEY);
    const { tokens } = await readAuthorizedConnection(testConsole.fleet.database, vault, connectionId);
    fake.token = tokens.accessToken;
  }

  /** The user's consent, or what is entered in its place; returns the connection. */
  async function consent(connector: ConnectorType, namespaceId: string, drive: Drive): Promise<string> {
    const created = await createConnection(connector, namespaceId, drive.settings);
    const { connection, authorizationUrl } = created.body.data;
    if (drive.settings) return connection.id;
    const back = await logins[connector as OAuthProfileName].consent(authorizationUrl);
    expect((await fetch(back, { redirect: 'manual' })).status).toBeLessThan(400);
    await acceptTokens(drive, connection.id);
    return connection.id;
  }

  /** The consent in a browser, and the choice of one item in the vendor's picker; returns the connection. */
  async function consentAndPick(
    connector: Picking,
    {
      namespaceId,
      drive,
      picked,
    }: { namespaceId: string; drive: Drive; picked: { id: string; name: string } },
  ): Promise<string> {
    const { connection, authorizationUrl } = (await createConnection(connector, namespaceId)).body.data;
    const { context, page } = await openVisitor(testConsole.browser, 'desktop');
    await pickOne(
      page,
      { connector, authorizationUrl, picked, picker: pickers.get(connector) },
      async (step) => {
        for (const [screen, size] of Object.entries(screens)) {
          await page.setViewportSize(size);
          await page.screenshot({ path: join(folder ?? '', `${namespaceId}-1-${step}-${screen}.png`) });
        }
      },
    );
    await context.close();
    await acceptTokens(drive, connection.id);
    return connection.id;
  }

  const connectionOf = async (namespaceId: string, id: string) => {
    const path = `/v1/connections/${id}?namespaceId=${namespaceId}`;
    const { body } = await api().request<{ connection: { status: string; statusReason: string | null } }>(
      'GET',
      path,
    );
    return body.data.connection;
  };

  async function begin(namespaceId: string, source: ConnectorType, config: object): Promise<string> {
    const body = { namespaceId, ingestConfig: { source, config } };
    const path = `/v1/ingest/${drives[source].path}`;
    const response = await api().request<{ ingestJobRunId: string }>('POST', path, body);
    expect(response.status).toBe(202);
    return response.body.data.ingestJobRunId;
  }
  const ingest = async (namespaceId: string, source: ConnectorType, config: object) =>
    waitForRun(api(), namespaceId, await begin(namespaceId, source, config), 90_000);
  const runOf = async (namespaceId: string, id: string) => {
    const path = `/v1/ingest-job-runs/${id}?namespaceId=${namespaceId}`;
    return (await api().request<{ status: string; errorMessage: string | null }>('GET', path)).body.data;
  };
  const names = async (namespaceId: string, query: string) =>
    (await search(api(), namespaceId, query)).map(({ document }) => document.name);

  test.each(connectors)(
    '%s from the consent to the revocation',
    async (connector) => {
      const drive = drives[connector];
      const { fake, suffix, config } = drive;
      const said: string[] = [];
      const say = (step: string) => said.push(step);
      const namespaceId = `journey-${connector.toLowerCase().replaceAll('_', '-')}`;
      await createNamespace(api(), namespaceId);
      const { label, named } = connectorFacts[connector];
      await photograph(`${namespaceId}-1-set-up`, `/n/${namespaceId}/connections/new`, (choose) =>
        choose(label),
      );
      if (config !== null) {
        const { client } = logins[connector as OAuthProfileName];
        const extra = {
          ...(connector === 'GOOGLE_DRIVE' && { apiKey: 'AIzaTest' }),
          ...(connector === 'BOX' && { signatureKeys: boxSignatureKeys }),
        };
        const wrong = { [config]: { ...client, ...extra, clientSecret: 'mistyped' } };
        await api().request('PATCH', `/v1/namespaces/${namespaceId}`, wrong);
        const checked = await api().request<{ problem: { reason: string } | null }>(
          'POST',
          '/v1/connections/check',
          {
            namespaceId,
            connector,
          },
        );
        expect(checked.body.data.problem).not.toBeNull();
        say(`application with a wrong secret: ${checked.body.data.problem?.reason}`);
        await api().request('PATCH', `/v1/namespaces/${namespaceId}`, { [config]: { ...client, ...extra } });
      } else {
        const { secret = '' } = fakes[connector].signIn ?? {};
        const mistyped = { ...drive.settings, [secret]: 'mistyped' };
        const refused = await createConnection(connector, namespaceId, mistyped);
        expect(refused.status).toBe(400);
        expect(JSON.stringify(refused.body)).toContain('settings were refused');
        say(`wrong secret: ${(refused.body as unknown as { message: string }).message}`);
      }
      const [lamps = '', rivers = ''] = ['lamps', 'rivers'].map((topic) =>
        fake.put(`/${topic}${suffix}`, `All that is known about ${topic}.`),
      );
      if (isPicking(connector)) {
        const picked = { id: lamps, name: `lamps${suffix}` };
        const id = await consentAndPick(connector, { namespaceId, drive, picked });
        await ingest(namespaceId, connector, { connectionId: id });
        const found = await names(namespaceId, 'known about rivers');
        expect(found).toContain(picked.name);
        expect(found).not.toContain(`rivers${suffix}`);
        await api().request('POST', `/v1/connections/${id}/revoke`, { namespaceId });
        say("choice of one item in the vendor's picker");
      }
      const connectionId = await consent(connector, namespaceId, drive);
      expect((await connectionOf(namespaceId, connectionId)).status).toBe('ACTIVE');
      const trial = await api().request<{ account: string; items: string[]; problem: object | null }>(
        'POST',
        '/v1/connections/check',
        {
          namespaceId,
          connectionId,
        },
      );
      const { account, items, problem } = trial.body.data;
      expect(problem).toBeNull();
      expect(items.join(' ')).toContain('lamps');
      say(`test: ${account}, which reads ${items.join(', ')}`);

      // A selection by name has more than one item.
      if (config !== null || named === null) {
        await ingest(namespaceId, connector, { connectionId, externalIds: [lamps] });
        expect(await names(namespaceId, 'known about rivers')).not.toContain(`rivers${suffix}`);
      }
      const everything = { connectionId, ...(drive.needsIds && { externalIds: [lamps, rivers] }) };
      await ingest(namespaceId, connector, everything);
      expect((await names(namespaceId, 'known about rivers'))[0]).toBe(`rivers${suffix}`);
      say('choice of one item, then everything');

      fake.put(`/lamps${suffix}`, 'Lamps were replaced by canals.');
      await ingest(namespaceId, connector, everything);
      expect((await names(namespaceId, 'replaced by canals'))[0]).toBe(`lamps${suffix}`);
      say('change');

      fake.remove(rivers);
      await ingest(namespaceId, connector, everything);
      await eventually(async () =>
        expect(await names(namespaceId, 'known about rivers')).not.toContain(`rivers${suffix}`),
      );
      say('deletion');

      fake.fault = () => ({ kind: 'status', status: 503 });
      const waiting = await begin(namespaceId, connector, everything);
      await eventually(
        async () => expect((await runOf(namespaceId, waiting)).errorMessage).not.toBeNull(),
        30_000,
      );
      say(`outage: ${(await runOf(namespaceId, waiting)).errorMessage}`);
      expect((await connectionOf(namespaceId, connectionId)).status).toBe('ACTIVE');
      await photograph(`${namespaceId}-2-outage`, `/n/${namespaceId}/connections/${connectionId}`);
      fake.fault = undefined;
      await waitForRun(api(), namespaceId, waiting, 120_000);

      fake.token = 'another';
      if (connector in logins) logins[connector as OAuthProfileName].endAllGrants();
      await begin(namespaceId, connector, everything);
      await eventually(
        async () => expect((await connectionOf(namespaceId, connectionId)).status).toBe('FAILED'),
        60_000,
      );
      say(`ended at the vendor: ${(await connectionOf(namespaceId, connectionId)).statusReason}`);
      await photograph(`${namespaceId}-3-ended`, `/n/${namespaceId}/connections/${connectionId}`);
      const revoked = await api().request('POST', `/v1/connections/${connectionId}/revoke`, { namespaceId });
      expect(revoked.status).toBe(200);
      expect((await connectionOf(namespaceId, connectionId)).status).toBe('REVOKED');
      say('revoked');
      process.stdout.write(`${connector}\n${said.map((line) => `  ${line}`).join('\n')}\n`);
    },
    360_000,
  );
});
