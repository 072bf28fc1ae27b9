import { presetEnvironment } from '@docfleet/runtime/config';
import type * as Lancedb from '@lancedb/lancedb';

/** Environment variables that the library reads, with docfleet's defaults; the operator's values win. */
const presets = {
  // At its default level it writes lines like "partition 17 is empty, skipping" to stderr past every logger.
  LANCEDB_LOG: 'error',
  // Rows that are read at once, and bytes read ahead. At its defaults, 8,192 and 2 GB, merging files of rows with long vectors takes
  // hundreds of megabytes for a moment.
  LANCE_DEFAULT_BATCH_SIZE: '512',
  LANCE_DEFAULT_IO_BUFFER_SIZE: String(64 << 20),
};

/** Loads the native library (190 MB) at the first use, so that a process whose namespaces lie elsewhere never does. */
export function loadLancedb(): Promise<typeof Lancedb> {
  for (const [name, value] of Object.entries(presets)) presetEnvironment(name, value);
  return import('@lancedb/lancedb');
}

/** Loads Arrow, which is a hundred modules, with the schema that is made of it. */
export const loadSchema = () => import('./schema.ts');

/** The vector index of 100,000 chunks of 1,024 dimensions takes some 30 MB of it, their full-text index as much. */
const indexCacheBytes = 256n << 20n;
const metadataCacheBytes = 32n << 20n;

let session: Lancedb.Session | undefined;

/** Returns the cache of indexes and files that all tables of this process share. */
export function sharedSession({ Session }: Pick<typeof Lancedb, 'Session'>): Lancedb.Session {
  session ??= new Session(indexCacheBytes, metadataCacheBytes);
  return session;
}
