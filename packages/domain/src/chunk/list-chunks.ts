import type { Database } from '@docfleet/database';

/** The range of a chunk in its document's parsed text, in UTF-16 code units. */
export interface ChunkPlace {
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

/** Returns up to `limit` chunks of one revision in order, after the ordinal `after`. */
export async function listChunks(
  database: Database,
  {
    documentId,
    revision,
    after,
    limit,
  }: { documentId: string; revision: number; after: number; limit: number },
): Promise<ChunkPlace[]> {
  return database.$queryRaw<ChunkPlace[]>`
    SELECT ordinal, start, "end", tokens FROM chunks
    WHERE "documentId" = ${documentId}::uuid AND revision = ${revision} AND ordinal > ${after}
    ORDER BY ordinal LIMIT ${limit}`;
}
