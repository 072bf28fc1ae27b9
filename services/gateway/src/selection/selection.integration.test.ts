import { expect, test } from '@jest/globals';
import {
  box,
  change,
  connect,
  cookieOf,
  gateway,
  namespaceId,
  read,
  returnFromConsent,
  revoke,
  setClient,
} from '../../test/connections.fixture.ts';

const items = [{ id: '11', name: 'Handbook' }];

/** The page of a connection, for a browser with this cookie. */
const show = (id: string, cookie: string) =>
  gateway.call('GET', `/connect/${id}`, { key: undefined, headers: { cookie } });
/** Sends a request as the page's own script does by default. */
const ask = (id: string, what: 'token' | 'selection', json: unknown, headers: Record<string, string>) =>
  gateway.call('POST', `/connect/${id}/${what}`, {
    key: undefined,
    json,
    headers: { origin: gateway.url, ...headers },
  });
const rowOf = (id: string) => gateway.context.database.connection.findUniqueOrThrow({ where: { id } });

async function open() {
  const { id, response } = await connect();
  return { id, response, cookie: cookieOf(response) };
}

test('a user goes on to an address without secrets, with a cookie for that page alone', async () => {
  const { id, response } = await open();
  expect(response.headers.get('location')).toBe(`${gateway.url}/connect/${id}`);
  expect(response.headers.get('set-cookie')).toMatch(
    new RegExp(`^docfleet-selection=[\\w-]{43}; Path=/connect/${id}; Max-Age=1800; HttpOnly; SameSite=Lax$`),
  );
});

test('where the gateway is reached by https, its cookie goes no other way', async () => {
  const { connection, authorizationUrl } = (
    await gateway.call('POST', '/v1/connections', { json: { namespaceId, name: 'mine', connector: 'BOX' } })
  ).body.data;
  const back = await box.consent(authorizationUrl);
  const { context } = gateway;
  Object.assign(context, { publicUrl: 'https://docs.example.com' });
  const response = await returnFromConsent(back);
  Object.assign(context, { publicUrl: undefined });
  expect(response.headers.get('location')).toBe(`https://docs.example.com/connect/${connection.id}`);
  expect(response.headers.get('set-cookie')).toMatch(/; Secure$/);
});

test('what the user chose is stored once: the page is over then', async () => {
  const { id, cookie } = await open();
  expect((await rowOf(id)).selection).toBe(null);
  const stored = await ask(id, 'selection', { items }, { cookie });
  expect([stored.status, stored.body]).toEqual([200, { stored: 1 }]);
  expect(stored.headers.get('set-cookie')).toContain('Max-Age=0');
  expect(await rowOf(id)).toMatchObject({ selection: ['11'], selectionNames: { '11': 'Handbook' } });
  for (const again of [
    await ask(id, 'selection', { items: null }, { cookie }),
    await ask(id, 'token', {}, { cookie }),
  ])
    expect([again.status, again.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  expect((await show(id, cookie)).status).toBe(410);
  expect((await rowOf(id)).selection).toEqual(['11']);
  const audit = await gateway.context.database.auditEvent.findMany({ where: { targetId: id } });
  expect(audit).toContainEqual(
    expect.objectContaining({ action: 'connection.selection_changed', details: { items: 1 } }),
  );
});

test('of two that save at once with the same cookie, one does', async () => {
  const { id, cookie } = await open();
  const saves = await Promise.all([1, 2, 3].map(() => ask(id, 'selection', { items }, { cookie })));
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
});

test('a user who authorizes again finds the choice, and can go back to everything', async () => {
  const { id, cookie } = await open();
  await ask(id, 'selection', { items }, { cookie });
  const { authorizationUrl } = (await change(id)).body.data;
  const again = cookieOf(await returnFromConsent(await box.consent(authorizationUrl)));
  expect((await show(id, again)).text).toContain('Handbook');
  expect((await ask(id, 'selection', { items: null }, { cookie: again })).body).toEqual({ stored: 'all' });
  expect(await rowOf(id)).toMatchObject({ selection: null, selectionNames: null });
});

test('a cookie that is missing, forged, too old or of another connection leads nowhere', async () => {
  const [mine, theirs] = [await open(), await open()];
  const { database } = gateway.context;
  const old = await open();
  const where = { connectionId: old.id };
  await database.selectionSession.updateMany({ where, data: { expiresAt: new Date(Date.now() - 1) } });
  const attempts = [
    [mine.id, ''],
    [mine.id, `docfleet-selection=${'A'.repeat(43)}`],
    [mine.id, theirs.cookie],
    [old.id, old.cookie],
    ['nonsense', mine.cookie],
  ] as const;
  for (const [id, cookie] of attempts) {
    expect((await show(id, cookie)).status).toBe(410);
    expect((await ask(id, 'token', {}, { cookie })).status).toBe(401);
    expect((await ask(id, 'selection', { items }, { cookie })).status).toBe(401);
  }
  expect((await rowOf(mine.id)).selection).toBe(null);
});

test('another site can neither store a choice nor get a token, though the browser sends the cookie', async () => {
  const { id, cookie } = await open();
  for (const origin of ['https://evil.example.com', 'null', '']) {
    const asked = await ask(id, 'token', {}, { cookie, origin });
    expect([asked.status, asked.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await ask(id, 'selection', { items }, { cookie, origin })).status).toBe(403);
  }
  const form = await gateway.call('POST', `/connect/${id}/selection`, {
    key: undefined,
    body: JSON.stringify({ items }),
    headers: { origin: gateway.url, cookie, 'content-type': 'text/plain' },
  });
  expect(form.status).toBe(415);
  expect((await rowOf(id)).selection).toBe(null);
});

test.each([
  ['nothing', { items: [] }],
  ["an id that is not the vendor's", { items: [{ id: "1' or 1=1", name: 'a' }] }],
  ['a path', { items: [{ id: '../../1', name: 'a' }] }],
  [
    'a thousand and one',
    { items: Array.from({ length: 1_001 }, (_, id) => ({ id: String(id), name: 'a' })) },
  ],
  ['a name that cannot be stored', { items: [{ id: '1', name: 'a\u0000b' }] }],
  ['what is not asked for', { items, everything: true }],
  ['no object', 7],
])('%s is no choice, and the page goes on', async (_name, json) => {
  const { id, cookie } = await open();
  const refused = await ask(id, 'selection', json, { cookie });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect((await show(id, cookie)).status).toBe(200);
});

test('the picker is given a token that does no more than list, and the page itself has none', async () => {
  const { id, cookie } = await open();
  const page = await show(id, cookie);
  const response = await ask(id, 'token', {}, { cookie });
  const { token } = response.body;
  // The consent and the token are calls of a provider like any other.
  for (const operation of ['exchangeCode', 'narrowToken'])
    expect((await gateway.context.metrics.scrape()).body).toContain(
      `{port="connector",vendor="BOX",operation="${operation}",outcome="ok"`,
    );
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect([box.accepts(token, 'base_picker'), box.accepts(token)]).toEqual([true, false]);
  const row = await rowOf(id);
  const tokens = JSON.parse(gateway.context.vault.open(row.sealedTokens ?? new Uint8Array(), id));
  const shown = page.text + JSON.stringify([...page.headers]);
  for (const secret of [tokens.accessToken, tokens.refreshToken, box.client.clientSecret]) {
    expect(shown).not.toContain(secret);
    expect(response.text).not.toContain(secret);
  }
  expect(gateway.log.join('')).not.toContain(token);
  expect(gateway.log.join('')).not.toContain(cookie.split('=')[1]);
});

test('the page closes when the connection is revoked or authorized by another user', async () => {
  const revoked = await open();
  await revoke(revoked.id);
  expect((await show(revoked.id, revoked.cookie)).status).toBe(410);
  const shared = await open();
  const { authorizationUrl } = (await change(shared.id)).body.data;
  await returnFromConsent(await box.consent(authorizationUrl));
  expect((await ask(shared.id, 'token', {}, { cookie: shared.cookie })).status).toBe(401);
});

test('a picker that cannot be opened is no dead end: the page says why, and everything can be chosen', async () => {
  const { id, cookie } = await open();
  await setClient(null);
  const page = await show(id, cookie);
  expect(page.text).toContain('Files and folders cannot be chosen here: The namespace has');
  expect((await ask(id, 'selection', { items: null }, { cookie })).status).toBe(200);
});

test('without its picker too, the page keeps what was chosen before', async () => {
  const { id, cookie } = await open();
  await ask(id, 'selection', { items }, { cookie });
  const { authorizationUrl } = (await change(id)).body.data;
  const again = cookieOf(await returnFromConsent(await box.consent(authorizationUrl)));
  await setClient(null);
  const { text } = await show(id, again);
  expect(text).toContain('Files and folders cannot be chosen here');
  expect(text).toContain('<input type="radio" name="extent" value="chosen">');
  expect(text).toContain('<button type="button" id="choose" disabled>');
});

test('the page lets its own scripts run and what they load, and nothing else', async () => {
  const { id, cookie } = await open();
  const [first, second] = [await show(id, cookie), await show(id, cookie)];
  const [policy = '', other] = [first, second].map(
    ({ headers }) => headers.get('content-security-policy') ?? '',
  );
  const [, nonce] = /script-src 'nonce-([\w+/=]+)' 'strict-dynamic';/.exec(policy) ?? [];
  expect(policy).toBe(
    `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'nonce-${nonce}' https://cdn01.boxcdn.net 'sha256-deDIoPlRijnpfbTDYsK+8JmDfUBmpwpnb0L/SUV8NeU='; connect-src 'self' https://api.box.com; img-src https://*.boxcdn.net data:; font-src https://*.boxcdn.net; frame-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(other).not.toContain(nonce);
  expect(first.headers.get('referrer-policy')).toBe('strict-origin');
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect((await read(id)).status).toBe('ACTIVE');
});
