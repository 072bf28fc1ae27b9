import type { Table } from '@lancedb/lancedb';

/** A handle on a namespace's table. */
export interface OpenTable {
  readonly table: Table;
  /** What its vectors have. */
  readonly dimensions: number;
}
