import type * as Lancedb from '@lancedb/lancedb';

/** The vector index of 100,000 chunks of 1,024 dimensions takes some 30 MB of it, their full-text index as much. */
const indexCacheBytes = 256n << 20n;
const metadataCacheBytes = 32n << 20n;

let session: Lancedb.Session | undefined;

/** What all tables of this process keep in memory of their indexes and files, together and not each for itself. */
export function sharedSession({ Session }: Pick<typeof Lancedb, 'Session'>): Lancedb.Session {
  session ??= new Session(indexCacheBytes, metadataCacheBytes);
  return session;
}
