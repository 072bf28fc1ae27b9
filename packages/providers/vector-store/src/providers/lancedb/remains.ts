import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Table, Version } from '@lancedb/lancedb';
import type { FindExisting, Remains } from '../../provider.ts';
import { unlessAbsent } from './errors.ts';

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
const versionsWithDeletion = (versions: readonly Version[]): Version[] =>
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

/** After the retention, for the rounds of maintenance to come by and for writers that are in the midst of a commit. */
const graceMs = 15 * 60_000;

/** Ids of documents, which are UUIDs of version 7 in text. */
const documentId = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const idLength = 36;
const idsAtOnce = 1_000;
const maxNamed = 1_000;

interface TableFile {
  readonly path: string;
  readonly changedAt: number;
}

async function listFiles(folder: string): Promise<TableFile[]> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessAbsent)) ?? [];
  const found = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    found.map(async (path) => {
      const state = await stat(path).catch(unlessAbsent);
      return state && { path, changedAt: state.mtimeMs };
    }),
  );
  return files.filter((file) => file !== undefined);
}

/** The names of data files and the bytes of the ids of indexes that manifests hold. */
async function readManifests(files: readonly TableFile[]): Promise<Buffer> {
  const manifests = files.filter(({ path }) => path.endsWith('.manifest'));
  const contents = await Promise.all(
    manifests.map(({ path }) => readFile(path).catch((error: unknown) => unlessAbsent(error))),
  );
  return Buffer.concat(contents.filter((content) => content !== undefined));
}

/** Whether a manifest names the file, or the index that it belongs to. */
function isNamed(manifests: Buffer, path: string): boolean {
  const [, index] = /_indices\/([0-9a-f-]{36})\//.exec(path) ?? [];
  return manifests.includes(
    index === undefined ? basename(path) : Buffer.from(index.replaceAll('-', ''), 'hex'),
  );
}

/** Whether rows were deleted so lately that their bytes may still be needed. */
const isDeletedLately = (versions: readonly Version[], dueBefore: number): boolean =>
  versionsWithDeletion(versions).some(({ timestamp }) => timestamp.getTime() > dueBefore);

async function idsIn(path: string, signal: AbortSignal): Promise<Set<string>> {
  const ids = new Set<string>();
  let end = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 1 << 20, signal })) {
    const text = end + (chunk as string);
    for (const [id] of text.matchAll(documentId)) ids.add(id);
    end = text.slice(-(idLength - 1));
  }
  return ids;
}

/** Looks up ids of one file after another; each id once. */
function createLookup(findExisting: FindExisting) {
  const known = new Map<string, boolean>();
  return async (ids: ReadonlySet<string>): Promise<string[]> => {
    const asked = [...ids].filter((id) => !known.has(id));
    for (let start = 0; start < asked.length; start += idsAtOnce) {
      const some = asked.slice(start, start + idsAtOnce);
      const existing = await findExisting(some);
      for (const id of some) known.set(id, existing.has(id));
    }
    return [...ids].filter((id) => !known.get(id));
  };
}

/**
 * Finds remaining bytes of deleted documents in the files of a table: files that no version names any more, and, once no deletion is
 * so recent that its bytes may still be needed, ids of documents that do not exist. Reads the files on disk directly, because the
 * library shows only live data.
 */
export async function findRemains(
  { folder, table, retentionMs }: { folder: string; table: Table; retentionMs: number },
  findExisting: FindExisting,
  signal: AbortSignal,
): Promise<Remains> {
  const dueBefore = Date.now() - 2 * retentionMs - graceMs;
  const files = await listFiles(folder);
  const manifests = await readManifests(files);
  const contents = files.filter(({ path }) => /\/(data|_indices)\//.test(path));
  const versions = await table.listVersions();
  const { hasDeletedRows } = await findLeftovers(table, retentionMs);
  const isSettled = !hasDeletedRows && !isDeletedLately(versions, dueBefore);
  const lookUp = createLookup(findExisting);
  const gone = new Set<string>();
  let found = 0;
  for (const { path, changedAt } of contents) {
    const isStray = changedAt < dueBefore && !isNamed(manifests, path);
    if (!isStray && !isSettled) continue;
    const ids = await idsIn(path, signal).catch(unlessAbsent);
    const strangers = ids ? await lookUp(ids) : [];
    if (!isStray && strangers.length === 0) continue;
    found += 1;
    for (const id of strangers) if (gone.size < maxNamed) gone.add(id);
  }
  return { documentIds: [...gone], files: found, unread: 0 };
}
