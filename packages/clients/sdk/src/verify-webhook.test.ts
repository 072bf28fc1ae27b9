import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from './verify-webhook.ts';

const signingKey = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const otherKey = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const now = new Date('2026-11-21T10:00:00.250Z');
const body = '{"requestId":"01","event":"DOCUMENTS_READY","data":{"documentIds":["dé"]},"timestamp":"t"}';
const invalid = { code: 'INVALID_SIGNATURE' };

const standardHeaders = (key = signingKey, sentAt = now) => ({
  'webhook-id': '01',
  'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
  'webhook-signature': new Webhook(key).sign('01', sentAt, body),
});

function ownHeaders(key = signingKey, sentAt = now) {
  const timestamp = sentAt.toISOString();
  const signed = JSON.stringify({ payload: JSON.parse(body), timestamp });
  return {
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': createHmac('sha256', key).update(signed).digest('hex'),
  };
}

const schemes = [
  ['Standard Webhooks', standardHeaders],
  ['X-Service-Signature', ownHeaders],
] as const;

test.each(schemes)('%s: a genuine request is its event', async (_name, headers) => {
  const event = await verifyWebhook({ body, headers: headers(), signingKey, now });
  expect(event).toMatchObject({ event: 'DOCUMENTS_READY', data: { documentIds: ['dé'] } });
});

test.each(schemes)('%s: headers and bytes of a runtime do as well', async (_name, headers) => {
  const bytes = new TextEncoder().encode(body);
  const event = await verifyWebhook({ body: bytes, headers: new Headers(headers()), signingKey, now });
  expect(event.requestId).toBe('01');
});

test.each(schemes)('%s: another key, another body and nothing are refused', async (_name, headers) => {
  const verify = (changes: object) =>
    verifyWebhook({ body, headers: headers(), signingKey, now, ...changes });
  await expect(verify({ signingKey: otherKey })).rejects.toMatchObject(invalid);
  await expect(verify({ signingKey: '' })).rejects.toMatchObject(invalid);
  await expect(verify({ body: body.replace('READY', 'ERROR') })).rejects.toMatchObject(invalid);
  await expect(verify({ headers: {} })).rejects.toMatchObject(invalid);
});

test.each(schemes)(
  '%s: five minutes old is fresh, older and from the future is not',
  async (_name, headers) => {
    const sent = (seconds: number) =>
      verifyWebhook({
        body,
        headers: headers(signingKey, new Date(now.getTime() - seconds * 1_000)),
        signingKey,
        now,
      });
    await sent(299);
    await expect(sent(301)).rejects.toMatchObject(invalid);
    await expect(sent(-302)).rejects.toMatchObject(invalid);
  },
);

test.each(['', 'zz', 'abc', 'é', 'v1,', 'v1,!!', 'v2,AAAA', `v1,${'A'.repeat(100_000)}`])(
  'the signature %p is refused, not crashed on',
  async (signature) => {
    for (const headers of [
      { ...standardHeaders(), 'webhook-signature': signature },
      { ...ownHeaders(), 'X-Service-Signature': signature },
    ])
      await expect(verifyWebhook({ body, headers, signingKey, now })).rejects.toMatchObject(invalid);
  },
);

test('while a key is being replaced, either verifies', async () => {
  const standard = {
    ...standardHeaders(),
    'webhook-signature': `${standardHeaders(otherKey)['webhook-signature']} ${standardHeaders()['webhook-signature']}`,
  };
  const own = {
    ...ownHeaders(otherKey),
    'X-Service-Signature-Previous': ownHeaders()['X-Service-Signature'],
  };
  for (const headers of [standard, own])
    for (const key of [signingKey, otherKey]) await verifyWebhook({ body, headers, signingKey: key, now });
});

test.each([
  ['body', { body: JSON.parse(body) }],
  ['headers', { headers: undefined }],
  ['signingKey', { signingKey: undefined }],
])('a call whose %s is not what arrived says so, and blames no sender', async (name, changes) => {
  const input = { body, headers: standardHeaders(), signingKey, now, ...changes } as never;
  await expect(verifyWebhook(input)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining(name),
  });
});
