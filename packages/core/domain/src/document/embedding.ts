import type { Database } from '@docfleet/database';
import { z } from 'zod';

/** Sizes in tokens. */
interface ChunkSizes {
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}

const maxShown = 5;

/** Returns how the visible documents of a namespace were cut, the most frequent sizes first, at most five of them. */
export async function readChunkSizes(database: Database, namespaceId: string): Promise<ChunkSizes[]> {
  return database.$queryRaw<ChunkSizes[]>`
    SELECT (embedding ->> 'chunkSize')::int AS "chunkSize", (embedding ->> 'chunkOverlap')::int AS "chunkOverlap"
    FROM documents
    WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL AND "activeRevision" IS NOT NULL AND embedding IS NOT NULL
    GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT ${maxShown}`;
}

const embedding = z.object({
  provider: z.string(),
  model: z.string(),
  dimensions: z.int(),
  chunkSize: z.int(),
  chunkOverlap: z.int(),
  /** The version of the metadata in the vectors, so that a later revision knows whether to rewrite it. */
  metadataVersion: z.int(),
  /** Document title that is embedded above each chunk; absent when chunks are embedded without one. */
  title: z.string().optional(),
  /** Model that wrote the context sentence of each chunk; absent when chunks are embedded without one. */
  contextModel: z.object({ provider: z.string(), model: z.string() }).optional(),
  /** The version of the text analysis that the keywords were encoded with; absent where it was not recorded. */
  analyzerVersion: z.int().optional(),
});

/** Model, sizes and versions that a document's visible vectors were made with. */
export type DocumentEmbedding = Readonly<z.output<typeof embedding>>;

/** Returns the column `embedding` of a document; null until it was embedded. Throws a ZodError for an unknown format. */
export const parseEmbedding = (stored: unknown): DocumentEmbedding | null =>
  embedding.nullable().parse(stored);

const maxTitleLength = 120;
const address = /^[a-z][a-z0-9+.-]*:\/\//i;
const extension = /\.\p{L}[\p{L}\p{N}]{0,4}$/u;
const word = /\p{L}{3}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Returns a document's name as words, such as "travel policy" for `travel-policy.pdf`; undefined for a name without meaning, such as
 * a number or an address. Each chunk is embedded with it, cut to 120 characters.
 */
export function titleOfDocument(name: string | null): string | undefined {
  if (name === null || address.test(name)) return undefined;
  const words = name
    .replace(extension, '')
    .replace(/[-_./\\\s]+/g, ' ')
    .trim();
  return word.test(words) ? cutAtWord(words) : undefined;
}

function cutAtWord(words: string): string {
  if (words.length <= maxTitleLength) return words;
  const end = words.lastIndexOf(' ', maxTitleLength);
  return words.slice(0, end > 0 ? end : maxTitleLength).toWellFormed();
}

/** A hyphen at a line's end, between the halves of a word. Manual pages write U+2010, which nothing else there is written with. */
const lineHyphen = /(?<=\p{L}{2})(?:[\u00ad\u2010]|(-))[ \t]*\r?\n[ \t]*(?=\p{Ll}{2})/gu;

/** The text with words in one piece that are divided at a line's end. A plain hyphen stays, as it may be a part of the word. */
const withWholeWords = (text: string): string => text.replace(lineHyphen, '$1');

/**
 * Returns the text of a chunk that is embedded and analyzed: the document's title, the context sentence and the chunk, in this order, with whole
 * words where lines divide them.
 */
export const embeddedText = (title: string | undefined, text: string, context?: string): string =>
  [title, context, withWholeWords(text)].filter((part) => part !== undefined).join('\n\n');
