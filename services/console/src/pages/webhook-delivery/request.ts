import type { WebhookDeliveryDetail } from '@docfleet/sdk';

/** Parts of a delivery's request that all of its attempts share, with the time of one attempt. */
export interface SentRequest {
  readonly url: string;
  readonly delivery: WebhookDeliveryDetail;
  readonly organizationId: string;
  /** Time of the attempt in ISO 8601. */
  readonly sentAt: string;
}

/** Returns the body as the receiver receives it. */
export const payloadOf = ({ delivery, organizationId, sentAt }: SentRequest) => ({
  requestId: delivery.id,
  event: delivery.event,
  data: delivery.data,
  tenantId: delivery.tenantId,
  namespaceId: delivery.namespaceId,
  organizationId,
  timestamp: sentAt,
});

/** Returns the headers that identify the delivery. Signatures are made for each attempt and not stored. */
export const headersOf = ({ delivery, sentAt }: SentRequest): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'docfleet-webhooks/1',
  'X-Service-Timestamp': sentAt,
  'X-Service-Signature': '(hex HMAC-SHA256, made with the signing key)',
  'webhook-id': delivery.id,
  'webhook-timestamp': String(Math.floor(Date.parse(sentAt) / 1_000)),
  'webhook-signature': '(v1, HMAC-SHA256, made with the signing key)',
});

/** Quotes a text for the shell. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a command that sends the same request to the receiver, signed with the key in the variable SIGNING_KEY. */
export function curlOf(request: SentRequest): string {
  const body = JSON.stringify(payloadOf(request));
  const mark = JSON.stringify(request.sentAt);
  const at = body.lastIndexOf(mark);
  const [before, after] = [body.slice(0, at + 1), body.slice(at + mark.length - 1)];
  return [
    // Receivers reject signatures that are older than five minutes.
    'NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ)',
    `BODY=${quote(before)}"$NOW"${quote(after)}`,
    `SIGNATURE=$(printf '{"payload":%s,"timestamp":"%s"}' "$BODY" "$NOW" | openssl dgst -sha256 -hmac "$SIGNING_KEY" -r | cut -d ' ' -f 1)`,
    `curl -i ${quote(request.url)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    '  -H "X-Service-Timestamp: $NOW" \\',
    '  -H "X-Service-Signature: $SIGNATURE" \\',
    '  --data-binary "$BODY"',
  ].join('\n');
}
