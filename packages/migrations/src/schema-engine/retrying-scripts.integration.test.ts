import { createTestDatabase, eventually, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { runPatiently } from './retrying-scripts.ts';

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

const ask = (client: pg.Client | undefined, sql: string) => (client as pg.Client).query(sql);

test('a migration that waits for a table lets others pass, and comes through when the table is free', async () => {
  await ask(holder, 'BEGIN');
  await ask(holder, 'SELECT FROM documents');
  let attempts = 0;
  const migrating = runPatiently((script) => {
    attempts += 1;
    return ask(migration, script);
  }, 'ALTER TABLE documents ADD COLUMN wide text; CREATE TABLE beside (id int)');
  await eventually(() => expect(attempts).toBeGreaterThan(1), 20_000);
  await ask(reader, 'SELECT FROM documents');
  await ask(holder, 'COMMIT');
  await migrating;
  expect((await ask(reader, 'SELECT wide FROM documents')).rows).toEqual([]);
  expect((await ask(reader, 'SELECT FROM beside')).rows).toEqual([]);
});

test('an index is built beside those who write', async () => {
  await runPatiently(
    (script) => ask(migration, script),
    'CREATE INDEX CONCURRENTLY documents_beside_idx ON documents (name);',
  );
  const { rows } = await ask(
    reader,
    "SELECT indisvalid FROM pg_index WHERE indexrelid = 'documents_beside_idx'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('a table that is never free fails the migration, and nothing of it stays', async () => {
  await ask(holder, 'BEGIN');
  await ask(holder, 'SELECT FROM documents');
  const script = 'CREATE TABLE half (id int); ALTER TABLE documents ADD COLUMN other text';
  await expect(runPatiently((text) => ask(migration, text), script, 1)).rejects.toThrow('lock timeout');
  await ask(holder, 'COMMIT');
  await expect(ask(reader, 'SELECT FROM half')).rejects.toThrow('does not exist');
});
