import { createHash } from 'node:crypto';
import { type Database, Prisma } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { openHeaders } from '../ingest/seal-headers.ts';
import type { ClaimedDocument } from './claim.ts';
import { comparableFetch, type PageFetch, type PageText, readingOf, textOfFetch } from './page-fetch.ts';

/** A live document, with what an estimate of its replacement needs. */
export interface LiveDocument {
  readonly id: string;
  readonly name: string | null;
  /** Chunks of what searches see; null while they see nothing of it. */
  readonly chunks: number | null;
}

/** Returns the live documents of at most some hundred external ids, by external id. */
export async function findLiveDocuments(
  database: Database,
  { namespaceId, tenantId }: { readonly namespaceId: string; readonly tenantId: string | null },
  externalIds: readonly string[],
): Promise<Map<string, LiveDocument>> {
  const found = await database.document.findMany({
    where: { namespaceId, liveKey: { in: externalIds.map((externalId) => liveKey(tenantId, externalId)) } },
    select: { id: true, externalId: true, name: true, embeddingCount: true, activeRevision: true },
  });
  return new Map(
    found.map(({ id, externalId, name, embeddingCount, activeRevision }) => [
      externalId,
      { id, name, chunks: activeRevision === null ? null : embeddingCount },
    ]),
  );
}

/** Returns the hash that is unique among the live documents of a namespace: of the tenant and the external id. */
export function liveKey(tenantId: string | null, externalId: string): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256').update(JSON.stringify([tenantId, externalId]));
  return new Uint8Array(hash.digest());
}

/** The data of a claimed web page in addition to the claim. */
export interface PageToFetch {
  /** The `scrapeOptions` of the request, with their header values. */
  readonly scrapeOptions: unknown;
  /** The address of the sitemap or website that the page was found by, or the first of its list. */
  readonly sourceUrl: string | null;
  readonly reading: string;
  /** The last fetch, if a conditional request is sufficient. */
  readonly previous: PageFetch | undefined;
  /** The text that searches use, from any way of reading. */
  readonly text: PageText;
  readonly ingestJobId: string;
}

/** Returns how a claimed page is to be fetched; undefined when it was deleted. */
export async function findPageToFetch(
  database: Database,
  vault: Vault,
  claim: ClaimedDocument,
): Promise<PageToFetch | undefined> {
  const [row] = await database.$queryRaw<
    (Parameters<typeof comparableFetch>[0] & {
      ingestJobId: string;
      scrapeOptions: unknown;
      sourceUrl: string | null;
    })[]
  >`
    SELECT "lastFetch", "activeRevision", documents."contentRevision", generation, job.id AS "ingestJobId",
      job.config -> 'scrapeOptions' AS "scrapeOptions", coalesce(job.config ->> 'url', job.config #>> '{urls,0}') AS "sourceUrl"
    FROM documents JOIN ingest_jobs job ON job.id = documents."ingestJobId" WHERE documents.id = ${claim.id}::uuid`;
  if (!row) return undefined;
  const scrapeOptions = openHeaders(vault, row.ingestJobId, row.scrapeOptions);
  const reading = readingOf(vault, { ...claim, scrapeOptions });
  return {
    scrapeOptions,
    sourceUrl: row.sourceUrl,
    ingestJobId: row.ingestJobId,
    text: textOfFetch(row.lastFetch),
    reading,
    previous: comparableFetch(row, { reading, generation: claim.generation }),
  };
}

interface Place {
  readonly namespaceId: string;
  readonly tenantId: string | null;
  readonly reading: string;
}

/** Returns the last fetches of pages for which conditional requests are sufficient, by the external ids of their documents. */
export async function findPreviousFetches(
  database: Database,
  { namespaceId, tenantId, reading }: Place,
  externalIds: readonly string[],
): Promise<Map<string, PageFetch>> {
  const keys = externalIds.map((externalId) => liveKey(tenantId, externalId));
  const rows = await database.$queryRaw<
    (Parameters<typeof comparableFetch>[0] & { externalId: string; namespaceGeneration: number })[]
  >(Prisma.sql`
    SELECT document."externalId", document."lastFetch", document."activeRevision", document."contentRevision", document.generation,
      namespaces.generation AS "namespaceGeneration"
    FROM unnest(${keys}::bytea[]) AS wanted(key) CROSS JOIN LATERAL (
        SELECT "externalId", "lastFetch", "activeRevision", "contentRevision", generation, "namespaceId" FROM documents WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" = wanted.key LIMIT 1) AS document
      JOIN namespaces ON namespaces.id = document."namespaceId"`);
  return new Map(
    rows.flatMap((row) => {
      const fetch = comparableFetch(row, { reading, generation: row.namespaceGeneration });
      return fetch ? [[row.externalId, fetch] as const] : [];
    }),
  );
}

/** A page of a job that searches see. */
export interface SiblingPage extends PageText {
  readonly externalId: string;
}

const maxSiblings = 20;

/** Returns up to 20 other pages of a job and an origin that searches see. */
export async function findSiblingPages(
  database: Database,
  { ingestJobId, externalId, origin }: { ingestJobId: string; externalId: string; origin: string },
): Promise<SiblingPage[]> {
  const rows = await database.$queryRaw<{ externalId: string; lastFetch: unknown }[]>`
    SELECT "externalId", "lastFetch" FROM documents
    WHERE "ingestJobId" = ${ingestJobId}::uuid AND "liveKey" IS NOT NULL AND "activeRevision" IS NOT NULL
      AND "externalId" <> ${externalId} AND starts_with("externalId", ${`${origin}/`})
    LIMIT ${maxSiblings}`;
  return rows.map((row) => ({ externalId: row.externalId, ...textOfFetch(row.lastFetch) }));
}
