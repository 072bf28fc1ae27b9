import { createHmac } from 'node:crypto';
import type { OpenDelivery } from '@docfleet/domain/webhook';

const keyPrefix = 'whsec_';

export interface SignedRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Hex HMAC-SHA256 of the compact JSON of payload and timestamp, keyed with the whole key as it is shown. */
const ownSignature = (key: string, body: string, timestamp: string) =>
  createHmac('sha256', key)
    .update(`{"payload":${body},"timestamp":${JSON.stringify(timestamp)}}`)
    .digest('hex');

/** https://www.standardwebhooks.com: keyed with the bytes that the key stands for. */
const standardSignature = (key: string, signed: string) =>
  `v1,${createHmac('sha256', Buffer.from(key.slice(keyPrefix.length), 'base64'))
    .update(signed)
    .digest('base64')}`;

/**
 * The request that delivers an event to a webhook, signed for the moment of its sending in both documented ways. While a key that was
 * replaced still signs, receivers may verify with either.
 */
export function signRequest(delivery: OpenDelivery, sentAt: Date): SignedRequest {
  const { id, type, data, tenantId, namespaceName, organizationId, signingKey, oldSigningKey } = delivery;
  const timestamp = sentAt.toISOString();
  const seconds = Math.floor(sentAt.getTime() / 1_000);
  const payload = {
    requestId: id,
    event: type,
    data,
    tenantId,
    namespaceId: namespaceName,
    organizationId,
    timestamp,
  };
  const body = JSON.stringify(payload);
  const keys = oldSigningKey === undefined ? [signingKey] : [signingKey, oldSigningKey];
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'docfleet-webhooks/1',
      'X-Service-Timestamp': timestamp,
      'X-Service-Signature': ownSignature(signingKey, body, timestamp),
      ...(oldSigningKey !== undefined && {
        'X-Service-Signature-Previous': ownSignature(oldSigningKey, body, timestamp),
      }),
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': keys.map((key) => standardSignature(key, `${id}.${seconds}.${body}`)).join(' '),
    },
  };
}
