import { presetEnvironment } from '@docfleet/config';
import type * as Lancedb from '@lancedb/lancedb';

/** Loads the native library (190 MB) at the first use, so that a process whose namespaces lie elsewhere never does. */
export function loadLancedb(): Promise<typeof Lancedb> {
  // At its default level it writes lines like "partition 17 is empty, skipping" to stderr past every logger.
  presetEnvironment('LANCEDB_LOG', 'error');
  return import('@lancedb/lancedb');
}
