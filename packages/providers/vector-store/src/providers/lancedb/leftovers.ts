import type { Table, Version } from '@lancedb/lancedb';

/** Remains of deletions and old versions in the files of a table. */
export interface Leftovers {
  /** Rows that are deleted and still lie in data files, for so long that they are to be written anew without them. */
  readonly hasDeletedRows: boolean;
  /** Versions that no reader uses any more. */
  readonly hasOldVersions: boolean;
  /** The last version, of those that there are, in which rows were deleted; 0 for none. */
  readonly lastDeletion: number;
}

const deletedRows = ({ metadata }: Version): number => Number(metadata['total_deletion_file_rows'] ?? 0);

const liveRows = (version: Version): number =>
  Number(version.metadata['total_data_file_rows'] ?? 0) - deletedRows(version);

/** The versions that have fewer rows than the one before: a deletion of all rows of a file leaves no other trace. */
export const versionsWithDeletion = (versions: readonly Version[]): Version[] =>
  versions.filter((version, index) => {
    const before = versions[index - 1];
    return before !== undefined && liveRows(version) < liveRows(before);
  });

/**
 * Finds leftovers by the existing versions. Files of old versions stay `retentionMs` for readers; deleted rows are removed from the
 * current version after half of that, so that tables with many deletions are not rewritten for each.
 */
export async function findLeftovers(table: Table, retentionMs: number): Promise<Leftovers> {
  const versions = await table.listVersions();
  const current = versions.at(-1);
  const isOlder = (version: Version | undefined, ms: number) =>
    version !== undefined && version.timestamp.getTime() <= Date.now() - ms;
  const firstDeletion = versions.find((version) => deletedRows(version) > 0);
  return {
    hasDeletedRows:
      current !== undefined && deletedRows(current) > 0 && isOlder(firstDeletion, retentionMs / 2),
    lastDeletion: versionsWithDeletion(versions).at(-1)?.version ?? 0,
    hasOldVersions: versions.length > 1 && isOlder(versions[0], retentionMs),
  };
}

/**
 * Makes the next merge write a table's rows anew, without the deleted ones: a single file of which less than a tenth is deleted would be
 * kept, and two files are merged.
 */
export async function prepareRewriting(table: Table): Promise<void> {
  if ((await table.stats()).fragmentStats.numFragments > 1) return;
  const [row] = (await table.query().select(['id']).limit(1).toArray()) as { id: string }[];
  if (row)
    await table.update({ where: `id = '${row.id.replaceAll("'", "''")}'`, valuesSql: { type: 'type' } });
}
