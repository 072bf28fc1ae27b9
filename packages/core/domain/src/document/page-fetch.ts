import { createHmac } from 'node:crypto';
import type { OcrStrategy } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { z } from 'zod';

/** Parts of a page in HTML that are read: its content, or what surrounds that as well. */
export type HtmlContent = 'MAIN' | 'WHOLE';

/** Options by which files are read where their job names none. */
export const readingDefaults = {
  ocrStrategy: 'STANDARD_OCR',
  htmlContent: 'MAIN',
} as const satisfies { readonly ocrStrategy: OcrStrategy; readonly htmlContent: HtmlContent };

const pageFetch = z.object({
  /** Version of an item, as its vendor reports it. */
  version: z.string().optional(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  /** SHA-256 in hexadecimal digits of a page's Markdown or of a fetched item; undefined for a file. */
  contentHash: z.string().optional(),
  /** Sketch of a page's text for similarity comparison. */
  sketch: z.string().optional(),
  /** Hash of the request's options and the chunk sizes: with another one the content has to be read again. */
  reading: z.string(),
});
/** The result of fetching a web page or connector item apart from its content, for the next conditional request. */
export type PageFetch = Readonly<z.output<typeof pageFetch>>;

/** The column `lastFetch`: `revision` is the one that the fetch is of. */
const storedFetch = pageFetch.extend({ revision: z.int() });

/** The options of a job that change the content of its pages. */
interface Reading {
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  /** The `scrapeOptions` of the request, with their headers. */
  readonly scrapeOptions: unknown;
}

/**
 * Returns a keyed hash of the options, in hexadecimal digits: two fetches are comparable when theirs are equal. Without the master key it does
 * not reveal the headers.
 */
export function readingOf(vault: Vault, { chunkSize, chunkOverlap, scrapeOptions }: Reading): string {
  const parts = JSON.stringify([chunkSize, chunkOverlap, scrapeOptions ?? null]);
  return createHmac('sha256', vault.deriveKey('readings')).update(parts).digest('hex').slice(0, 16);
}

/** Returns the `readingOf` hash of a connection's items, whose options of reading files take the place of `scrapeOptions`. */
export const itemReadingOf = (
  vault: Vault,
  {
    ocrStrategy,
    ocrLanguages,
    htmlContent,
    ...chunks
  }: Omit<Reading, 'scrapeOptions'> & {
    readonly ocrStrategy: OcrStrategy;
    readonly ocrLanguages: readonly string[];
    readonly htmlContent: HtmlContent;
  },
): string =>
  readingOf(vault, {
    ...chunks,
    scrapeOptions: {
      ocrStrategy,
      ...(ocrLanguages.length > 0 && { ocrLanguages }),
      ...(htmlContent === 'WHOLE' && { htmlContent }),
    },
  });

interface Fetched {
  readonly lastFetch: unknown;
  readonly activeRevision: number | null;
  readonly contentRevision: number | null;
  readonly generation: number | null;
}

/** The version of an item that was fetched last, if it was read with these options, regardless of what happened to its content. */
export function fetchedVersion(lastFetch: unknown, reading: string): string | undefined {
  const { data } = storedFetch.safeParse(lastFetch);
  return data?.reading === reading ? data.version : undefined;
}

/**
 * Returns the last fetch if its content is the visible one and was read with the same options. Otherwise, and when another version stored
 * it in an unknown format, undefined: the page has to be read whole, so that content that never became visible is not taken for unchanged.
 */
export function comparableFetch(
  document: Fetched,
  { reading, generation }: { reading: string; generation: number },
): PageFetch | undefined {
  const fetch = storedFetch.safeParse(document.lastFetch).data;
  if (!fetch || document.activeRevision === null) return undefined;
  const visible = document.contentRevision ?? document.activeRevision;
  const comparable =
    fetch.revision === visible && fetch.reading === reading && document.generation === generation;
  return comparable ? fetch : undefined;
}

/** Content hash of a page and a sketch for similarity comparison; both absent when the page has not been read. */
export type PageText = Readonly<Partial<Pick<PageFetch, 'contentHash' | 'sketch'>>>;

/** The text that a last fetch brought, however it was read. */
export function textOfFetch(lastFetch: unknown): PageText {
  const { contentHash, sketch } = storedFetch.safeParse(lastFetch).data ?? {};
  return { ...(contentHash !== undefined && { contentHash }), ...(sketch !== undefined && { sketch }) };
}
