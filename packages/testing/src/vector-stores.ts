import { findPython } from './find-python.ts';
import { findPgvector } from './pgvector-server.ts';
import { startPineconeEmulator } from './vendors/pinecone.ts';
import { startQdrantServer } from './vendors/qdrant/start-qdrant-server.ts';

/** A vector store that tests are given; the folder of LANCEDB is a setting of the operator. */
export interface RunningVectorStore {
  /** The `vectorStorageConfig` of a namespace in it. Its server is on this machine, which egress has to allow. */
  readonly config: { readonly provider: string; readonly [field: string]: unknown };
  close(): Promise<void>;
}

export interface TestVectorStore {
  readonly name: string;
  /** Sentence that says why this machine has none. */
  readonly missing: string | undefined;
  start(dimensions: number): Promise<RunningVectorStore>;
}

const apiKey = 'test-key';

/** The configuration of a database as customers write it: its address has no password. */
export function pgvectorConfigOf(url: string): RunningVectorStore['config'] {
  const { username, password, host, pathname } = new URL(url);
  return {
    provider: 'PGVECTOR',
    url: `postgresql://${username}@${host}${pathname}?sslmode=disable`,
    ...(password && { password: decodeURIComponent(password) }),
  };
}

function findPgvectorStore(): TestVectorStore {
  const found = findPgvector();
  return {
    name: 'PGVECTOR',
    missing: 'reason' in found ? found.reason : undefined,
    async start() {
      if ('reason' in found) throw new Error(found.reason);
      const server = await found.start();
      return { config: pgvectorConfigOf(server.url), close: server.stop };
    },
  };
}

/** Reason why tests of Qdrant's engine are left out. */
export const noQdrantEngine =
  'no Python with the engine of Qdrant: pip install qdrant-edge-py, and set DOCFLEET_PYTHON to its program';

function findQdrantStore(): TestVectorStore {
  const python = findPython(['qdrant_edge']);
  return {
    name: 'QDRANT',
    missing: python === undefined ? noQdrantEngine : undefined,
    async start() {
      const server = await startQdrantServer({ python: python ?? '' });
      return { config: { provider: 'QDRANT', url: server.url, apiKey }, close: server.close };
    },
  };
}

/** Returns every store of the product, each to be tried by the same tests. Tests of one that this machine lacks are skipped with the reason. */
export const findVectorStores = (): readonly TestVectorStore[] => [
  {
    name: 'LANCEDB',
    missing: undefined,
    start: async () => ({ config: { provider: 'LANCEDB' }, close: async () => undefined }),
  },
  {
    name: 'PINECONE',
    missing: undefined,
    async start(dimension) {
      const emulator = await startPineconeEmulator({ dimension, apiKey });
      return { config: { provider: 'PINECONE', apiKey, indexHost: emulator.url }, close: emulator.close };
    },
  },
  findPgvectorStore(),
  findQdrantStore(),
];
