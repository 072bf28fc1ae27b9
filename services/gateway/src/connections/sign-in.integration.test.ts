import { type ConnectorEndpoints, connectorNames, signInMethodsOf } from '@docfleet/connectors';
import {
  type ConnectorFake,
  connectorFakes,
  type DriveFake,
  startBoxFake,
  startDataCenterFake,
  startDropboxFake,
  startGoogleDriveFake,
  startGraphFake,
  startNotionFake,
  startStubServer,
  startTokenIssuer,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

const namespaceId = 'docs';
const closing: { close(): Promise<unknown> }[] = [];
const keep = <Server extends { close(): Promise<unknown> }>(server: Server): Server => {
  closing.push(server);
  return server;
};

let gateway: TestGateway;
/** Settings of each connector as an administrator of its vendor enters them. */
let given: Record<string, Readonly<Record<string, unknown>>>;

/** Connectors that have settings in place of a consent, as their fakes describe them. */
const entered = Object.entries<ConnectorFake>(connectorFakes).flatMap(
  ([name, { start, endpoints, signIn }]) => (signIn ? [{ name, start, endpoints, ...signIn }] : []),
);

/** A vendor whose API takes the tokens that its issuer has issued. */
async function startWithIssuer(
  kind: Parameters<typeof startTokenIssuer>[0],
  start: () => Promise<DriveFake>,
) {
  const fake = keep(await start());
  const issuer = keep(
    await startTokenIssuer(kind, (token) => {
      fake.token = token;
    }),
  );
  return { fake, issuer };
}

beforeAll(async () => {
  const notion = keep(await startNotionFake());
  const server = keep(await startDataCenterFake());
  const box = await startWithIssuer('BOX', startBoxFake);
  const google = await startWithIssuer('GOOGLE_DRIVE', startGoogleDriveFake);
  const graph = await startWithIssuer('MICROSOFT', () => startGraphFake({ site: 'host,a,b' }));
  const member = 'dbmid:AAFdgehTzw7WlXhZJsbGCLePe8RvQGYDr-I';
  const dropbox = keep(await startDropboxFake({ teamMember: member }));
  const team = keep(
    await startStubServer(() => ({ body: { access_token: dropbox.token, expires_in: 14_400 } })),
  );
  const connectorEndpoints: ConnectorEndpoints = {
    DROPBOX: { api: dropbox.url, content: dropbox.url, token: team.url },
    NOTION: { api: notion.url },
    BOX: { api: `${box.fake.url}/2.0`, token: box.issuer.url },
    GOOGLE_DRIVE: { api: google.fake.url, token: google.issuer.url },
    SHAREPOINT: { api: graph.fake.url, login: graph.issuer.url },
  };
  given = {
    NOTION: { token: notion.token },
    CONFLUENCE: { baseUrl: `${server.url}/confluence/`, token: server.token },
    BOX: box.issuer.settings,
    GOOGLE_DRIVE: google.issuer.settings,
    SHAREPOINT: { ...graph.issuer.settings, sites: ['host,a,b'] },
    DROPBOX: { appKey: 'app', refreshToken: 'refresh-token-of-the-team', member },
  };
  for (const { name, start, endpoints, secret, settings } of entered) {
    const fake = keep(await start({}));
    Object.assign(connectorEndpoints, { [name]: endpoints(fake.url) });
    given[name] = { ...settings(fake.url), [secret]: fake.token };
  }
  gateway = await startTestGateway({ connectorEndpoints });
  const json = { name: namespaceId, ...localConfigs };
  await gateway.call('POST', '/v1/namespaces?validate=false', { json });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all(closing.map((server) => server.close()));
});

const create = (connector: string, settings: object) =>
  gateway.call('POST', '/v1/connections', { json: { namespaceId, name: 'Mine', connector, settings } });
const count = () => gateway.context.database.connection.count();

/** A way of each connector to sign in, with its secret. */
const ways: readonly (readonly [connector: string, secret: string, method: string])[] = [
  ['NOTION', 'token', 'TOKEN'],
  ['CONFLUENCE', 'token', 'DATA_CENTER'],
  ['BOX', 'key', 'JWT'],
  ['GOOGLE_DRIVE', 'key', 'SERVICE_ACCOUNT'],
  ['SHAREPOINT', 'clientSecret', 'APP'],
  ['DROPBOX', 'refreshToken', 'TEAM'],
  ...entered.map(({ name, secret }) => [name, secret, String(signInMethodsOf(name)[0]?.method)] as const),
];

test.each(ways)(
  '%s is ACTIVE at once with what was entered, and its secret is sealed',
  async (connector, secret, method) => {
    const settings = given[connector] ?? {};
    const { status, body } = await create(connector, settings);
    expect([status, body.error?.message]).toEqual([201, undefined]);
    const { id } = body.data.connection;
    const read = await gateway.call('GET', `/v1/connections/${id}?namespaceId=${namespaceId}`);
    expect(read.body.data.connection).toMatchObject({
      status: 'ACTIVE',
      settings: { method },
      config: { authType: 'SETTINGS', credentials: { accessToken: '****' } },
    });
    expect(read.body.data.connection.settings).not.toHaveProperty(secret);
    const row = await gateway.context.database.connection.findUniqueOrThrow({ where: { id } });
    // A part of it: as JSON in JSON it is written otherwise.
    const part = String(settings[secret]).replace(/[^\w]/g, '').slice(0, 12);
    expect(JSON.stringify(row).replace(/[^\w]/g, '')).not.toContain(part);
  },
);

test.each([
  ['NOTION', { token: 'ntn_wrong' }, /settings were refused: /],
  ['CONFLUENCE', { token: 'wrong' }, /settings were refused: This is what Confluence says with 401/],
  ['CONFLUENCE', { baseUrl: 'http://169.254.169.254/' }, /settings were refused: /],
  ['BOX', { userId: '999' }, /settings were refused: invalid_grant: Please check the 'sub' claim/],
  ['GOOGLE_DRIVE', { subject: 'bob@example.com' }, /settings were refused: invalid_grant: Invalid email/],
  ['GOOGLE_DRIVE', { key: '{}' }, /settings.key must be the JSON key of a service account/],
  ['SHAREPOINT', { clientSecret: 'wrong' }, /settings were refused: invalid_client: AADSTS7000215/],
  ['SHAREPOINT', { sites: ['host,no,where'] }, /settings were refused: /],
  ['SHAREPOINT', { sites: ['http://host/sites/hr'] }, /settings.sites/],
  ['BOX', { method: 'PASSWORD' }, /settings.method must be one of JWT, CLIENT_CREDENTIALS/],
  ['DROPBOX', { member: 'ada' }, /settings.member must be the ID of a member/],
])(
  '%s with %p is a 400 in the words of the vendor, and no connection is made',
  async (connector, changes, message) => {
    const before = await count();
    const { status, body } = await create(connector, { ...given[connector], ...changes });
    expect([status, body.error?.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error.message).toMatch(message);
    expect(await count()).toBe(before);
  },
);

test('the providers list a form for each way to sign in, with its method and its secret', async () => {
  const { body } = await gateway.call('GET', '/v1/providers');
  const forms: {
    connector: string;
    method: string;
    fields: { path: string; secret: boolean; label: string }[];
  }[] = body.data.connections;
  const methods = connectorNames.flatMap((connector) =>
    signInMethodsOf(connector).map(({ method }) => `${connector} ${method}`),
  );
  expect(methods).toContain('S3 ACCESS_KEY');
  expect(forms.map(({ connector, method }) => `${connector} ${method}`).toSorted()).toEqual(
    methods.toSorted(),
  );
  for (const { fields } of forms) {
    expect(fields.filter(({ secret }) => secret)).toHaveLength(1);
    // Each has a label of its own.
    expect(fields.filter(({ label, path }) => label === path)).toEqual([]);
    expect(fields.map(({ path }) => path)).not.toContain('method');
  }
});
