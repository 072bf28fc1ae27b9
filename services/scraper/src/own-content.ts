import { randomUUID } from 'node:crypto';
import { findSiblingPages } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { leaveBody, type ScrapeResult } from '@docfleet/scraping';
import type { ScraperContext } from './context.ts';
import { resemblance, sketchOf } from './resemblance.ts';

/** A page that keeps so much of its text was edited. */
const leastKept = 0.3;
/** Two pages that share so much show the same text: times and numbers in it do not count. */
const sameText = 0.8;
const maxSiblings = 2;

/** A page that was read before, and that shows another text now. */
export interface ChangedPage {
  readonly url: URL;
  readonly ingestJobId: string;
  /** Of its visible text; undefined where that is not known. */
  readonly previous: string | undefined;
  readonly markdown: string;
}

/** Fetches another address of the same site. */
export type FetchOther = (url: URL) => Promise<ScrapeResult>;

const replaced = (url: URL, other: URL) =>
  new AppError(
    'PAGE_UNAVAILABLE',
    `The site shows one text in place of its pages: ${url.pathname} and ${other.pathname} have become the same (a sign-in, a notice of maintenance or a check for robots). The previous content was kept`,
    { details: { maxAttempts: 1 } },
  );

/** What the other address shows; undefined for what is no page, not there, or leads to the page itself. */
async function textOf(other: URL, url: URL, fetchOther: FetchOther): Promise<string | undefined> {
  try {
    const result = await fetchOther(other);
    if (result.kind === 'page') return result.finalUrl.href === url.href ? undefined : result.markdown;
    if (result.kind === 'file') await leaveBody(result.body);
  } catch {
    // It says nothing: another one may.
  }
  return undefined;
}

/**
 * Rejects with PAGE_UNAVAILABLE when a page has changed altogether, and another page of its site, or an address that cannot be there,
 * shows now what it shows: then it is not its own content. An edit costs no request.
 */
export async function requireOwnContent(
  { database }: ScraperContext,
  { url, ingestJobId, previous, markdown }: ChangedPage,
  fetchOther: FetchOther,
): Promise<void> {
  const sketch = sketchOf(markdown);
  if (previous !== undefined && resemblance(previous, sketch) >= leastKept) return;
  const siblings = await findSiblingPages(database, {
    ingestJobId,
    externalId: url.href,
    origin: url.origin,
  });
  // Pages that were the same before say nothing by being the same now.
  const telling = siblings.filter(
    (page) =>
      previous === undefined || page.sketch === null || resemblance(previous, page.sketch) < leastKept,
  );
  const others = telling.slice(0, maxSiblings).map(({ externalId }) => new URL(externalId));
  // Many sites show their first page in place of what is not there.
  const absent = url.pathname === '/' ? [] : [new URL(`/docfleet-${randomUUID()}`, url)];
  for (const other of [...others, ...absent]) {
    const text = await textOf(other, url, fetchOther);
    if (text === undefined) continue;
    if (resemblance(sketch, sketchOf(text)) >= sameText) throw replaced(url, other);
    if (others.includes(other)) return;
  }
}
