import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@docfleet/runtime/logging';
import {
  findPgvector,
  findPython,
  noQdrantEngine,
  pgvectorConfigOf,
  type QdrantServerOptions,
  startQdrantServer,
} from '@docfleet/testing';
import { startFaultPostgres } from './fault-postgres.ts';
import { storeName } from './form.ts';
import { startRelay } from './relay.ts';

/** The vector store of the namespace `local`, on a server that may be hurt; LANCEDB has none. */
export interface FaultStore {
  readonly config: { readonly provider: string; readonly [field: string]: unknown };
  /** The server; undefined where the store is a folder. */
  readonly server: StoreServer | undefined;
  stop(): Promise<void>;
}

export interface StoreServer {
  /** Ends it as a power cut would; resolves when it has been started again. */
  kill(): Promise<void>;
  /** Takes it away for the time of the work. */
  without(work: () => Promise<void>): Promise<void>;
  /** Everything that it says comes so late, from now on. */
  delay(milliseconds: number): void;
  /** Breaks requests in the words of the vendor, where the test has a hand in its responses. */
  readonly faults?: { onRequest?: NonNullable<QdrantServerOptions['fault']> | undefined };
  /** Address of the database, where the server is one. */
  readonly databaseUrl?: string;
}

async function startPgvector(directory: string, log: Logger): Promise<FaultStore> {
  const found = findPgvector();
  if ('reason' in found || !found.programs) throw new Error('reason' in found ? found.reason : 'no programs');
  const folder = join(directory, 'vectors');
  await mkdir(folder);
  await chmod(folder, 0o755); // As that of the fleet's own server.
  const { url, kill, without, delay, stop } = await startFaultPostgres(folder, log, found.programs);
  return { config: pgvectorConfigOf(url), server: { kill, without, delay, databaseUrl: url }, stop };
}

/** As Qdrant Cloud sets its collections up. */
const strictMode = {
  max_query_limit: 1_000,
  upsert_max_batchsize: 50,
  search_max_hnsw_ef: 128,
  search_allow_exact: false,
  unindexed_filtering_retrieve: false,
  unindexed_filtering_update: false,
  condition_max_size: 100,
};

async function startQdrant(): Promise<FaultStore> {
  const python = findPython(['qdrant_edge']);
  if (python === undefined) throw new Error(noQdrantEngine);
  const faults: NonNullable<StoreServer['faults']> = {};
  const server = await startQdrantServer({
    python,
    strictMode,
    remember: 0,
    fault: (request) => faults.onRequest?.(request),
  });
  const relay = await startRelay();
  const lead = () => relay.leadTo(server.port);
  const without = async (work: () => Promise<void>) => {
    relay.leadTo(undefined);
    await work();
    lead();
  };
  lead();
  return {
    config: { provider: 'QDRANT', url: `http://127.0.0.1:${relay.port}`, apiKey: 'test-key' },
    server: { kill: () => without(server.restart), without, delay: relay.delay, faults },
    stop: async () => void (await Promise.all([server.close(), relay.close()])),
  };
}

const starts = {
  LANCEDB: async () => ({
    config: { provider: 'LANCEDB' },
    server: undefined,
    stop: async () => undefined,
  }),
  PGVECTOR: startPgvector,
  QDRANT: startQdrant,
} satisfies Record<typeof storeName, (directory: string, log: Logger) => Promise<FaultStore>>;

/** Starts the store that FAULTS_STORE names, with its data below that folder; rejects where this machine has none. */
export const startFaultStore = (directory: string, log: Logger): Promise<FaultStore> =>
  starts[storeName](directory, log);
