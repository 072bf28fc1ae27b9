import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { signRequest } from './sign-request.ts';

const key = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const delivery = {
  id: '01a1fdb6-5755-73ec-93b5-a1233b7d127d',
  attempts: 0,
  retries: 0,
  webhookId: 'w',
  url: 'https://example.com/',
  retryPolicy: 'DEFAULT',
  type: 'DOCUMENTS_READY',
  data: { documentIds: ['d'], ingestJobRunId: 'r' },
  tenantId: 'globex',
  namespaceName: 'docs',
  organizationId: 'o',
  signingKey: key,
  oldSigningKey: undefined,
} as const;
const sentAt = new Date('2026-11-21T10:00:00.250Z');

test('the documented signature is that of the compact payload and timestamp, keyed with the key as text', () => {
  const { body, headers } = signRequest(delivery, sentAt);
  const signed = `{"payload":${body},"timestamp":"2026-11-21T10:00:00.250Z"}`;
  expect(body).toBe(
    '{"requestId":"01a1fdb6-5755-73ec-93b5-a1233b7d127d","event":"DOCUMENTS_READY","data":{"documentIds":["d"],"ingestJobRunId":"r"},"tenantId":"globex","namespaceId":"docs","organizationId":"o","timestamp":"2026-11-21T10:00:00.250Z"}',
  );
  expect(headers['X-Service-Signature']).toBe(createHmac('sha256', key).update(signed).digest('hex'));
  expect(headers['X-Service-Timestamp']).toBe('2026-11-21T10:00:00.250Z');
  expect(headers['webhook-timestamp']).toBe('1795255200');
});
