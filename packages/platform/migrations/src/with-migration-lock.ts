import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase, readConnectionUrl } from './schema-engine/connection.ts';

/** The key that Prisma locks while it migrates: https://www.prisma.io/docs/orm/prisma-migrate/workflows/development-and-production#advisory-locking */
const migrationLock = 72_707_369;
const pauseMs = 500;

/** Begins a transaction with the lock. One that waited for it would keep its snapshot, for which an index that is built concurrently waits in turn. */
async function beginWithLock(client: pg.Client): Promise<void> {
  for (;;) {
    await client.query('BEGIN');
    const { rows } = await client.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${migrationLock}) AS "isOurs"`,
    );
    if (rows[0]?.isOurs) return;
    await client.query('ROLLBACK');
    await sleep(pauseMs);
  }
}

/**
 * Works while this process alone migrates the database, behind a pooler that uses another connection for each transaction: a lock of a session
 * would stay with a connection that stays open, so it is that of a transaction, which keeps its connection. Creates the database unless it exists.
 */
export async function withMigrationLock(url: string, work: () => Promise<unknown>): Promise<void> {
  const settings = readConnectionUrl(url);
  await createDatabase(settings);
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await beginWithLock(client);
    await work();
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
