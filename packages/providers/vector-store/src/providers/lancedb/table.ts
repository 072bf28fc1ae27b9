import type { Connection, Table } from '@lancedb/lancedb';
import {
  databaseUnavailable,
  isCommitConflict,
  isExistingTable,
  isMissingTable,
  retryConflicts,
  wrongDimensions,
} from './errors.ts';
import type { HostLease } from './host-lease.ts';
import { createFirstIndexes, type OpenTable } from './indexes.ts';
import { loadLancedb, loadSchema, sharedSession } from './library.ts';

/** Seconds for which a read without `refresh` may miss writes of other processes: checking the table before each read costs time. */
const staleSeconds = 0.2;

/** The table of one namespace, which comes into being with the first write. */
export interface NamespaceTable {
  /** Undefined while nothing has been written. */
  open(): Promise<OpenTable | undefined>;
  /** Makes all that processes have committed until now visible. */
  refresh(): Promise<void>;
  /** Opens the table for vectors of a dimension; one that was emptied of others is replaced. */
  openOrCreate(dimensions: number): Promise<OpenTable>;
  /** Creates an empty table of another name and removes it: fails where vectors of this dimension could not be written. */
  tryWriting(name: string, dimensions: number): Promise<void>;
  drop(): Promise<void>;
  /** Drops the handle, so that the next call opens the table anew. */
  forget(): void;
  close(): void;
}

async function connect(uri: string): Promise<Connection> {
  const lancedb = await loadLancedb();
  return lancedb.connect(uri, {
    readConsistencyInterval: staleSeconds,
    session: sharedSession(lancedb),
    // A search reads in two steps and names rows by id in between: compaction must not renumber them.
    storageOptions: { newTableEnableStableRowIds: 'true' },
  });
}

async function openExisting(connection: Connection, name: string): Promise<OpenTable | undefined> {
  const { dimensionsOf } = await loadSchema();
  try {
    const table = await connection.openTable(name);
    return { table, dimensions: dimensionsOf(await table.schema()) };
  } catch (error) {
    if (isMissingTable(error)) return undefined;
    throw error;
  }
}

/**
 * Restores a table that LanceDB's creation overwrote: it checks first and writes then, so that of two concurrent processes the later
 * overwrites the earlier one's table. Detected by version 1 of a table that should be new.
 */
async function restoreOverwritten(table: Table): Promise<void> {
  const version = await table.version();
  if (version === 1) return;
  await table.checkout(version - 1);
  await table.restore();
}

async function createNew(connection: Connection, name: string, dimensions: number): Promise<OpenTable> {
  const { tableSchema } = await loadSchema();
  try {
    await restoreOverwritten(await connection.createEmptyTable(name, tableSchema(dimensions)));
  } catch (error) {
    if (!isExistingTable(error) && !isCommitConflict(error)) throw error;
  }
  const opened = await openExisting(connection, name);
  if (!opened) throw databaseUnavailable(new Error(`Table ${name} is gone after its creation`));
  await retryConflicts(() => createFirstIndexes(opened.table));
  return opened;
}

/** Runs `work` so that for each call a run has begun after it: calls of one moment, and those that come during a run, share the next. */
function createSharedRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const start = () => {
    next = undefined;
    running = work();
    return running;
  };
  return () => {
    next ??= running.then(start, start);
    return next;
  };
}

/** Returns whether a table was made for vectors of another dimension and has none of them any more. Rejects where it has some. */
export async function isEmptied({ table, dimensions }: OpenTable, given: number): Promise<boolean> {
  if (dimensions === given) return false;
  if ((await table.countRows()) > 0) throw wrongDimensions(dimensions, given);
  return true;
}

async function createAndDrop(connection: Connection, name: string, dimensions: number): Promise<void> {
  const { tableSchema } = await loadSchema();
  const table = await connection.createEmptyTable(name, tableSchema(dimensions));
  table.close();
  await connection.dropTable(name);
}

/** A namespace's table below `uri`; connects at the first use. `lease` is on its folder, if it has one on this machine. */
export function createNamespaceTable(uri: string, name: string, lease?: HostLease): NamespaceTable {
  let connection: Promise<Connection> | undefined;
  let opened: OpenTable | undefined;

  const connected = async (isWriting?: boolean) => {
    await lease?.held(isWriting);
    connection ??= connect(uri).catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  };
  const forget = () => {
    // Others may be reading from the handle: closing it would fail them. It is closed once it is used no longer.
    opened = undefined;
  };
  const open = async () => {
    const database = await connected();
    opened ??= await openExisting(database, name);
    return opened;
  };
  const drop = async () => {
    const current = await open();
    forget();
    if (!current) return;
    const database = await connected();
    // A file that another process writes meanwhile keeps the folder from going.
    await retryConflicts(() => database.dropTable(name));
  };
  return {
    open,
    refresh: createSharedRun(async () => (await open())?.table.checkoutLatest()),
    async openOrCreate(dimensions) {
      if ((await open())?.dimensions !== dimensions) forget();
      const found = await open();
      if (found && (await isEmptied(found, dimensions))) await drop();
      opened = (await open()) ?? (await createNew(await connected(true), name, dimensions));
      return opened;
    },
    tryWriting: async (trial, dimensions) => createAndDrop(await connected(true), trial, dimensions),
    drop,
    forget,
    close() {
      opened?.table.close();
      forget();
      lease?.release();
      // Callers that needed the connection have received its error.
      connection?.then((database) => database.close()).catch(() => undefined);
      connection = undefined;
    },
  };
}
