import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { findUnknownMigrations, migrateDatabase } from './index.ts';
import { isMigrated } from './read-migrations.ts';
import { runPrisma } from './run-prisma.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the migrations produce exactly the Prisma schema', async () => {
  const differences = [
    'migrate',
    'diff',
    '--from-config-datasource',
    '--to-schema',
    '../database/prisma/schema',
    '--script',
  ];
  expect(await runPrisma(differences, database.url)).toMatch(/empty migration|^\s*$/);
});

test('migrating twice, and twice at once, changes nothing', async () => {
  const migrate = () => runPrisma(['migrate', 'deploy'], database.url);
  await Promise.all([migrate(), migrate()]);
  await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)]);
});

test.each([
  ['one is missing', `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_activity_counts'`],
  [
    'one has another checksum',
    `UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name LIKE '%_activity_counts'`,
  ],
  [
    'one has not finished',
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_activity_counts'`,
  ],
  ['none is recorded', 'DROP TABLE _prisma_migrations'],
])('Prisma runs only where the applied migrations differ from ours: %s', async (_what, change) => {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  try {
    expect(await isMigrated(url)).toBe(true);
    await client.connect();
    await client.query(change);
    expect(await isMigrated(url).catch(() => false)).toBe(false);
  } finally {
    await client.end();
    await drop();
  }
});

test('the error about an unreachable server contains its address and the command', async () => {
  const unreachable = 'postgresql://user@127.0.0.1:1/none';
  await expect(migrateDatabase(unreachable)).rejects.toThrow(
    /^PostgreSQL cannot be reached \(.*127\.0\.0\.1:1\): correct host and port in DATABASE_URL/,
  );
});

test('a migration of a later version is named, and none where there is none', async () => {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    expect(await findUnknownMigrations(url)).toEqual([]);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ('later', 'x', '20991231000000_later', now(), 1)`,
    );
    await migrateDatabase(url);
    expect(await findUnknownMigrations(url)).toEqual(['20991231000000_later']);
  } finally {
    await client.end();
    await drop();
  }
});

test('a database from before the first release is refused with what to do', async () => {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `UPDATE _prisma_migrations SET migration_name = '20261121000117_webhooks' WHERE migration_name LIKE '%_webhooks'`,
    );
    await expect(migrateDatabase(url)).rejects.toThrow(/before the first release.*DATABASE_URL.*DATA_DIR/s);
  } finally {
    await client.end();
    await drop();
  }
});

test('a user without the right to create tables learns what to grant', async () => {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const role = `visitor_${process.pid}`;
  try {
    await client.query(
      `DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC; CREATE ROLE ${role} LOGIN PASSWORD 'pw'`,
    );
    const { host, pathname } = new URL(url);
    await expect(migrateDatabase(`postgresql://${role}:pw@${host}${pathname}`)).rejects.toThrow(
      /GRANT USAGE, CREATE ON SCHEMA public/,
    );
  } finally {
    await client.query(`DROP ROLE IF EXISTS ${role}`);
    await client.end();
    await drop();
  }
});
