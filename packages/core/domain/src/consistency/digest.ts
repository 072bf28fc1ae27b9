import { type Database, Prisma } from '@docfleet/database';
import { pagesById } from '../database/pages-by-id.ts';
import { endedStatuses } from '../document/transitions.ts';

/** A condition on `documents`: unchanged for `quietMs` and not claimed. */
export const isQuiet = (quietMs: number): Prisma.Sql => Prisma.sql`
  documents."updatedAt" <= now() - ${quietMs} * interval '1 millisecond'
  AND (documents."leaseExpiresAt" IS NULL OR documents."leaseExpiresAt" < now())`;

/** A condition on `documents`: live, finished and quiet, so that the stores must match the rows. */
export const isAtRest = (quietMs: number): Prisma.Sql => Prisma.sql`
  documents."liveKey" IS NOT NULL AND documents.status = ANY(${endedStatuses}::"DocumentStatus"[]) AND ${isQuiet(quietMs)}`;

/** Documents per statement. */
export const documentsPerPage = 1_000;

/** Counts the live documents of a namespace that are in progress or changed within this many milliseconds; they are not checked. */
export async function countMoving(database: Database, namespaceId: string, quietMs: number): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM documents
    WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL AND NOT (${isAtRest(quietMs)})`;
  return row?.count ?? 0;
}

/** The living documents of a namespace in these buckets of a digest, in pages. */
export async function* findByBucket(
  database: Database,
  namespaceId: string,
  buckets: readonly string[],
): AsyncGenerator<string[]> {
  const pages = pagesById(
    (after) => database.$queryRaw<{ id: string; wanted: boolean }[]>`
      SELECT id, right(id::text, 3) = ANY(${buckets}::text[]) AS wanted FROM documents
      WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL AND id > ${after}::uuid
      ORDER BY id LIMIT ${documentsPerPage}`,
  );
  for await (const page of pages) {
    const wanted = page.filter((row) => row.wanted).map(({ id }) => id);
    if (wanted.length > 0) yield wanted;
  }
}

/**
 * A digest of a set of ids, so that two sets of any size can be compared: for each of 4,096 buckets the number of ids and the exclusive
 * or of their hashes. The bucket is derived from the last digits of a document's id, which are random.
 */
export type Digest = Map<string, { readonly count: number; readonly hash: bigint }>;

export interface DigestRow {
  readonly bucket: string;
  readonly count: number;
  readonly hash: bigint;
}

/** Adds ids, or sums of them, to a digest. */
export function addToDigest(digest: Digest, rows: readonly DigestRow[]): void {
  for (const { bucket, count, hash } of rows) {
    const before = digest.get(bucket) ?? { count: 0, hash: 0n };
    digest.set(bucket, { count: before.count + count, hash: before.hash ^ hash });
  }
}

/** The buckets in which two digests differ. */
export function differingBuckets(first: Digest, second: Digest): string[] {
  return [...new Set([...first.keys(), ...second.keys()])].filter((bucket) => {
    const [one, other] = [first.get(bucket), second.get(bucket)];
    return one?.count !== other?.count || one?.hash !== other?.hash;
  });
}
