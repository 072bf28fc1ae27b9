import { expect, test } from '@jest/globals';
import {
  box,
  change,
  connect,
  cookieOf,
  create,
  gateway,
  namespaceId,
  pathOf,
  read,
  returnFromConsent,
  setClient,
} from '../../test/connections.fixture.ts';

test('a user connects an account: pending, then active, and its tokens are never shown', async () => {
  const created = await create({ name: 'Box of Ada', externalId: 'ada' });
  expect(created.status).toBe(201);
  const { connection, authorizationUrl } = created.body.data;
  expect(await read(connection.id)).toMatchObject({
    name: 'Box of Ada',
    connector: 'BOX',
    status: 'PENDING',
    statusReason: null,
    externalId: 'ada',
    config: { authType: 'OAUTH2', credentials: null },
    namespace: { identifier: namespaceId },
  });
  const back = await box.consent(authorizationUrl);
  const response = await returnFromConsent(back);
  expect(response.status).toBe(302);
  const page = await gateway.call('GET', `/connect/${connection.id}`, {
    key: undefined,
    headers: { cookie: cookieOf(response) },
  });
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Box is connected</h1>')]);
  expect(await read(connection.id)).toMatchObject({
    status: 'ACTIVE',
    config: {
      credentials: { accessToken: '****', refreshToken: '****', accessTokenExpiresAt: expect.any(Number) },
    },
  });
  const row = await gateway.context.database.connection.findUniqueOrThrow({ where: { id: connection.id } });
  const tokens = JSON.parse(gateway.context.vault.open(row.sealedTokens ?? new Uint8Array(), row.id));
  expect(box.accepts(tokens.accessToken)).toBe(true);
  const audit = await gateway.context.database.auditEvent.findMany({ where: { targetId: row.id } });
  expect(audit.map(({ action }) => action)).toEqual(['connection.created', 'connection.authorized']);
  const { searchParams } = new URL(back);
  const shown = JSON.stringify(audit) + gateway.log.join('');
  for (const secret of [
    tokens.accessToken,
    tokens.refreshToken,
    searchParams.get('code'),
    searchParams.get('state'),
  ])
    expect(shown).not.toContain(secret);
});

test('the page that says what went wrong runs nothing, loads nothing, and fits a phone', async () => {
  const { response } = await connect({}, 'deny');
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(response.text).not.toMatch(/<script|<link|<img|https?:/);
});

test('a user is sent on to the address of the application, with connectionId and status', async () => {
  const clientRedirectUrl = 'https://app.example.com/connected?tab=1&status=old';
  const { id, response } = await connect({ clientRedirectUrl });
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe(
    `https://app.example.com/connected?tab=1&status=ACTIVE&connectionId=${id}`,
  );
  const denied = await connect({ clientRedirectUrl }, 'deny');
  expect(denied.response.headers.get('location')).toContain('status=FAILED');
});

test('a state works once: a replay changes nothing, and exchanges nothing', async () => {
  const { id, back } = await connect();
  const before = [await read(id), box.tokenRequests('authorization_code').length];
  const replayed = await returnFromConsent(back);
  expect([replayed.status, replayed.text]).toEqual([410, expect.stringContaining('does not work any more')]);
  expect([await read(id), box.tokenRequests('authorization_code').length]).toEqual(before);
});

test('of ten concurrent requests with one state, one exchanges the code', async () => {
  const { connection, authorizationUrl } = (await create()).body.data;
  const back = await box.consent(authorizationUrl);
  const before = box.tokenRequests('authorization_code').length;
  const responses = await Promise.all(Array.from({ length: 10 }, () => returnFromConsent(back)));
  expect(responses.map(({ status }) => status).sort()).toEqual([302, ...Array(9).fill(410)]);
  expect(box.tokenRequests('authorization_code').length - before).toBe(1);
  expect((await read(connection.id)).status).toBe('ACTIVE');
});

test('a state that has expired, or was forged, leads nowhere', async () => {
  const { connection, authorizationUrl } = (await create()).body.data;
  const back = new URL(await box.consent(authorizationUrl));
  const { database } = gateway.context;
  const before = box.tokenRequests('authorization_code').length;
  const forged = new URL(back);
  forged.searchParams.set('state', 'A'.repeat(43));
  const without = new URL(back);
  without.searchParams.delete('state');
  for (const target of [forged, without]) expect((await returnFromConsent(target.href)).status).toBe(410);
  const where = { connectionId: connection.id };
  await database.oauthState.updateMany({ where, data: { expiresAt: new Date(Date.now() - 1) } });
  expect((await returnFromConsent(back.href)).status).toBe(410);
  expect(box.tokenRequests('authorization_code').length).toBe(before);
  expect((await read(connection.id)).status).toBe('PENDING');
});

test('a state of another connection authorizes that connection only', async () => {
  const [mine, theirs] = [(await create()).body.data, (await create()).body.data];
  const myCode = new URL(await box.consent(mine.authorizationUrl)).searchParams.get('code') ?? '';
  const back = new URL(await box.consent(theirs.authorizationUrl));
  back.searchParams.set('code', myCode);
  await returnFromConsent(back.href);
  expect((await read(mine.connection.id)).status).toBe('PENDING');
});

test('a code that was exchanged before is refused, and the connection says so', async () => {
  const first = await connect();
  const { connection, authorizationUrl } = (await create()).body.data;
  const back = new URL(await box.consent(authorizationUrl));
  back.searchParams.set('code', new URL(first.back).searchParams.get('code') ?? '');
  const response = await returnFromConsent(back.href);
  expect(response.text).toContain('<h1>Box is not connected</h1>');
  expect(await read(connection.id)).toMatchObject({
    status: 'FAILED',
    statusReason: expect.stringContaining('authorize the connection again'),
    config: { credentials: null },
  });
  expect((await read(first.id)).status).toBe('ACTIVE');
});

test('consent that is denied fails a new connection, and leaves an active one as it was', async () => {
  const { id, response } = await connect({}, 'deny');
  expect(response.text).toContain('The consent was denied at Box');
  expect(await read(id)).toMatchObject({
    status: 'FAILED',
    statusReason: expect.stringContaining('denied at Box'),
  });
  const again = await change(id);
  await returnFromConsent(await box.consent(again.body.data.authorizationUrl));
  expect(await read(id)).toMatchObject({ status: 'ACTIVE', statusReason: null });
  const once = await change(id);
  await returnFromConsent(await box.consent(once.body.data.authorizationUrl, 'deny'));
  expect(await read(id)).toMatchObject({ status: 'ACTIVE', statusReason: null });
});

test('what a link says is not shown to the user as our words', async () => {
  const { authorizationUrl } = (await create()).body.data;
  const state = new URL(authorizationUrl).searchParams.get('state');
  const query = `state=${state}&error=${encodeURIComponent('<script>call 555-1234')}`;
  const response = await gateway.call('GET', `/v1/connections/callback?${query}`, { key: undefined });
  expect(response.status).toBe(200);
  expect(response.text).not.toContain('555-1234');
});

test('a wrong secret of the namespace does not fail the connection, and names the setting', async () => {
  const { connection, authorizationUrl } = (await create()).body.data;
  await setClient({ ...box.client, clientSecret: 'wrong' });
  await returnFromConsent(await box.consent(authorizationUrl));
  expect(await read(connection.id)).toMatchObject({
    status: 'PENDING',
    statusReason: expect.stringContaining('boxConfig.clientSecret'),
  });
});

test.each([
  'http://app.example.com/',
  'ftp://app.example.com/',
  'javascript:alert(1)',
  'https://a:b@app.example.com/',
])('users are not sent to %s', async (clientRedirectUrl) => {
  const response = await create({ clientRedirectUrl });
  expect(response).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } });
  expect(response.body.error.details.issues[0].path).toBe('clientRedirectUrl');
});

test('a connector without its OAuth client in the namespace is refused, naming the configuration', async () => {
  const response = await create({ connector: 'DROPBOX' });
  expect([response.status, response.body.error.message]).toEqual([
    400,
    expect.stringContaining('dropboxConfig'),
  ]);
});

test('a user who has an active connection gets it again; another tenant, connector or user does not', async () => {
  const user = { externalId: 'grace' };
  const { id } = await connect(user);
  const again = await create({ ...user, clientRedirectUrl: 'http://localhost:3000/new' });
  expect([again.status, again.body.data.connection.id]).toEqual([201, id]);
  expect((await read(id)).clientRedirectUrl).toBe('http://localhost:3000/new');
  const ofTenant = await create(user, { tenantId: 't1' });
  const others = [ofTenant, await create({ externalId: 'alan' }), await create()];
  for (const other of others) expect(other.body.data.connection.id).not.toBe(id);
});

test('connections are listed by connector and user, page by page', async () => {
  const { id } = await connect({ externalId: 'list' });
  const list = async (query: string) =>
    (await gateway.call('GET', `/v1/connections?namespaceId=${namespaceId}${query}`)).body.data;
  expect((await list('&externalId=list')).connections.map((one: { id: string }) => one.id)).toEqual([id]);
  expect((await list('&connector=NOTION')).connections).toEqual([]);
  expect((await list('&connector=PAPYRUS')).connections).toEqual([]);
  const first = await list('&pageSize=1');
  const second = await list(`&pageSize=1&cursor=${first.nextCursor}`);
  expect(second.connections[0].id < first.connections[0].id).toBe(true);
});

test('a connection of another tenant is answered like a missing one', async () => {
  const { id } = await connect();
  const path = `${pathOf(id)}?namespaceId=${namespaceId}`;
  const response = await gateway.call('GET', path, { tenantId: 't2' });
  expect(response).toMatchObject({ status: 404, body: { error: { code: 'CONNECTION_NOT_FOUND' } } });
});
