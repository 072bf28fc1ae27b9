import { DocfleetError } from './docfleet-error.ts';
import type { Webhook } from './generated/api.ts';

/** Payload of a webhook request. */
export interface WebhookEvent {
  /** Identifies the event in all attempts to deliver it: remember it, as an event may arrive twice. */
  readonly requestId: string;
  readonly event: Webhook['events'][number];
  readonly data: {
    readonly documentIds?: readonly string[];
    readonly ingestJobRunId?: string;
    /** Parts of the files that the texts lack, by kind; for documents that are ready. */
    readonly notRead?: readonly {
      readonly documentId: string;
      readonly parts: readonly { readonly what: string; readonly count: number }[];
    }[];
    /** Address and time of the last change at the source, for documents of connections. */
    readonly sources?: readonly {
      readonly documentId: string;
      readonly url: string;
      readonly modifiedAt?: string;
    }[];
    /** Status of a run that ended with errors. */
    readonly status?: string;
    readonly webhookId?: string;
  };
  readonly tenantId: string | null;
  readonly namespaceId: string;
  readonly organizationId: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request as it arrived, and the key to hold it against. */
export interface VerifyWebhookInput {
  /** The body as it was sent, not parsed. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** A runtime's `Headers`, or an object as Node's servers have it. */
  readonly headers: Headers | HeaderRecord;
  /** `whsec_…` */
  readonly signingKey: string;
  /** Maximum difference in seconds between the time of the request and `now`; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The time to hold it against; now by default. */
  readonly now?: Date;
}

interface Signed {
  readonly text: string;
  readonly key: Uint8Array<ArrayBuffer>;
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
  /** Milliseconds since 1970; NaN when it is no time. */
  readonly sentAt: number;
}

const keyPrefix = 'whsec_';
const encoder = new TextEncoder();

/**
 * Returns the event of a request that docfleet sent, by its Standard Webhooks signature or, without one, by X-Service-Signature. Rejects with
 * INVALID_SIGNATURE when it is not genuine, or too old. While a key is being replaced, the old and the new one both do.
 */
export async function verifyWebhook(input: VerifyWebhookInput): Promise<WebhookEvent> {
  const { toleranceSeconds = 300, now = new Date() } = input;
  requireAsReceived(input);
  const body = typeof input.body === 'string' ? input.body : new TextDecoder().decode(input.body);
  const header = headerReader(input.headers);
  const signed = header('webhook-signature') ? standard(header, body, input) : own(header, body, input);
  const isFresh = Math.abs(now.getTime() - signed.sentAt) <= toleranceSeconds * 1_000;
  if (!isFresh) throw new DocfleetError('INVALID_SIGNATURE', 'The webhook is too old, or says no time');
  if (!(await isSigned(signed)))
    throw new DocfleetError('INVALID_SIGNATURE', 'The webhook has no signature of this key');
  return JSON.parse(body) as WebhookEvent;
}

/** Frameworks hand on bodies that they have parsed, and settings may be missing: neither says anything of the sender. */
function requireAsReceived({ body, headers, signingKey }: Partial<VerifyWebhookInput>): void {
  const refuse = (message: string) => {
    throw new DocfleetError('INVALID_REQUEST', message);
  };
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    refuse('body is a text or bytes, as the request had them before they were parsed');
  if (typeof headers !== 'object' || headers === null) refuse('headers are those of the request');
  if (typeof signingKey !== 'string')
    refuse('signingKey is missing: pass the key of the webhook, as whsec_…');
}

/** Web Crypto compares in constant time. */
async function isSigned({ text, key, signatures }: Signed): Promise<boolean> {
  if (key.length === 0) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
  const data = encoder.encode(text);
  const results = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify('HMAC', imported, signature, data)),
  );
  return results.includes(true);
}

type HeaderReader = (name: string) => string;

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function standard(header: HeaderReader, body: string, { signingKey }: VerifyWebhookInput): Signed {
  const timestamp = header('webhook-timestamp');
  return {
    text: `${header('webhook-id')}.${timestamp}.${body}`,
    key: fromBase64(signingKey.startsWith(keyPrefix) ? signingKey.slice(keyPrefix.length) : signingKey),
    signatures: header('webhook-signature')
      .split(' ')
      .filter((signature) => signature.startsWith('v1,'))
      .map((signature) => fromBase64(signature.slice('v1,'.length))),
    sentAt: /^\d+$/.test(timestamp) ? Number(timestamp) * 1_000 : Number.NaN,
  };
}

function own(header: HeaderReader, body: string, { signingKey }: VerifyWebhookInput): Signed {
  const timestamp = header('x-service-timestamp');
  return {
    text: `{"payload":${body},"timestamp":${JSON.stringify(timestamp)}}`,
    key: encoder.encode(signingKey),
    signatures: ['x-service-signature', 'x-service-signature-previous'].map((name) => fromHex(header(name))),
    sentAt: Date.parse(timestamp),
  };
}

/** Names are found however they are written; a header that is missing is empty. */
function headerReader(headers: VerifyWebhookInput['headers']): HeaderReader {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? '';
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => [values.get(name) ?? ''].flat().join();
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const digits = /^([0-9a-f]{2})*$/.test(text) ? (text.match(/../g) ?? []) : [];
  return Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16));
}

/** Empty when it is none. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
