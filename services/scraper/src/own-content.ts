import { randomUUID } from 'node:crypto';
import { findSiblingPages, type PageText } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { leaveBody, type ScrapeResult } from '@docfleet/scraping';
import type { ScraperContext } from './context.ts';

/** Words that follow one another, which are compared as one. */
const shingleLength = 3;
/** Number of lowest hashes in the sketch of a text; this many estimate a similarity within some hundredths. */
const sketchSize = 64;
const bytesOfHash = 4;

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // Its low bits alone are spread well: they are mixed into the others, by which hashes are ordered.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const maxComparedLength = 200_000;

/** Words without digits and addresses, which pages that say the same differ by: times, counts, numbers of requests. */
const wordsOf = (text: string) =>
  text
    .slice(0, maxComparedLength)
    .toLowerCase()
    .replace(/\]\([^)]*\)|https?:\S+|\/\S+/g, ' ')
    .match(/\p{L}+/gu) ?? [];

/**
 * A short description of a text, by which two are compared without either: the lowest hashes of its runs of three words (Broder, 1997),
 * in base64.
 */
export function sketchOf(text: string): string {
  const words = wordsOf(text);
  const hashes = new Set<number>();
  for (let index = 0; index < Math.max(1, words.length - shingleLength + 1); index += 1)
    hashes.add(hashOf(words.slice(index, index + shingleLength).join(' ')));
  const lowest = [...hashes].sort((a, b) => a - b).slice(0, sketchSize);
  const bytes = Buffer.alloc(lowest.length * bytesOfHash);
  for (const [index, hash] of lowest.entries()) bytes.writeUInt32BE(hash, index * bytesOfHash);
  return bytes.toString('base64');
}

function hashesOf(sketch: string): number[] {
  const bytes = Buffer.from(sketch, 'base64');
  return Array.from({ length: Math.floor(bytes.length / bytesOfHash) }, (_, index) =>
    bytes.readUInt32BE(index * bytesOfHash),
  );
}

/** Returns the share of two texts that is the same, from 0 to 1, by their sketches. */
export function resemblance(one: string, other: string): number {
  const [first, second] = [hashesOf(one), hashesOf(other)];
  const [inFirst, inSecond] = [new Set(first), new Set(second)];
  const lowest = [...new Set([...first, ...second])].sort((a, b) => a - b).slice(0, sketchSize);
  const shared = lowest.filter((hash) => inFirst.has(hash) && inSecond.has(hash)).length;
  return lowest.length === 0 ? 1 : shared / lowest.length;
}

/** Similarity from which two texts count as the same: times and numbers in them do not count. */
const sameText = 0.9;
/** Minimum rise of two pages' similarity from which they count as having become the same. */
const minApproach = 0.1;
const maxSiblings = 2;

/** A page that was read before, and shows another text now. */
export interface ChangedPage {
  readonly url: URL;
  readonly ingestJobId: string;
  /** The text that searches see. */
  readonly previous: PageText;
  readonly current: PageText;
  /** Address after redirects: a page may have moved into another one. */
  readonly shownAt: URL;
}

/** Fetches another address of the same site. */
type FetchOther = (url: URL) => Promise<ScrapeResult>;

const replaced = (url: URL, other: URL) =>
  new AppError(
    'PAGE_UNAVAILABLE',
    `The site shows one text in place of its pages (a sign-in, a notice, a check for robots): ${url.pathname} and ${other.pathname} have become the same. The previous content was kept; to take the new text, delete the document and ingest the page again`,
    { details: { maxAttempts: 1 } },
  );

/** Tests whether two texts are the same, as far as it is known of both. */
const isSame = (one: PageText, other: PageText): boolean =>
  (one.contentHash !== undefined && one.contentHash === other.contentHash) ||
  likeness(one, other, 0) >= sameText;

const likeness = (one: PageText, other: PageText, unknown: number): number =>
  one.sketch === undefined || other.sketch === undefined ? unknown : resemblance(one.sketch, other.sketch);

/** Tests whether two pages that said different things say the same now. */
function haveBecomeSame(before: readonly [PageText, PageText], now: readonly [PageText, PageText]): boolean {
  if (!isSame(...now)) return false;
  const [one, other] = before;
  const isExact = now[0].contentHash === now[1].contentHash;
  if (isExact) return one.contentHash === undefined || one.contentHash !== other.contentHash;
  return likeness(...now, 0) - likeness(one, other, 0) >= minApproach;
}

/** Returns the text at another address; undefined when it is no page, does not exist, or leads to the page itself. */
async function textAt(other: URL, url: URL, show: Show): Promise<PageText | undefined> {
  try {
    const result = await show.fetchOther(other);
    if (result.kind === 'page')
      return result.finalUrl.href === url.href ? undefined : show.describe(result.markdown);
    if (result.kind === 'file') await leaveBody(result.body);
  } catch {
    // It says nothing: another one may.
  }
  return undefined;
}

interface Show {
  readonly fetchOther: FetchOther;
  readonly describe: (markdown: string) => PageText;
}

/**
 * Rejects with PAGE_UNAVAILABLE when a page has changed much and its content equals that of another changed page of its site, or of
 * an address that cannot exist: then it is not the page's own. A small edit costs no request.
 */
export async function requireOwnContent(
  { database }: ScraperContext,
  { url, ingestJobId, previous, current, shownAt }: ChangedPage,
  show: Show,
): Promise<void> {
  if (isSame(previous, current)) return;
  const place = { ingestJobId, externalId: url.href, origin: url.origin };
  const siblings = await findSiblingPages(database, place);
  for (const sibling of siblings.slice(0, maxSiblings)) {
    const other = new URL(sibling.externalId);
    const text = await textAt(other, url, show);
    if (!text) continue;
    const hasMovedThere = shownAt.href === other.href;
    if (!hasMovedThere && haveBecomeSame([previous, sibling], [current, text])) throw replaced(url, other);
    // It is as it was: the site shows its pages.
    if (!hasMovedThere && isSame(text, sibling)) return;
  }
  // Many sites show their first page in place of what is not there.
  if (url.pathname === '/') return;
  const absent = new URL(`/docfleet-${randomUUID()}`, url);
  const text = await textAt(absent, url, show);
  if (text && isSame(current, text)) throw replaced(url, absent);
}

/** Returns the type of a file at an address; undefined for a page, and for a missing one. */
async function fileTypeAt(other: URL, fetchOther: FetchOther): Promise<string | undefined> {
  try {
    const result = await fetchOther(other);
    if (result.kind !== 'file') return undefined;
    await leaveBody(result.body);
    return result.contentType;
  } catch {
    return undefined;
  }
}

/** Programs answer in these; pages that became documents of an office are documents of their own. */
const isOfPrograms = (contentType: string) => /json|xml|^text\//.test(contentType);

/**
 * Rejects with PAGE_UNAVAILABLE when a previous page is served as a file, and so is another page of its site, or an address that
 * cannot exist: then the site serves it in place of its pages, as an error in JSON with status 200.
 */
export async function requireOwnFile(
  { database }: ScraperContext,
  {
    url,
    ingestJobId,
    contentType,
  }: Pick<ChangedPage, 'url' | 'ingestJobId'> & { readonly contentType: string },
  fetchOther: FetchOther,
): Promise<void> {
  const place = { ingestJobId, externalId: url.href, origin: url.origin };
  const siblings = isOfPrograms(contentType) ? await findSiblingPages(database, place) : [];
  const pages = siblings.filter(({ contentHash }) => contentHash !== undefined).slice(0, maxSiblings);
  const others = pages.map(({ externalId }) => new URL(externalId));
  for (const other of [...others, new URL(`/docfleet-${randomUUID()}`, url)])
    if ((await fileTypeAt(other, fetchOther)) === contentType) throw replaced(url, other);
}
