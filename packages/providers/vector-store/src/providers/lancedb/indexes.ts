import type { IndexConfig, Table } from '@lancedb/lancedb';
import { isCommitConflict } from './errors.ts';
import { loadLancedb } from './library.ts';
import { findLeftovers, prepareRewriting } from './remains.ts';

/** Settings of a table's maintenance. */
interface Maintenance {
  readonly retentionMs?: number;
  /** Whether indexes are built anew in any case. */
  readonly isThorough?: boolean | undefined;
}

/** A handle on a namespace's table. */
export interface OpenTable {
  readonly table: Table;
  /** Numbers of each vector. */
  readonly dimensions: number;
}

/** LanceDB splits partitions of more than twice this many rows by itself; to begin with it spares the work. */
const rowsPerPartition = 4_096;
/** Rows below which a scan takes no longer than the index: about 2 µs a row of 1,024 dimensions on two cores. */
const rowsWorthVectorIndex = 5_000;
/** With forty candidates compared exactly, two bits a dimension find all of the ten best at 1,024; fewer dimensions carry less and take more bits. */
const bitsPerDimension = (dimensions: number): number => (dimensions <= 512 ? 4 : 2);
/** Limits of rows that are not indexed yet: such rows are found by scanning, at 2 µs a row. */
const unindexedRowsAllowed = 1_000;
const unindexedShareAllowed = 0.02;
const fragmentsAllowed = 32;
/** Files of old versions stay this long for readers that still use them. */
const defaultRetentionMs = 10 * 60_000;

/** Returns the number of partitions a vector search looks into. All of them up to 260,000 rows, a third of them beyond. */
export function partitionsToSearch(rows: number, filtered: boolean): number {
  const partitions = Math.ceil(rows / rowsPerPartition) * 2;
  // Rows that pass a filter may lie anywhere, and the others cost nothing.
  return filtered ? Math.max(128, partitions) : Math.max(128, Math.ceil(partitions / 3));
}

/** The indexes that a table begins with, by their columns. */
async function firstIndexes() {
  const { Index } = await loadLancedb();
  return {
    // Terms are stems already and joined by spaces: the index has to leave them as they are.
    keywords: Index.fts({
      baseTokenizer: 'whitespace',
      stem: false,
      lowercase: false,
      removeStopWords: false,
      asciiFolding: false,
      withPosition: false,
      maxTokenLength: 1_024,
    }),
    id: Index.btree(),
    document_id: Index.btree(),
    tenant_id: Index.bitmap(),
    // At 100,000 rows a condition on metadata takes 1 ms with it and 20 without; 5 MB where every row has a value of its own.
    filter_tokens: Index.labelList(),
  };
}

/** Creates the indexes that a table begins with, where it lacks them: without the first, keyword candidates could not be searched for. */
export async function createFirstIndexes(table: Table): Promise<void> {
  const indexes = await table.listIndices();
  for (const [column, config] of Object.entries(await firstIndexes()))
    if (!indexes.some(({ columns }) => columns.includes(column))) await table.createIndex(column, { config });
}

/** IVF with RaBitQ codes, which wants dimensions divisible by 8; others are scanned. */
async function createVectorIndex({ table, dimensions }: OpenTable, rows: number): Promise<void> {
  const { Index } = await loadLancedb();
  const numPartitions = Math.max(1, Math.floor(rows / rowsPerPartition));
  await table.createIndex('vector', {
    config: Index.ivfRq({ distanceType: 'dot', numBits: bitsPerDimension(dimensions), numPartitions }),
  });
}

function lacksVectorIndex(indexes: readonly IndexConfig[], { dimensions }: OpenTable, rows: number): boolean {
  if (rows < rowsWorthVectorIndex || dimensions % 8 !== 0) return false;
  return !indexes.some(({ columns }) => columns.includes('vector'));
}

async function isFragmented(table: Table, indexes: readonly IndexConfig[], rows: number): Promise<boolean> {
  const unindexed = Math.max(0, ...indexes.map(({ numUnindexedRows }) => numUnindexedRows ?? 0));
  if (unindexed > Math.max(unindexedRowsAllowed, rows * unindexedShareAllowed)) return true;
  return (await table.stats()).fragmentStats.numFragments > fragmentsAllowed;
}

async function mergeFiles(table: Table, indexes: readonly IndexConfig[], retentionMs: number): Promise<void> {
  // With many distinct tokens LanceDB takes ten times longer to bring this index up to date than to build it anew.
  const slow = indexes.find(({ columns }) => columns.includes('filter_tokens'));
  if (slow) await table.dropIndex(slow.name);
  await removeOldVersions(table, retentionMs);
}

/** Longer than any write or index takes: files of this age that no version names are of a writer that was killed. */
const abandonedMs = 24 * 3_600_000;
const sweptAt = new WeakMap<Table, number>();

/** Removes the files of killed writers, once a day for each table of a process. */
async function removeAbandonedFiles(table: Table): Promise<void> {
  const now = Date.now();
  if (now - (sweptAt.get(table) ?? 0) < abandonedMs) return;
  sweptAt.set(table, now);
  await table.optimize({ cleanupOlderThan: new Date(now - abandonedMs), deleteUnverified: true });
}

/** Merges files, and removes those that only versions have which no reader uses any more. */
const removeOldVersions = (table: Table, retentionMs: number) =>
  table.optimize({ cleanupOlderThan: new Date(Date.now() - retentionMs) });

/** Indexes of a large table take seconds to build. */
const rebuiltEveryMs = 3_600_000;
const rebuilt = new WeakMap<Table, { readonly version: number; readonly at: number }>();

/** Whether indexes hold words, ids or vectors of rows that were deleted since they were built: merging files leaves them there. */
function isRebuildingDue(table: Table, rows: number, lastDeletion: number): boolean {
  const last = rebuilt.get(table);
  if (lastDeletion <= (last?.version ?? 0)) return false;
  return rows < rowsWorthVectorIndex || Date.now() - (last?.at ?? 0) >= rebuiltEveryMs;
}

/** Builds all indexes anew, of the rows that there are; searches use the previous ones meanwhile. */
async function rebuildIndexes(open: OpenTable, rows: number): Promise<void> {
  const { table } = open;
  for (const [column, config] of Object.entries(await firstIndexes()))
    await table.createIndex(column, { config, replace: true });
  const vector = (await table.listIndices()).find(({ columns }) => columns.includes('vector'));
  if (vector && rows < rowsWorthVectorIndex) await table.dropIndex(vector.name);
  else if (vector) await createVectorIndex(open, rows);
  rebuilt.set(table, { version: await table.version(), at: Date.now() });
}

async function optimizeTable(
  open: OpenTable,
  { retentionMs, isThorough }: Required<Maintenance>,
): Promise<void> {
  const { table } = open;
  const rows = await table.countRows();
  const indexes = await table.listIndices();
  const { hasDeletedRows, hasOldVersions, lastDeletion } = await findLeftovers(table, retentionMs);
  if (hasDeletedRows) await prepareRewriting(table);
  if (hasDeletedRows || (await isFragmented(table, indexes, rows)))
    await mergeFiles(table, indexes, retentionMs);
  else if (hasOldVersions) await removeOldVersions(table, retentionMs);
  await removeAbandonedFiles(table);
  await createFirstIndexes(table);
  if (isThorough || isRebuildingDue(table, rows, lastDeletion)) await rebuildIndexes(open, rows);
  if (lacksVectorIndex(indexes, open, rows)) await createVectorIndex(open, rows);
}

/**
 * Merges small files, removes what deletions and old versions have left, brings indexes up to date and creates the vector index when it pays;
 * cheap when there is nothing to do.
 */
export async function maintainIndexes(
  open: OpenTable,
  { retentionMs = defaultRetentionMs, isThorough = false }: Maintenance = {},
): Promise<void> {
  try {
    await optimizeTable(open, { retentionMs, isThorough });
  } catch (error) {
    // Another process wrote or maintained the same rows meanwhile; nothing is lost, and the next call does the rest.
    if (!isCommitConflict(error)) throw error;
  }
}

/** Files of old versions stay on the disk for ten minutes: a megabyte a second are 600 MB. */
const mergedBytesPerMs = 1_000;

/**
 * Call the result after each commit. Each leaves a file, and a search reads all of them: 0.4 ms for each, so that documents sent one by one made a
 * search of 250 rows take 130 ms instead of 8 until the next maintenance. In a table so small that its vectors have no index, files are
 * merged once they are more than 32, as soon as the last merge lies so far back that little is written for it.
 */
export function createMerger(open: () => Promise<OpenTable | undefined>): () => Promise<void> {
  let commits = 0;
  let notBefore = 0;
  return async () => {
    commits += 1;
    if (commits <= fragmentsAllowed || performance.now() < notBefore) return;
    commits = 0;
    const opened = await open();
    const rows = (await opened?.table.countRows()) ?? 0;
    if (!opened || rows >= rowsWorthVectorIndex) return;
    await maintainIndexes(opened);
    notBefore =
      performance.now() + (rows * opened.dimensions * Float32Array.BYTES_PER_ELEMENT) / mergedBytesPerMs;
  };
}

/** Counting takes about a millisecond, and only the order of magnitude matters to a search. */
const freshMs = 10_000;

const counts = new WeakMap<Table, { rows: number; countedAt: number }>();

/** Returns the number of rows a table has, or had up to ten seconds ago. */
export async function roughRowCount(table: Table): Promise<number> {
  const known = counts.get(table);
  if (known && performance.now() - known.countedAt < freshMs) return known.rows;
  const rows = await table.countRows();
  counts.set(table, { rows, countedAt: performance.now() });
  return rows;
}
