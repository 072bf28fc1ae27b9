import { createHmac } from 'node:crypto';
import type { OcrStrategy } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';

/** What a visit of a web page or a connection's item brought beside its content, kept so that the next one can ask whether anything changed. */
export interface PageFetch {
  /** Of an item, as its vendor names it. */
  readonly version?: string | undefined;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** SHA-256 in hexadecimal: of a page's Markdown, or of an item as it was fetched; none of a file. */
  readonly contentHash?: string | undefined;
  /** Of how the page was asked for and is to be cut: under another one it has to be read anew. */
  readonly reading: string;
}

/** How a job wants its pages. */
interface Reading {
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  /** The `scrapeOptions` of the request, with their headers. */
  readonly scrapeOptions: unknown;
}

/**
 * Names a way of reading pages: two visits can be compared when theirs are the same. Without the master key nobody finds out by it what
 * the headers are.
 */
export function readingOf(vault: Vault, { chunkSize, chunkOverlap, scrapeOptions }: Reading): string {
  const parts = JSON.stringify([chunkSize, chunkOverlap, scrapeOptions ?? null]);
  return createHmac('sha256', vault.deriveKey('readings')).update(parts).digest('hex').slice(0, 16);
}

/** The same for items of connections. */
export const itemReadingOf = (
  vault: Vault,
  { ocrStrategy, ...chunks }: Omit<Reading, 'scrapeOptions'> & { readonly ocrStrategy: OcrStrategy },
): string => readingOf(vault, { ...chunks, scrapeOptions: { ocrStrategy } });

interface Fetched {
  readonly lastFetch: unknown;
  readonly activeRevision: number | null;
  readonly contentRevision: number | null;
  readonly generation: number | null;
}

/**
 * The last visit, where what it brought is what searches see now and was read in the same way; otherwise the page has to be read
 * whole, so that a content that never got as far as the searches is not taken for unchanged.
 */
export function comparableFetch(
  document: Fetched,
  { reading, generation }: { reading: string; generation: number },
): PageFetch | undefined {
  const fetch = document.lastFetch as (PageFetch & { revision: number }) | null;
  if (!fetch || document.activeRevision === null) return undefined;
  const visible = document.contentRevision ?? document.activeRevision;
  const comparable =
    fetch.revision === visible && fetch.reading === reading && document.generation === generation;
  return comparable ? fetch : undefined;
}
