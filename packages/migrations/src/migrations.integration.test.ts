import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrateDatabase } from './index.ts';
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
  await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)]);
});

test('a server that does not answer is named, with what was tried', async () => {
  const nobody = 'postgresql://nobody@127.0.0.1:1/none';
  await expect(migrateDatabase(nobody)).rejects.toThrow(/migrate deploy.*127\.0\.0\.1:1/s);
});
