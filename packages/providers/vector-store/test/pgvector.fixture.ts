import { createEgress, type Egress } from '@docfleet/egress';
import { findPgvector, type PgvectorServer, runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import pg from 'pg';
import type { ScoringStore, VectorStoreContext } from '../src/provider.ts';
import { openVectorStore } from '../src/registry.ts';

const found = findPgvector();

/** Registers tests that need a PostgreSQL with pgvector; without one it prints the reason and skips them. */
export const describePgvector = runWhere(describe, 'start' in found, 'reason' in found ? found.reason : '');

export interface Pgvector {
  readonly url: string;
  readonly egress: Egress;
  /** Opens a store of the operator's; by default in the database of `url`. */
  open(namespaceId: string, context?: Partial<VectorStoreContext>): ScoringStore;
  /** Runs a statement in the database of `url`, or of another name. */
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>;
}

/** Starts a server for the tests of the surrounding block. */
export function usePgvector(): Pgvector {
  const egress = createEgress({ allowCidrs: [] });
  let server: PgvectorServer;
  beforeAll(async () => {
    if ('start' in found) server = await found.start();
  }, 120_000);
  afterAll(async () => {
    await egress.close();
    await server?.stop();
  });
  return {
    egress,
    get url() {
      return server.url;
    },
    open: (namespaceId, context) =>
      openVectorStore(
        { provider: 'PGVECTOR' },
        { namespaceId, egress, settings: { PGVECTOR_URL: server.url }, ...context },
      ) as ScoringStore,
    async query(sql, database) {
      const url = new URL(server.url);
      if (database) url.pathname = `/${database}`;
      const client = new pg.Client(url.href);
      await client.connect();
      try {
        return (await client.query(sql)).rows ?? [];
      } finally {
        await client.end();
      }
    },
  };
}
