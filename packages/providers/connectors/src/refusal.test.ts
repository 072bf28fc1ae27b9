import { expect, test } from '@jest/globals';
import { type RefusalNote, type RefusalSubject, refusalError } from './refusal.ts';

function errorOf(
  status: number,
  note: RefusalNote = {},
  headers: Record<string, string> = {},
  isEntered = false,
) {
  const refused = { vendor: 'Acme', token: 'the token', isEntered };
  return refusalError({ status, headers: new Headers(headers) }, note, refused);
}

test.each([
  [302, 'PROVIDER_UNAVAILABLE'],
  [399, 'PROVIDER_UNAVAILABLE'],
  [400, 'PROVIDER_REJECTED'],
  [401, 'CONNECTION_UNAUTHORIZED'],
  [403, 'ITEM_FORBIDDEN'],
  [404, 'ITEM_NOT_FOUND'],
  [408, 'PROVIDER_UNAVAILABLE'],
  [409, 'PROVIDER_UNAVAILABLE'],
  [410, 'ITEM_NOT_FOUND'],
  [422, 'PROVIDER_REJECTED'],
  [423, 'PROVIDER_UNAVAILABLE'],
  [425, 'PROVIDER_UNAVAILABLE'],
  [429, 'PROVIDER_RATE_LIMITED'],
  [499, 'PROVIDER_UNAVAILABLE'],
  [500, 'PROVIDER_UNAVAILABLE'],
  [503, 'PROVIDER_UNAVAILABLE'],
])('status %i is %s, where a vendor says no more', (status, code) => {
  expect(errorOf(status)).toMatchObject({ code, details: { status, reason: `Status ${status}` } });
});

const subjects: Record<RefusalSubject, [code: string, sentence: string]> = {
  token: ['CONNECTION_UNAUTHORIZED', 'Acme no longer accepts this connection: authorize it again'],
  scope: [
    'CONNECTION_UNAUTHORIZED',
    'This connection lacks a permission at Acme: enable it for the app and authorize again',
  ],
  missing: ['ITEM_NOT_FOUND', 'Acme has no such item, or no longer shares it with the connection'],
  forbidden: ['ITEM_FORBIDDEN', 'Acme does not let this connection read the item'],
  unsupported: ['ITEM_UNSUPPORTED', 'Acme does not hand out the content of this item'],
  cursor: ['CURSOR_EXPIRED', 'Acme no longer knows where the last sync ended'],
  rate: ['PROVIDER_RATE_LIMITED', 'Acme asks for fewer requests'],
  vendor: ['PROVIDER_UNAVAILABLE', 'Acme cannot answer now'],
  failing: ['ITEM_FORBIDDEN', 'Acme has failed to answer for long'],
  request: ['PROVIDER_REJECTED', 'Acme refused the request'],
  setting: ['PROVIDER_REJECTED', 'Acme refuses what this connection is set up with'],
};

test.each(Object.entries(subjects))(
  'the subject %s is %j, whatever the status',
  (subject, [code, message]) => {
    const note = { subject: subject as RefusalSubject };
    expect(errorOf(200, note)).toMatchObject({ code, message });
    expect(errorOf(503, note)).toMatchObject({ code, message });
  },
);

test('what was entered is to be entered again', () => {
  const message = 'Acme no longer accepts what was entered for this connection: enter it again';
  expect(errorOf(401, {}, {}, true)).toMatchObject({ code: 'CONNECTION_UNAUTHORIZED', message });
});

test.each([
  ['one line', ' a\n\t b ', 'a b'],
  ['without the token', 'the token is old: the token', '[key] is old: [key]'],
  ['as it is up to 300 characters', 'x'.repeat(300), 'x'.repeat(300)],
  ['cut beyond that', 'x'.repeat(301), `${'x'.repeat(299)}…`],
  ['the status where they are empty', '', 'Status 400'],
])("a vendor's words are shown as %s", (_name, reason, shown) => {
  expect(errorOf(400, { reason }).details.reason).toBe(shown);
});

test('words of any length are shown in time, without the token at their beginning', () => {
  const reason = `the token ${' '.repeat(3_000)}x`;
  expect(errorOf(400, { reason }).details.reason).toBe('[key]');
});

test('a refusal names the setting that its owner has to correct', () => {
  expect(errorOf(400, { subject: 'setting', setting: 'region' }).details).toEqual({
    status: 400,
    reason: 'Status 400',
    setting: 'region',
  });
});

const exhausted = { 'ratelimit-remaining': '0', 'ratelimit-reset': '20' };

test.each([
  ['Retry-After', { retryAfterMs: 5 }, { ...exhausted, 'retry-after': '7' }, 7_000],
  ['the body', { retryAfterMs: 5 }, exhausted, 5],
  ['the window', {}, exhausted, 20_000],
  ['nothing', {}, {}, undefined],
])(
  'a vendor that is asked too often or is away says by %s how long to wait',
  (_name, note, headers, waitMs) => {
    for (const status of [429, 503]) {
      expect(errorOf(status, note, headers).details.retryAfterMs).toBe(waitMs);
      expect('retryAfterMs' in errorOf(status, note, headers).details).toBe(waitMs !== undefined);
    }
    expect('retryAfterMs' in errorOf(404, note, headers).details).toBe(false);
  },
);
