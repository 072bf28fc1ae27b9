import { createEgress } from '@docfleet/egress';
import { startDropboxFake, startStubServer } from '@docfleet/testing';
import { afterAll, expect, test } from '@jest/globals';
import { rejection, signal, textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { createTokenRequests } from '../../settings.ts';
import { openDropbox } from './index.ts';
import { dropboxSignIns } from './sign-in.ts';

const openOn = connectorsOnFakes(openDropbox, (url) => ({ api: url, content: url }));
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
afterAll(() => egress.close());
const member = 'dbmid:AAFdgehTzw7WlXhZJsbGCLePe8RvQGYDr-I';

async function open(settings: object | null = { method: 'TEAM', appKey: 'app', member }) {
  const dropbox = await startDropboxFake({ teamRoot: '99', teamMember: member });
  return { dropbox, connector: openOn(dropbox, () => dropbox.token, settings ? { settings } : {}) };
}

test("a team's token reads a member's files and team folders, in the member's name", async () => {
  const { dropbox, connector } = await open();
  const [file, paper] = [
    dropbox.put('/Team folder/plan.txt', 'plan'),
    dropbox.putPaper('/Notes.paper', '# N'),
  ];
  const { ids } = await listAll(connector);
  expect(ids).toEqual([file, paper].toSorted());
  for (const [externalId, content] of [
    [file, 'plan'],
    [paper, '# N'],
  ] as const)
    expect(await textOf((await connector.fetch({ externalId, versionKey: '' }, signal)).body)).toBe(content);
  expect((await connector.whoAmI(signal)).name).toBe('Ada Lovelace');
});

test('without a member, or with one that has left, it is refused in the words of Dropbox', async () => {
  const { connector: memberless } = await open(null);
  expect(await rejection(memberless.whoAmI(signal))).toMatchObject({
    code: 'PROVIDER_REJECTED',
    details: { reason: expect.stringContaining('is for an entire Dropbox Business team') },
  });
  const { connector: left } = await open({ member: 'dbmid:gone' });
  expect(await rejection(left.whoAmI(signal))).toMatchObject({
    code: 'CONNECTION_UNAUTHORIZED',
    details: { reason: 'invalid_select_user/..' },
  });
});

test('access tokens are requested with the refresh token, and what is refused ends the connection', async () => {
  let status = 200;
  const issuer = await startStubServer(() => ({
    status,
    body:
      status === 200
        ? { access_token: 'sl.fresh', expires_in: 14_400, token_type: 'bearer' }
        : { error: 'invalid_grant', error_description: 'refresh token is malformed' },
  }));
  const request = createTokenRequests(egress.fetch, { DROPBOX: { token: issuer.url } });
  const entered = {
    connector: 'DROPBOX' as const,
    settings: { method: 'TEAM', appKey: 'app', member },
    secret: 'team-secret-1',
  };
  const issued = await request(entered);
  expect(issued?.accessToken).toBe('sl.fresh');
  expect((issued?.accessTokenExpiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(14_000_000);
  expect(Object.fromEntries(new URLSearchParams(issuer.requests[0]?.body))).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'team-secret-1',
    client_id: 'app',
  });
  status = 400;
  expect(await rejection(request(entered)!)).toMatchObject({
    code: 'CONNECTION_UNAUTHORIZED',
    message: expect.stringMatching(/^Dropbox /),
    details: { reason: 'invalid_grant: refresh token is malformed' },
  });
  await issuer.close();
});

test.each([
  [{}, true],
  [{ member: 'ada@example.com' }, false],
  [{ member: 'a dbmid:AAF' }, false],
  [{ member: 'dbmid:AAF a' }, false],
  [{ refreshToken: '' }, false],
  [{ appKey: '' }, false],
  [{ appKey: 'k', refreshToken: 'r' }, true],
  [{ appKey: 'k'.repeat(256), refreshToken: 'r'.repeat(1_024) }, true],
  [{ appKey: 'k'.repeat(257) }, false],
  [{ refreshToken: 'r'.repeat(1_025) }, false],
  [{ clientSecret: 'x' }, false],
])('settings with %j are accepted: %s', (changes, isAccepted) => {
  const settings = { appKey: 'app', refreshToken: 'refresh', member, ...changes };
  expect(dropboxSignIns[0]?.schema.safeParse(settings).success).toBe(isAccepted);
});
