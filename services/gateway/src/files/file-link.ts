import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '@docfleet/domain/database';

/** What is stored of a document. */
export type StoredContent = 'raw' | 'parsed';

export interface FileLink {
  readonly namespaceId: string;
  readonly documentId: string;
  readonly content: StoredContent;
  /** The key that was given the link: the link works as long as the key does. */
  readonly apiKeyId: string;
}

/** Long enough to be handed on, short enough to be of little use in a log. */
const lifetimeSeconds = 3_600;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

const tag = (key: Uint8Array, claims: string) =>
  createHmac('sha256', key).update(`file-link:${claims}`).digest();

/** A bearer token that opens one stored file for an hour. */
export function writeFileLink(key: Uint8Array, link: FileLink, now: number = nowSeconds()): string {
  const { namespaceId, documentId, content, apiKeyId } = link;
  const expires = now + lifetimeSeconds;
  const claims = Buffer.from(JSON.stringify([namespaceId, documentId, content, expires, apiKeyId]));
  const text = claims.toString('base64url');
  return `${text}.${tag(key, text).toString('base64url')}`;
}

/** What a token opens: undefined when we did not write it, `expired` when its time is over. */
export function readFileLink(
  key: Uint8Array,
  token: string,
  now: number = nowSeconds(),
): FileLink | 'expired' | undefined {
  const [text = '', signature = '', ...rest] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = tag(key, text);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return undefined;
  // We wrote it: the signature says so.
  const [namespaceId, documentId, content, expires, apiKeyId] = JSON.parse(
    Buffer.from(text, 'base64url').toString(),
  ) as [string, string, StoredContent, number, string];
  if (!isId(namespaceId) || !isId(documentId)) return undefined;
  return expires <= now ? 'expired' : { namespaceId, documentId, content, apiKeyId };
}
