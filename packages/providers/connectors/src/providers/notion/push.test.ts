import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { notionPush } from './push.ts';

/** The outcome of a report; without a signature by default. */
function receive(
  json: object,
  { signature, channel = 'secret' }: { signature?: string; channel?: string | null },
) {
  const headers = new Headers(signature === undefined ? {} : { 'x-notion-signature': signature });
  const report = { headers, body: Buffer.from(JSON.stringify(json)), receivedAt: new Date() };
  return notionPush.receive(report, { channel: channel ?? undefined, client: {} });
}

test.each([
  ['a page', 'page.content_updated', 'change'],
  ['a database', 'database.schema_updated', 'change'],
  ['a data source', 'data_source.content_updated', 'change'],
  ['a comment', 'comment.created', 'ignored'],
  ['an event whose name only contains one', 'my_page.created', 'ignored'],
])('what becomes of an event of %s', (_, type, kind) => {
  const body = Buffer.from(JSON.stringify({ type, workspace_id: 'w' }));
  const signature = createHmac('sha256', 'secret').update(body).digest('hex');
  expect(receive({ type, workspace_id: 'w' }, { signature: `sha256=${signature}` })).toEqual(
    kind === 'change' ? { kind, accounts: ['w'] } : { kind },
  );
});

const token = 'secret_0123456789';

test.each([
  [token, true],
  ['t'.repeat(16), true],
  ['t'.repeat(200), true],
  ['t'.repeat(15), false],
  ['t'.repeat(201), false],
  [`${token}\n`, false],
  [` ${token}`, false],
])('%j is a token to be entered at Notion: %s', (verification_token, isToken) => {
  const received = receive({ verification_token }, {});
  expect(received).toEqual(isToken ? { kind: 'token', token: verification_token } : { kind: 'forged' });
});

test('a report that is not signed, or with another secret, is forged, whatever it has', () => {
  const event = { type: 'page.created', workspace_id: 'w' };
  expect(receive(event, {})).toEqual({ kind: 'forged' });
  expect(receive(event, { channel: null })).toEqual({ kind: 'forged' });
  for (const channel of ['secret', null])
    expect(receive({ ...event, verification_token: token }, { signature: 'sha256=00', channel })).toEqual({
      kind: 'forged',
    });
});

test('a signed report of nothing that is known is ignored', () => {
  for (const report of [{}, { type: 'page.created' }, { workspace_id: 'w' }]) {
    const signature = createHmac('sha256', 'secret').update(JSON.stringify(report)).digest('hex');
    expect(receive(report, { signature: `sha256=${signature}` })).toEqual({ kind: 'ignored' });
  }
});
