import { setTimeout as pause } from 'node:timers/promises';
import { type Migration, readMigrations, runWithLockRetries } from '@docfleet/migrations';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { isLong, times } from './form.ts';
import { fillTables, readStatements, type Statements, writeStatements } from './large-tables.ts';
import { report } from './report.ts';

const tables = { documents: times(5_000, 1_000_000) };
/** The longest time for which a migration may block other statements: PostgreSQL cancels those that wait longer for a lock. */
const maxLockMs = 1_000;

let testDatabase: TestDatabase;
let [migrator, writer, reader]: pg.Client[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  [migrator, writer, reader] = await Promise.all(
    [0, maxLockMs, maxLockMs].map(async (lock_timeout) => {
      const client = new pg.Client({ connectionString: testDatabase.url, lock_timeout });
      await client.connect();
      return client;
    }),
  );
});
afterAll(async () => {
  await Promise.all([migrator, writer, reader].map((client) => client?.end()));
  await testDatabase.drop();
});

const query = (client: pg.Client | undefined, sql: string) => (client as pg.Client).query(sql);

/** Runs one statement after the other until `stopped`; returns the duration of the longest, in ms. */
async function work(client: pg.Client | undefined, statements: Statements, stopped: () => boolean) {
  let longestMs = 0;
  while (!stopped()) {
    const startedAt = Date.now();
    await query(client, statements.next().value);
    longestMs = Math.max(longestMs, Date.now() - startedAt);
    await pause(2);
  }
  return longestMs;
}

const writes = writeStatements(tables);
const reads = readStatements(tables);

/** Applies a migration while other connections read and write; rejects when one of them waits too long for a lock. */
async function applyAmongOthers({ name, sql }: Migration) {
  let done = false;
  const apply = async () => {
    const startedAt = Date.now();
    await runWithLockRetries((script) => query(migrator, script), sql);
    return Date.now() - startedAt;
  };
  const stopped = () => done;
  const [tookMs, longestWriteMs, longestReadMs] = await Promise.all([
    apply().finally(() => {
      done = true;
    }),
    work(writer, writes, stopped),
    work(reader, reads, stopped),
  ]);
  return { name, tookMs, longestWriteMs, longestReadMs };
}

test(`no migration blocks readers or writers on ${tables.documents} documents`, async () => {
  const migrations = readMigrations();
  await query(migrator, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  for (const { sql, isBaseline } of migrations) if (isBaseline) await query(migrator, sql);
  for (const statements of fillTables(tables)) await query(migrator, statements);
  await query(migrator, 'ANALYZE');
  const applied = [];
  for (const migration of migrations) {
    if (migration.isBaseline) continue;
    // No installation from before the first release has that many rows: migrations that rewrite its tables run alone.
    if (migration.sql.startsWith('-- Before the first release')) await query(migrator, migration.sql);
    else applied.push(await applyAmongOthers(migration));
  }
  const slowest = applied.toSorted((one, other) => other.longestWriteMs - one.longestWriteMs);
  for (const { name, ...figures } of isLong ? applied : slowest.slice(0, 1))
    report('36', `migration ${name} on ${tables.documents} documents`, figures);
  const { rows } = await query(
    migrator,
    'SELECT (SELECT sum(count)::int FROM document_counts) AS counted, (SELECT count(*)::int FROM documents) AS there',
  );
  expect(rows[0].counted).toBe(rows[0].there);
}, 3_600_000);
