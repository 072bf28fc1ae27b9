import type { Table } from '@lancedb/lancedb';
import { inChunks } from '../../scores.ts';
import { retryConflicts } from './errors.ts';
import { sqlIn } from './filter-sql.ts';
import { roughRowCount } from './indexes.ts';
import { loadSchema } from './library.ts';
import type { WriteBatch } from './write-batch.ts';

const rowsPerCommit = 2_000;

/** Removals, changed metadata and changed terms of a batch; none of them makes a table. */
export async function commitChanges(table: Table, { removals, metadata, terms }: WriteBatch): Promise<void> {
  const { metadataRows, termRows } = await loadSchema();
  const update = (rows: Parameters<ReturnType<Table['mergeInsert']>['execute']>[0]) =>
    retryConflicts(() => table.mergeInsert('id').whenMatchedUpdateAll().execute(rows));
  for (const ids of inChunks([...removals], rowsPerCommit))
    await retryConflicts(() => table.delete(sqlIn('id', ids)));
  for (const rows of inChunks([...metadata], rowsPerCommit)) await update(await metadataRows(rows));
  for (const rows of inChunks([...terms], rowsPerCommit)) await update(await termRows(rows));
}

/**
 * A merge by the index of ids reads all rows that are not in the index yet, whole and with their vectors, where one without it reads
 * ids alone: up to 35,000 chunks in half the processor time. But it reads all of them, which large tables make the worse choice.
 */
const rowsWorthIndexedMerge = 200_000;

/** New and overwritten rows of a batch. */
export async function commitUpserts(
  table: Table,
  { upserts }: WriteBatch,
  dimensions: number,
): Promise<void> {
  const { recordRows } = await loadSchema();
  const usesIndex = upserts.size > 0 && (await roughRowCount(table)) > rowsWorthIndexedMerge;
  for (const records of inChunks([...upserts.values()], rowsPerCommit)) {
    const rows = await recordRows(records, dimensions);
    await retryConflicts(() =>
      table
        .mergeInsert('id')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .useIndex(usesIndex)
        .execute(rows),
    );
  }
}
