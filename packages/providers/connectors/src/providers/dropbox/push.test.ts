import { expect, test } from '@jest/globals';
import { signatureOf } from '../../push.ts';
import { dropboxPush } from './push.ts';

const secrets = { channel: undefined, client: { clientSecret: 'secret' } };

function receive(text: string, signature?: string) {
  const body = Buffer.from(text);
  const signed = signature ?? signatureOf('secret', [body], 'hex');
  return dropboxPush.receive(
    { headers: new Headers({ 'x-dropbox-signature': signed }), body, receivedAt: new Date() },
    secrets,
  );
}

test('a notification names accounts of users, and members of teams', () => {
  const list = { accounts: ['dbid:a', 'dbid:b'], teams: { one: ['dbmid:c', 'dbmid:d'], other: ['dbmid:e'] } };
  expect(receive(JSON.stringify({ list_folder: list }))).toEqual({
    kind: 'change',
    accounts: ['dbid:a', 'dbid:b', 'dbmid:c', 'dbmid:d', 'dbmid:e'],
  });
  expect(receive('{"list_folder":{"teams":{"one":["dbmid:c"]}}}')).toEqual({
    kind: 'change',
    accounts: ['dbmid:c'],
  });
});

test.each(['{"list_folder":{}}', '{"list_folder":{"accounts":[],"teams":{}}}', '{}', 'no JSON'])(
  'a signed notification that names no one, as %s, is ignored',
  (body) => {
    expect(receive(body)).toEqual({ kind: 'ignored' });
    expect(receive(body, signatureOf('another', [Buffer.from(body)], 'hex'))).toEqual({ kind: 'forged' });
  },
);
