import { expect, test } from '@jest/globals';
import { findBreaches } from '../test/migration-rules.ts';
import { readMigrations } from './read-migrations.ts';

test('every migration after the baseline can run while the previous version serves', () => {
  const breaches = readMigrations()
    .filter(({ isBaseline }) => !isBaseline)
    .flatMap(({ name, sql }) => findBreaches(sql).map(({ rule }) => `${name}: ${rule}`));
  expect(breaches).toEqual([]);
});

test('the baseline creates a noun per migration, and alters only the tables that it creates', () => {
  const baseline = readMigrations().filter(({ isBaseline }) => isBaseline);
  expect(baseline.map(({ name }) => name.replace(/^\d+_/, ''))).toEqual(
    expect.arrayContaining(['organizations', 'namespaces', 'connections', 'documents', 'webhooks']),
  );
  const breaches = baseline.flatMap(({ name, sql }) =>
    findBreaches(sql).map(({ rule, statement }) => `${name}: ${rule}: ${statement}`),
  );
  // The triggers that publish events belong to webhooks, and are on the tables of documents and runs.
  expect(breaches).toEqual([
    '20261127000120_webhooks: a migration locks one table only: documents, ingest_job_runs',
  ]);
});

test.each([
  ['CREATE INDEX "documents_name_idx" ON "documents"("name");', 'built CONCURRENTLY'],
  ['CREATE UNIQUE INDEX i ON documents (name)', 'built CONCURRENTLY'],
  [
    'CREATE INDEX CONCURRENTLY i ON documents (a); CREATE TABLE b (id int)',
    'only statement of its migration',
  ],
  ['ALTER TABLE "documents" ADD COLUMN "a" TEXT NOT NULL', 'nullable or with a constant default'],
  ['ALTER TABLE documents ADD COLUMN a int, ADD COLUMN b uuid DEFAULT gen_random_uuid()', 'constant default'],
  ['ALTER TABLE documents ALTER COLUMN a SET DATA TYPE bigint', 'not retyped'],
  ['ALTER TABLE documents ALTER COLUMN a SET NOT NULL', 'SET NOT NULL requires'],
  ['ALTER TABLE documents ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES b(id)', 'added NOT VALID'],
  ['ALTER TABLE documents RENAME COLUMN a TO b', 'nothing is renamed'],
  ['ALTER TABLE documents DROP COLUMN a', 'since which it is unused'],
  ['DROP TABLE chunks', 'since which it is unused'],
  ['DROP INDEX documents_name_idx', 'dropped CONCURRENTLY'],
  ["UPDATE documents SET a = '1;2'", 'in batches'],
  ['LOCK TABLE documents', 'locks a whole table'],
  ['BEGIN; SELECT 1; COMMIT', 'no transaction statements'],
  ['ALTER TABLE documents ADD a int; ALTER TABLE "chunks" ADD a int', 'locks one table only'],
  [
    'ALTER TABLE a ADD b int; CREATE TRIGGER t AFTER INSERT ON c EXECUTE FUNCTION f()',
    'locks one table only',
  ],
])('%s is refused', (sql, rule) => {
  expect(findBreaches(sql).map((breach) => breach.rule)).toContainEqual(expect.stringContaining(rule));
});

test.each([
  'CREATE TABLE "a" ("id" UUID NOT NULL); CREATE INDEX "a_idx" ON "a"("id"); ALTER TABLE "a" ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES b(id);',
  'ALTER TABLE documents ADD COLUMN a TEXT, ADD COLUMN b INTEGER NOT NULL DEFAULT 1',
  'CREATE INDEX CONCURRENTLY i ON documents (name);',
  'DROP INDEX CONCURRENTLY IF EXISTS i;',
  'ALTER TABLE documents ADD CONSTRAINT c CHECK (a IS NOT NULL) NOT VALID',
  'ALTER TABLE documents VALIDATE CONSTRAINT c',
  '-- held by: c\nALTER TABLE documents ALTER COLUMN a SET NOT NULL',
  '-- contract: unused since 1.4\nALTER TABLE documents DROP COLUMN a',
  'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE documents SET a = 1; RETURN NULL; END $$;',
])('%s is allowed', (sql) => {
  expect(findBreaches(sql)).toEqual([]);
});
