import { randomInt } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type OperatorSettings, readSettings } from '@docfleet/provider';
import { storageConfig } from '@docfleet/runtime/config';
import { z } from 'zod';
import {
  type CandidateStore,
  defineVectorStoreProvider,
  generationName,
  type Remains,
  unreadRemains,
} from '../../provider.ts';
import { inChunks } from '../../scores.ts';
import { createCandidates, readVectors } from './candidates.ts';
import { commitChanges, commitUpserts } from './commit.ts';
import {
  databaseUnavailable,
  isMissingTable,
  isOtherDimension,
  trialFailure,
  wrongDimensions,
} from './errors.ts';
import { sqlString } from './filter-sql.ts';
import { leaseFolder } from './host-lease.ts';
import { createMerger, maintainIndexes, type OpenTable } from './indexes.ts';
import { findRemains } from './remains.ts';
import { createNamespaceTable, isEmptied, type NamespaceTable } from './table.ts';
import type { WriteBatch } from './write-batch.ts';
import { createWriteQueue } from './write-queue.ts';

const idsPerPage = 1_000;
const noRemains: Remains = { documentIds: [], files: 0, unread: 0 };

const lancedbConfig = z
  .strictObject({ provider: z.literal('LANCEDB') })
  .meta({ title: 'LanceDB', description: 'On the disk of this installation' });

/** Reads from the table; once more from a new handle when the old one's table was dropped, or is for other vectors; `empty` when there is none. */
async function read<Result>(
  namespace: NamespaceTable,
  signal: AbortSignal,
  empty: Result,
  action: (open: OpenTable) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const attempt = async () => {
    const open = await namespace.open();
    return open ? action(open) : empty;
  };
  try {
    return await attempt().catch((error: unknown) => {
      if (!isMissingTable(error) && !isOtherDimension(error)) throw error;
      namespace.forget();
      return attempt();
    });
  } catch (error) {
    throw databaseUnavailable(error);
  }
}

async function commit(namespace: NamespaceTable, batch: WriteBatch): Promise<void> {
  try {
    const [first] = batch.upserts.values();
    const open = first ? await namespace.openOrCreate(first.values.length) : await namespace.open();
    if (!open) return;
    for (const { values } of batch.upserts.values())
      if (values.length !== open.dimensions) throw wrongDimensions(open.dimensions, values.length);
    await commitUpserts(open.table, batch, open.dimensions);
    await commitChanges(open.table, batch);
  } catch (error) {
    throw databaseUnavailable(error);
  }
}

/** Returns the dimension of the stored vectors; undefined where there are none. Fails where they are not of `given`. */
const readDimensions = (
  namespace: NamespaceTable,
  signal: AbortSignal,
  given: number | undefined,
): Promise<number | undefined> =>
  read(namespace, signal, undefined, async (open) =>
    given !== undefined && (await isEmptied(open, given)) ? undefined : open.dimensions,
  );

/** Fails unless all vectors have the dimension of those that are stored, or the first one's where there are none. */
async function requireDimensions(
  namespace: NamespaceTable,
  signal: AbortSignal,
  vectors: readonly Float32Array[],
): Promise<void> {
  const known = vectors[0]?.length;
  const odd = vectors.find(({ length }) => length !== known);
  for (const one of odd ? [known, odd.length] : [known]) await readDimensions(namespace, signal, one);
  if (odd) throw wrongDimensions(known ?? 0, odd.length);
}

/** A document is searchable everywhere once its row says so. */
const candidatesOf = (namespace: NamespaceTable) =>
  createCandidates(
    async (signal, empty, action) => {
      await read(namespace, signal, undefined, () => namespace.refresh());
      return read(namespace, signal, empty, action);
    },
    (signal, empty, action) => read(namespace, signal, empty, action),
  );

async function idsOfDocument({ table }: OpenTable, documentId: string): Promise<string[]> {
  const query = table
    .query()
    .where(`document_id = ${sqlString(documentId)}`)
    .select(['id']);
  const rows = [...(await query.toArrow())] as { id: string }[];
  return rows.map(({ id }) => id);
}

async function* listIds(namespace: NamespaceTable, signal: AbortSignal): AsyncGenerator<string[]> {
  const open = await read(namespace, signal, undefined, async (found) => found);
  if (!open) return;
  try {
    for await (const batch of open.table.query().select(['id'])) {
      signal.throwIfAborted();
      yield* inChunks([...(batch.getChild('id') ?? [])] as string[], idsPerPage);
    }
  } catch (error) {
    throw databaseUnavailable(error);
  }
}

async function purge(
  namespace: NamespaceTable,
  folder: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  await read(namespace, signal, undefined, async ({ table }) => {
    // Another process may hold the table open: it then finds an empty one, not one whose files are gone.
    await table.delete('true');
    await namespace.drop();
  });
  // Files of a killed writer, or of an interrupted removal, are no table that could be dropped.
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

interface Settings {
  readonly retentionMs: number;
  /** Folder of the table's files; undefined if they are not on this machine. */
  readonly folder: string | undefined;
  /** Returns the name of a table that no generation has. The doctor finds what a killed trial leaves there. */
  readonly trialName: () => string;
}

async function check(
  namespace: NamespaceTable,
  trialName: string,
  dimensions: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  try {
    const known = await readDimensions(namespace, signal, dimensions);
    await namespace.tryWriting(trialName, dimensions ?? known ?? 1);
  } catch (error) {
    signal.throwIfAborted();
    throw trialFailure(error);
  }
}

function openStore(namespace: NamespaceTable, { retentionMs, folder, trialName }: Settings): CandidateStore {
  const writes = createWriteQueue((batch) => commit(namespace, batch), createMerger(namespace.open));
  return {
    limits: {},
    isLocal: true,
    keepsTerms: true,
    candidates: candidatesOf(namespace),
    check: (dimensions, signal) => check(namespace, trialName(), dimensions, signal),
    async upsert(records, signal) {
      await requireDimensions(
        namespace,
        signal,
        records.map(({ values }) => values),
      );
      if (records.length > 0) await writes.add({ kind: 'upsert', records }, signal);
    },
    async remove(ids, signal) {
      if (ids.length > 0) await writes.add({ kind: 'remove', ids }, signal);
    },
    async updateMetadata(ids, metadata, signal) {
      if (ids.length > 0) await writes.add({ kind: 'metadata', ids, metadata }, signal);
    },
    async updateTerms(terms, signal) {
      if (terms.size > 0) await writes.add({ kind: 'terms', terms }, signal);
    },
    idsOfDocument: (documentId, signal) =>
      read(namespace, signal, [], (open) => idsOfDocument(open, documentId)),
    listIds: (signal) => listIds(namespace, signal),
    readVectors: (ids, signal) =>
      ids.length === 0 ? Promise.resolve([]) : read(namespace, signal, [], (open) => readVectors(open, ids)),
    async findRemains(findExisting, signal) {
      if (folder === undefined) return unreadRemains;
      return read(namespace, signal, noRemains, ({ table }) =>
        findRemains({ folder, table, retentionMs }, findExisting, signal),
      );
    },
    async purge(signal) {
      await writes.idle();
      await purge(namespace, folder, signal);
    },
    count: (signal) => read(namespace, signal, 0, ({ table }) => table.countRows()),
    maintain: (signal, isThorough) =>
      read(namespace, signal, undefined, (open) => maintainIndexes(open, { retentionMs, isThorough })),
    async close() {
      await writes.idle();
      namespace.close();
    },
  };
}

const settings = {
  ...storageConfig,
  LANCEDB_URI: z
    .string()
    .optional()
    .describe('Folder or bucket of the tables of LANCEDB; unset: $DATA_DIR/lancedb'),
  LANCEDB_RETENTION_SECONDS: z.coerce
    .number()
    .int()
    .min(30)
    .default(600)
    .describe(
      'Seconds that files of old versions of LANCEDB tables stay for searches that still read them; what was deleted is in no file a few minutes later',
    ),
  LANCEDB_HOST: z
    .string()
    .optional()
    .describe(
      'Name of the machine whose processes may use the folder of LANCEDB; unset: its running kernel, which containers have in common',
    ),
};

/** Returns where the operator's tables lie; `folder` is undefined for a place that only LanceDB can read: `s3://…`. */
function findPlace(given: OperatorSettings | undefined) {
  const {
    LANCEDB_URI,
    DATA_DIR,
    LANCEDB_HOST,
    LANCEDB_RETENTION_SECONDS: seconds,
  } = readSettings(settings, given);
  const uri = LANCEDB_URI ?? resolve(DATA_DIR, 'lancedb');
  const isFolder = !/^[a-z][a-z0-9+.-]+:\/\//i.test(uri);
  return { uri, folder: isFolder ? uri : undefined, host: LANCEDB_HOST, retentionMs: seconds * 1_000 };
}

const provider = defineVectorStoreProvider(
  lancedbConfig,
  (_config, context) => {
    const { uri, folder, host, retentionMs } = findPlace(context.settings);
    const place = generationName(context);
    return openStore(
      createNamespaceTable(uri, place, folder === undefined ? undefined : leaseFolder(folder, host)),
      {
        retentionMs: context.retentionMs ?? retentionMs,
        folder: folder && join(folder, `${place}.lance`),
        trialName: () => generationName({ ...context, generation: randomInt(1e8, 1e9) }),
      },
    );
  },
  settings,
);

/**
 * One table of LanceDB for each generation of a namespace, in the operator's folder or bucket. Hold one store for each namespace of a
 * process: concurrent writes of one store share commits, those of two stores take turns. Several processes may write.
 */
export const lancedb = {
  ...provider,
  localFolder: (given: OperatorSettings | undefined) => findPlace(given).folder,
  /** Keeps the folder for this machine until the returned function is called; rejects while another machine uses it. */
  async holdFolder(given: OperatorSettings | undefined): Promise<() => void> {
    const { folder, host } = findPlace(given);
    if (folder === undefined) return () => undefined;
    const lease = leaseFolder(folder, host);
    try {
      // One that cannot be made is no machine's yet; a write says what is wrong with it.
      await mkdir(folder, { recursive: true }).catch(() => undefined);
      await lease.held();
    } catch (error) {
      lease.release();
      throw error;
    }
    return () => lease.release();
  },
};
