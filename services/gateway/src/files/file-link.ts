import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StoredContent } from '@docfleet/api/stored-file';
import { isId } from '@docfleet/domain/database';

export interface FileLink {
  readonly namespaceId: string;
  readonly documentId: string;
  readonly content: StoredContent;
  /** Id of the API key that the link was made for; the link works as long as that key does. */
  readonly apiKeyId: string;
}

/** Lifetime of a link in seconds: long enough to be passed on, short enough to be of little use in a log. */
const lifetimeSeconds = 3_600;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

const tag = (key: Uint8Array, claims: string) =>
  createHmac('sha256', key).update(`file-link:${claims}`).digest();

/** Returns a signed token that opens one stored file for an hour. */
export function writeFileLink(key: Uint8Array, link: FileLink, now: number = nowSeconds()): string {
  const { namespaceId, documentId, content, apiKeyId } = link;
  const expires = now + lifetimeSeconds;
  const claims = Buffer.from(JSON.stringify([namespaceId, documentId, content, expires, apiKeyId]));
  const text = claims.toString('base64url');
  return `${text}.${tag(key, text).toString('base64url')}`;
}

/** Verifies a token; returns the link that it stands for, `expired` after its hour, and undefined when its signature is not ours. */
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
