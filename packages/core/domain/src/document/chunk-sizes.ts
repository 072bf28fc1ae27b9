import type { Database } from '@docfleet/database';

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
