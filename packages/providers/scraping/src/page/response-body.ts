import type { PageResponse } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { readBody } from '@docfleet/provider';
import { gunzip, isGzip } from './gunzip.ts';
import { leaveBody } from './leave-body.ts';
import { type Peeked, peek } from './peek.ts';
import { looksLikeHtml, typeOfFile } from './sniff.ts';

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);
/** Types under which servers also send the page that says why there is no file. */
const mislabeled =
  /^(?:application\/(?:pdf|zip|octet-stream|x-download|force-download)|image\/|audio\/|video\/)/;

const minFileBytes = 32;

/** Returns the Content-Type in lower case, with its parameters; empty when there is none. */
export const typeOf = (headers: Headers): string => headers.get('content-type')?.trim().toLowerCase() ?? '';

const essence = (contentType: string) => contentType.split(';', 1)[0]?.trim() ?? '';

/** A server that says nothing, or nothing sensible, mostly sends a page. */
const isCalledHtml = (contentType: string) =>
  !essence(contentType).includes('/') || htmlTypes.has(essence(contentType));

export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]+)/.exec(contentType)?.[1];
}

export const pageTooLarge = ({ host }: URL, limit: number = 10_485_760): AppError =>
  new AppError('PAGE_TOO_LARGE', `The page of ${host} is larger than ${limit / 1_048_576} MB`);

/** All of a body; rejects with PAGE_TOO_LARGE when it has more than `limit` bytes. */
export const readUpTo = (limit: number, body: AsyncIterable<Uint8Array>, url: URL): Promise<Buffer> =>
  readBody(body, limit, () => pageTooLarge(url, limit));

/** A body as its bytes show it to be: a page, or a file of a type. */
export type SeenBody = { readonly body: AsyncIterable<Uint8Array> } & (
  | { readonly kind: 'page' }
  | { readonly kind: 'file'; readonly contentType: string }
);

const notText = ({ host }: URL, contentType: string) =>
  new AppError('PAGE_UNREADABLE', `${host} sent data that is no text, as "${contentType || 'no type'}"`, {
    details: { reason: 'The bytes are neither text nor a file of a known type' },
  });

const damagedGzip =
  ({ host }: URL) =>
  () =>
    new AppError('PAGE_UNREADABLE', `The page of ${host} is packed with gzip, and damaged`);

async function seePage({ head, body }: Peeked, contentType: string, url: URL): Promise<SeenBody> {
  const seen = typeOfFile(head);
  if (seen === undefined) return { kind: 'page', body };
  if (seen !== 'application/octet-stream') return { kind: 'file', contentType: seen, body };
  await leaveBody(body);
  throw notText(url, contentType);
}

/** A file is large, and may come slowly: its first bytes are enough. */
async function seeFile(body: AsyncIterable<Uint8Array>, contentType: string): Promise<SeenBody> {
  if (!mislabeled.test(contentType)) return { kind: 'file', contentType, body };
  const peeked = await peek(body, minFileBytes);
  const isPage = looksLikeHtml(peeked.head);
  return isPage ? { kind: 'page', body: peeked.body } : { kind: 'file', contentType, body: peeked.body };
}

/**
 * Inspects the first bytes of a body: reads a file that was sent as a page as a file and vice versa, and decompresses a page that
 * was compressed without declaring it. Rejects with PAGE_UNREADABLE for anything else.
 */
export async function seeBody(
  { body, finalUrl }: Pick<PageResponse, 'body' | 'finalUrl'>,
  contentType: string,
): Promise<SeenBody> {
  if (!isCalledHtml(contentType)) return seeFile(body, contentType);
  const peeked = await peek(body);
  if (!isGzip(peeked.head)) return seePage(peeked, contentType, finalUrl);
  return seePage(await peek(gunzip(peeked.body, damagedGzip(finalUrl))), contentType, finalUrl);
}
