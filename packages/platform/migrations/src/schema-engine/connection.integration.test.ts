import { createTestDatabase, eventually, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { runWithLockRetries } from './connection.ts';

let database: TestDatabase;
let [holder, migration, reader]: pg.Client[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  [holder, migration, reader] = await Promise.all(
    [1, 2, 3].map(async () => {
      const client = new pg.Client(database.url);
      await client.connect();
      return client;
    }),
  );
});
afterAll(async () => {
  await Promise.all([holder, migration, reader].map((client) => client?.end()));
  await database.drop();
});

const query = (client: pg.Client | undefined, sql: string) => (client as pg.Client).query(sql);

test('a migration that waits for a lock lets other statements pass, and runs once the table is free', async () => {
  await query(holder, 'BEGIN');
  await query(holder, 'SELECT FROM documents');
  let attempts = 0;
  const migrating = runWithLockRetries((script) => {
    attempts += 1;
    return query(migration, script);
  }, 'ALTER TABLE documents ADD COLUMN wide text; CREATE TABLE beside (id int)');
  await eventually(() => expect(attempts).toBeGreaterThan(1), 20_000);
  await query(reader, 'SELECT FROM documents');
  await query(holder, 'COMMIT');
  await migrating;
  expect((await query(reader, 'SELECT wide FROM documents')).rows).toEqual([]);
  expect((await query(reader, 'SELECT FROM beside')).rows).toEqual([]);
});

test('CREATE INDEX CONCURRENTLY runs outside of a transaction', async () => {
  await runWithLockRetries(
    (script) => query(migration, script),
    'CREATE INDEX CONCURRENTLY documents_beside_idx ON documents (name);',
  );
  const { rows } = await query(
    reader,
    "SELECT indisvalid FROM pg_index WHERE indexrelid = 'documents_beside_idx'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('a migration fails and is rolled back when the table stays locked', async () => {
  await query(holder, 'BEGIN');
  await query(holder, 'SELECT FROM documents');
  const script = 'CREATE TABLE half (id int); ALTER TABLE documents ADD COLUMN other text';
  await expect(runWithLockRetries((text) => query(migration, text), script, 1)).rejects.toThrow(
    'lock timeout',
  );
  await query(holder, 'COMMIT');
  await expect(query(reader, 'SELECT FROM half')).rejects.toThrow('does not exist');
});
