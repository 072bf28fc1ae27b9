import type { Database } from '@docfleet/database';
import { type ChunkLocation, chunkLocation } from './location.ts';

/** The range of a chunk in its document's parsed text, in UTF-16 code units. */
export interface ChunkPlace {
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** Position of the text in its file; undefined when unknown. */
  readonly location?: ChunkLocation;
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
  const rows = await database.$queryRaw<(Omit<ChunkPlace, 'location'> & { location: unknown })[]>`
    SELECT ordinal, start, "end", tokens, location FROM chunks
    WHERE "documentId" = ${documentId}::uuid AND revision = ${revision} AND ordinal > ${after}
    ORDER BY ordinal LIMIT ${limit}`;
  return rows.map(({ location, ...chunk }) =>
    location === null ? chunk : { ...chunk, location: chunkLocation.parse(location) },
  );
}
