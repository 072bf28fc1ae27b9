import { Counter, Gauge, type Registry } from 'prom-client';

/** Stores that take disk space: vectors and files of this machine, uploads under way, and the database. */
export type DiskStore = 'vectors' | 'files' | 'spool' | 'database';

/** Metrics of the disk space of stores, and of deleted content that is still on it. */
export function createStorageMetrics(registry: Registry) {
  const bytes = new Gauge({
    name: 'docfleet_disk_bytes',
    help: 'Space of a store: vectors (LANCEDB) and files (LOCAL) on the disk of the process, uploads under way (spool), and the database; measured every five minutes',
    labelNames: ['store'],
    registers: [registry],
  });
  const verifications = new Counter({
    name: 'docfleet_erasure_checks_total',
    help: "Checks of a LANCEDB table's bytes for deleted texts: clean, left where one was found, or unread where they do not lie on this machine",
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['clean', 'left', 'unread']) verifications.inc({ outcome }, 0);
  return {
    diskMeasured: (store: DiskStore, measured: number): void => bytes.set({ store }, measured),
    /** Counts the reading of a namespace's tables, of which so many files held what was deleted and so many stores lie elsewhere. */
    erasureVerified: ({ files, unread }: { files: number; unread: number }): void =>
      verifications.inc({ outcome: files > 0 ? 'left' : unread > 0 ? 'unread' : 'clean' }),
  };
}
