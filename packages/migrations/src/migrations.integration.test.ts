import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrateDatabase } from './index.ts';
import { isMigrated } from './is-migrated.ts';
import { runPrisma } from './run-prisma.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the migrations lead to exactly the schema', async () => {
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
  ['one is missing', `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_activity'`],
  ['one is another', `UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name LIKE '%_activity'`],
  [
    'one has not ended',
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_activity'`,
  ],
  ['nothing is noted', 'DROP TABLE _prisma_migrations'],
])(
  'Prisma is asked only where the migrations that were applied are not ours: where %s',
  async (_what, change) => {
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
  },
);

test('a server that does not answer is named, with what was tried', async () => {
  const nobody = 'postgresql://nobody@127.0.0.1:1/none';
  await expect(migrateDatabase(nobody)).rejects.toThrow(/migrate deploy.*127\.0\.0\.1:1/s);
});
